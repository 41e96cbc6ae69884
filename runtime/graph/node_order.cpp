// Degrees are sorted in pieces that are merged. Breadth first, the nodes of a level are shared out: each new node is
// claimed by the earliest node of the level that reaches it, so that it gets the place that one thread would give it.
#include "runtime/graph/node_order.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <span>

#include "runtime/graph/hash.h"
#include "runtime/graph/parallel.h"
#include "runtime/system/output_file.h"

namespace maxwarp {
namespace {

/// Sorts in pieces, which are merged two by two.
void parallel_sort(std::vector<std::uint64_t>& keys) {
  constexpr std::size_t smallest_piece = 1 << 15;
  const std::size_t count = keys.size();
  std::size_t size = std::max(smallest_piece, count / static_cast<std::size_t>(2 * most_workers()) + 1);
  const auto at = [&](auto& list, std::size_t i) {
    return list.begin() + static_cast<std::ptrdiff_t>(std::min(i, count));
  };
  const auto for_pieces = [&](std::size_t width, auto body) {
    parallel_tasks(static_cast<std::int64_t>((count + width - 1) / width),
                   [&](std::int64_t piece) { body(static_cast<std::size_t>(piece) * width); });
  };
  for_pieces(size, [&](std::size_t first) { std::sort(at(keys, first), at(keys, first + size)); });
  std::vector<std::uint64_t> merged(size < count ? count : 0);
  for (; size < count; size *= 2) {
    for_pieces(2 * size, [&](std::size_t first) {
      const auto middle = at(keys, first + size);
      std::merge(at(keys, first), middle, middle, at(keys, first + 2 * size), at(merged, first));
    });
    keys.swap(merged);
  }
}

/// The node is the lower half of its key; the upper one is smaller where the degree is larger.
void by_degree(const Graph& graph, std::vector<node_t>& order) {
  constexpr std::int64_t largest = std::numeric_limits<std::uint32_t>::max();
  if (graph.max_outdegree > largest) return order_by_degree(view(graph), order);
  std::vector<std::uint64_t> keys(order.size());
  parallel_pieces(graph.nodes, [&](node_t first, node_t last) {
    for (node_t v = first; v < last; ++v) {
      const edge_t degree = graph.row_offsets[v + 1] - graph.row_offsets[v];
      keys[static_cast<std::size_t>(v)] = static_cast<std::uint64_t>(largest - degree) << 32 |
                                          static_cast<std::uint32_t>(v);
    }
  });
  parallel_sort(keys);
  parallel_pieces(graph.nodes, [&](node_t first, node_t last) {
    for (node_t i = first; i < last; ++i)
      order[static_cast<std::size_t>(i)] = static_cast<node_t>(keys[static_cast<std::size_t>(i)] & largest);
  });
}

/// Breadth first; `claim_` of a node is the place of the node that it follows.
class BreadthFirst {
 public:
  BreadthFirst(const Graph& graph, std::vector<node_t>& order)
      : graph_(graph), order_(order), claim_(order.size(), unreached) {}

  void run() {
    for (node_t root = 0; root < graph_.nodes; ++root) {
      append(root);
      for (std::size_t begin = taken_; taken_ < size_; begin = taken_) {
        taken_ = size_;
        const bool few = taken_ - begin < smallest_level || most_workers() == 1;
        few ? expand(begin, taken_) : expand_together(begin, taken_);
      }
    }
  }

 private:
  static constexpr node_t unreached = std::numeric_limits<node_t>::max(), numbered = -1;
  static constexpr std::size_t smallest_level = 1 << 13, piece_size = 1 << 9;

  std::atomic_ref<node_t> claim(node_t v) { return std::atomic_ref(claim_[static_cast<std::size_t>(v)]); }

  template <typename Visit>
  void for_neighbors(std::size_t place, Visit visit) const {
    const node_t v = order_[place];
    for (edge_t e = graph_.row_offsets[v]; e < graph_.row_offsets[v + 1]; ++e) visit(graph_.targets[e]);
  }

  void append(node_t v) {
    node_t& mine = claim_[static_cast<std::size_t>(v)];
    if (std::exchange(mine, numbered) != numbered) order_[size_++] = v;
  }

  void expand(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) for_neighbors(i, [&](node_t w) { append(w); });
  }

  /// The smallest place wins; `numbered` is below all of them.
  void offer(node_t w, node_t place) {
    node_t seen = claim(w).load(std::memory_order_relaxed);
    while (place < seen && !claim(w).compare_exchange_weak(seen, place, std::memory_order_relaxed)) continue;
  }

