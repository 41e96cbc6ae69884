// The same algorithm on the threads of the CPU ([H] §4.1, Fig. 9): all nodes every round, in pieces that threads take.
#include <maxwarp/value.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

#include "fig2.h"

namespace fig2 {
namespace {

using namespace maxwarp;

constexpr node_t piece = 4096;

struct Round {
  std::atomic<node_t> next{0};
  std::atomic<bool> changed{false};
};

void expand(const HostGraph& graph, std::int32_t* level, std::int32_t current, Round& round) {
  const auto nodes = static_cast<node_t>(graph.row_offsets.size() - 1);
  bool changed = false;
  for (node_t begin = round.next.fetch_add(piece); begin < nodes; begin = round.next.fetch_add(piece)) {
    const node_t end = nodes - begin < piece ? nodes : begin + piece;
    for (node_t v = begin; v < end; ++v) {
      if (std::atomic_ref(level[v]).load(std::memory_order_relaxed) != current) continue;
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
        std::atomic_ref w(level[graph.targets[e]]);
        if (w.load(std::memory_order_relaxed) != infinity<std::int32_t>()) continue;
        w.store(current + 1, std::memory_order_relaxed);
        changed = true;
      }
    }
  }
  if (changed) round.changed = true;
}

}  // namespace

std::int64_t run_on_cpu(const HostGraph& graph, node_t source, int threads, std::vector<std::int32_t>& level) {
  level.assign(graph.row_offsets.size() - 1, infinity<std::int32_t>());
  level[source] = 0;
  Round rounds[2];
  std::int32_t current = 0;
  bool more = true;
  std::barrier meet(threads, [&]() noexcept {
    more = rounds[current % 2].changed;
    ++current;
    rounds[current % 2].next = 0;
    rounds[current % 2].changed = false;
  });
  const auto work = [&] {
    while (more) {
      expand(graph, level.data(), current, rounds[current % 2]);
      meet.arrive_and_wait();
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  return current;
}

}  // namespace fig2
