// A graph in engine memory: exactly the forms that a variant needs, and no more.
// On the host engine the arrays of the host graph serve directly and nothing is copied.
#pragma once

#include <vector>

#include "runtime/device/engine.h"
#include "runtime/graph/graph.h"

namespace maxwarp::runner {

/// Engine memory of one graph after the other; memory is reused where it is large enough.
class DeviceGraph {
 public:
  explicit DeviceGraph(Engine& engine);

  /// Bytes that `upload` takes.
  static std::size_t bytes_needed(const Engine& engine, const Graph& graph, unsigned forms);

  /// The same, array by array.
  static std::vector<std::pair<const char*, std::size_t>> arrays_needed(const Engine& engine, const Graph& graph,
                                                                        unsigned forms);

  /// Copies the arrays of `forms` (which the graph must have); the view is valid until the next call and,
  /// on the host engine, until the graph changes.
  EngineStatus upload(const Graph& graph, unsigned forms);

  /// Pointers into engine memory.
  const GraphView& view() const { return view_; }

 private:
  Engine& engine_;
  std::vector<EngineBuffer> buffers_;
  GraphView view_;
};

/// Fills in the degrees that mappings choose by; the view's arrays are the host's.
void find_degrees(GraphView& view);

/// The view of the host's arrays with nothing but `forms`.
GraphView restricted_view(const Graph& graph, unsigned forms);

}  // namespace maxwarp::runner
