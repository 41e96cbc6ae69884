// A graph in engine memory: exactly the forms that a variant needs, and no more.
// On the host engine the arrays of the host graph serve directly and nothing is copied but to narrow it.
#pragma once

#include <array>
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
  /// Arrays that an earlier call has copied stay: the graph is the same one until `forget`.
  EngineStatus upload(const Graph& graph, unsigned forms);

  /// What comes next is another graph.
  void forget();

  /// Pointers into engine memory.
  const GraphView& view() const { return view_; }

 private:
  /// Engine memory for an array.
  struct Copy {
    EngineBuffer buffer;
    const void* source = nullptr;  // what it is a copy of, in the host graph; null: of nothing
    bool narrow = false;

    bool holds(const void* array, bool as_narrow) const { return source == array && narrow == as_narrow; }
  };

  /// Puts narrow copies in the place of the view's wide arrays, unless they have been made.
  void make_narrow();

  Engine& engine_;
  std::vector<Copy> copies_;
  std::array<std::vector<narrow_edge_t>, 4> narrow_;  // in host memory
  GraphView view_;
};

/// Whether a variant that needs `forms` gets edges of 32 bits.
bool is_narrow(const Graph& graph, unsigned forms);

/// Fills in the degrees that mappings choose by; the view's arrays are the host's.
void find_degrees(GraphView& view);

/// The view of the host's arrays with nothing but `forms`.
GraphView restricted_view(const Graph& graph, unsigned forms);

}  // namespace maxwarp::runner
