// The graph options that every tool shares, and the one call that turns them into a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/graph/graph.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/result.h"
#include "runtime/graph/transform.h"

namespace maxwarp {

enum class WeightSource { File, Unit, Random };

/// The options as parsed; the defaults keep a file as it is.
struct GraphOptions {
  std::string graph;  // --graph: a file, or a generator such as rmat:20:16
  std::uint64_t seed = 1;
  bool symmetrize = false;
  Duplicates duplicates = Duplicates::Keep;
  SelfLoops self_loops = SelfLoops::Keep;
  bool largest_component = false;  // --component=largest
  WeightSource weights = WeightSource::File;
  std::int64_t random_low = 1, random_high = 255;  // Random: integers from low to high, both included
  std::optional<std::int64_t> base;                // --base=0|1; empty: auto
  bool dense = false;                              // --nodes=dense
  std::int64_t nodes = 0;                          // --nodes=N; 0: not given
  std::uint64_t max_bytes = physical_memory();     // --max-bytes: that a packed file may unpack to
};

/// Sets the option `name` (without dashes: graph, seed, symmetrize, duplicates, self-loops, component,
/// weights, base, nodes, max-bytes) from its text. An empty value means true for symmetrize.
MaybeFailure set_graph_option(GraphOptions& options, const std::string& name, const std::string& value);

/// Whether `name` is one of the options above.
bool is_graph_option(const std::string& name);

struct LoadedGraph {
  Graph graph;
  std::string summary;    // one line: what was read and which policies applied
  edge_t self_loops = 0;  // that are in the graph
  edge_t duplicates = 0;  // repeated edges that are in the graph
};

/// Reads or generates the graph, then applies weights, self-loops, symmetrize, duplicates and component, in
/// this order.
/// `symmetric` of the result is known. Running out of memory is a failure as well.
Result<LoadedGraph> load_graph(const GraphOptions& options);

/// The files that load_graph reads for `--graph=graph`: a Graphalytics graph is several. Of a generator: its name.
std::vector<std::string> files_of(const std::string& graph);

}  // namespace maxwarp
