// A hand-written algorithm description: what gdslc writes, filled in with a plain breadth-first search.
// The tests of the runner link it instead of generated code. Variant `wrong` is off by one on purpose.
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "maxwarp/algorithm.h"

namespace {

using namespace maxwarp;

/// Does not come back from the variant that $HANGS names, as a kernel that waits for ever, and ends the process in the
/// one that $CRASHES names. The first run of a process takes $SLOW seconds, as if there were much to load.
void misbehave_if_told(std::string_view variant) {
  const char *hangs = std::getenv("HANGS"), *crashes = std::getenv("CRASHES");
  while (hangs && hangs == variant) sleep(1);
  if (crashes && crashes == variant) std::abort();
  static bool is_first = true;
  const char* slow = std::exchange(is_first, false) ? std::getenv("SLOW") : nullptr;
  if (slow) usleep(static_cast<useconds_t>(std::atof(slow) * 1e6));
}

/// Breadth-first search on the host; levels of reached nodes other than the source are too large by `Error`.
template <std::int32_t Error>
Status search(Call& call) {
  misbehave_if_told(Error ? "wrong" : "default");
  const GraphView& graph = call.graph;
  auto* level = static_cast<std::int32_t*>(call.result_data[0]);
  const std::int64_t source = call.arguments[0].scalar.integer;
  if (source < 0 || source >= graph.nodes) return {StatusCode::BadArgument, 0, "source"};
  const std::int64_t limit = call.max_rounds ? call.max_rounds : std::int64_t{graph.nodes} + 1;
  for (node_t v = 0; v < graph.nodes; ++v) level[v] = infinity<std::int32_t>();
  level[source] = 0;
  std::vector<node_t> active{static_cast<node_t>(source)}, next;
  for (; !active.empty(); active.swap(next), next.clear()) {
    if (++call.rounds > limit) return {StatusCode::TooManyRounds, 0, "iterate"};
    for (node_t v : active)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
        const node_t w = graph.targets[e];
        if (level[w] != infinity<std::int32_t>()) continue;
        level[w] = static_cast<std::int32_t>(call.rounds) + Error;
        next.push_back(w);
      }
  }
  return {};
}

std::size_t no_workspace(const Call&) { return 0; }

constexpr ParameterInfo parameters[] = {{"source", ScalarType::Node, ValueSpace::Global, false, {}}};
constexpr ResultInfo results[] = {{"level", ScalarType::Int, ValueSpace::Node, nullptr}};
constexpr Variant variants[] = {
    {"default", "granularity=thread", FormRows, no_workspace, search<0>},
    {"wrong", "granularity=warp:8", FormRows, no_workspace, search<1>},
};
constexpr Algorithm algorithm = {
    "bfs", "Hop distance from `source`.", "openmp", parameters, 1, results, 1, variants, 2, false, false};

}  // namespace

extern "C" const maxwarp::Algorithm* maxwarp_algorithm() { return &algorithm; }