  void expand_together(std::size_t begin, std::size_t end) {
    const auto pieces = static_cast<std::int64_t>((end - begin + piece_size - 1) / piece_size);
    const auto for_places = [&](std::int64_t piece, auto body) {
      const std::size_t first = begin + static_cast<std::size_t>(piece) * piece_size;
      for (std::size_t i = first; i < std::min(first + piece_size, end); ++i) body(i);
    };
    parallel_tasks(pieces, [&](std::int64_t piece) {
      for_places(piece, [&](std::size_t i) { for_neighbors(i, [&](node_t w) { offer(w, static_cast<node_t>(i)); }); });
    });
    std::vector<std::vector<node_t>> found(static_cast<std::size_t>(pieces));
    parallel_tasks(pieces, [&](std::int64_t piece) {
      for_places(piece, [&](std::size_t i) {
        for_neighbors(i, [&](node_t w) {
          if (claim(w).load(std::memory_order_relaxed) != static_cast<node_t>(i)) return;
          claim(w).store(numbered, std::memory_order_relaxed);  // parallel edges reach it once
          found[static_cast<std::size_t>(piece)].push_back(w);
        });
      });
    });
    for (const std::vector<node_t>& nodes : found) {
      std::copy(nodes.begin(), nodes.end(), order_.begin() + static_cast<std::ptrdiff_t>(size_));
      size_ += nodes.size();
    }
  }

  const Graph& graph_;
  std::vector<node_t>& order_;
  std::vector<node_t> claim_;
  std::size_t size_ = 0, taken_ = 0;
};

/// A hash of what the orders depend on.
std::uint64_t digest_of(const Graph& graph) {
  const auto sum = [&](const auto& array, std::uint64_t seed) {
    return parallel_sum<std::uint64_t>(static_cast<std::int64_t>(array.size()), [&](auto first, auto last) {
      std::uint64_t hash = 0;
      for (auto i = first; i < last; ++i)
        hash += random_bits(seed, static_cast<std::uint64_t>(array[i]), static_cast<std::uint64_t>(i));
      return hash;
    });
  };
  return mix(sum(graph.row_offsets, 1) + sum(graph.targets, 2));
}

constexpr std::string_view head = "maxwarp order 1\n";

/// Whether each node has a place.
bool is_order(const std::vector<node_t>& order) {
  std::vector<char> seen(order.size());
  for (const node_t v : order)
    if (v < 0 || static_cast<std::size_t>(v) >= seen.size() || std::exchange(seen[static_cast<std::size_t>(v)], 1))
      return false;
  return true;
}

bool read_order(const std::string& path, std::vector<node_t>& order) {
  std::ifstream file(path, std::ios::binary);
  std::string start(head.size(), '\0');
  if (!file.read(start.data(), static_cast<std::streamsize>(start.size())) || start != head) return false;
  const auto bytes = static_cast<std::streamsize>(order.size() * sizeof(node_t));
  return file.read(reinterpret_cast<char*>(order.data()), bytes) && file.peek() == std::ifstream::traits_type::eof() &&
         is_order(order);
}

void write_order(const std::string& path, const std::vector<node_t>& order) {
  OutputFile file(path);
  file.write(head);
  file.write({reinterpret_cast<const char*>(order.data()), order.size() * sizeof(node_t)});
  (void)file.finish();  // without the file the order is found again
}

}  // namespace

std::vector<node_t> parallel_node_order(const Graph& graph, Numbering numbering) {
  if (numbering == Numbering::Given || numbering == Numbering::Neighbors) return node_order(view(graph), numbering);
  std::vector<node_t> order(static_cast<std::size_t>(graph.nodes));
  numbering == Numbering::Degree ? by_degree(graph, order) : BreadthFirst(graph, order).run();
  return order;
}

std::vector<node_t> kept_node_order(const Graph& graph, Numbering numbering, const std::string& folder) {
  if (folder.empty()) return parallel_node_order(graph, numbering);
  static constexpr const char* names[] = {"given", "neighbors", "degree", "bfs"};
  char name[64];
  std::snprintf(name, sizeof name, "/%016llx-%s.order", static_cast<unsigned long long>(digest_of(graph)),
                names[static_cast<int>(numbering)]);
  std::vector<node_t> order(static_cast<std::size_t>(graph.nodes));
  if (read_order(folder + name, order)) return order;
  order = parallel_node_order(graph, numbering);
  write_order(folder + name, order);
  return order;
}

}  // namespace maxwarp
