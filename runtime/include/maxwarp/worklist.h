// Views of the compiler's own storages: worklists and the layout of a workspace.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

/// A list of distinct nodes in engine memory; room for all nodes of the graph.
struct Worklist {
  node_t *nodes = nullptr;
  std::int32_t *size = nullptr;
};

/// Stretches of `marked_stretch` nodes, for which count_marked (compact.cuh) keeps a count each.
inline constexpr std::int64_t marked_stretch = 1024;
inline constexpr std::int64_t mark_chunks(std::int64_t nodes) { return (nodes + marked_stretch - 1) / marked_stretch; }

/// A set of nodes as an argument: `count` distinct nodes in engine memory.
struct NodeSet {
  const node_t *nodes = nullptr;
  std::int64_t count = 0;
};

/// Lays arrays one behind the other, each aligned to 256 bytes. With a null base it only counts bytes, so that
/// the size of a workspace and the places in it come from the same lines.
class WorkspaceLayout {
 public:
  explicit WorkspaceLayout(void *base) : base_(static_cast<char *>(base)) {}

  /// The next `count` elements of T. More than any memory holds counts as about that many.
  template <typename T>
  T *take(std::int64_t count) {
    T *place = base_ ? reinterpret_cast<T *>(base_ + bytes_) : nullptr;
    constexpr std::int64_t beyond_all_memory = std::int64_t{1} << 56;
    const std::int64_t elements = count < beyond_all_memory ? count : beyond_all_memory;
    bytes_ += (static_cast<std::size_t>(elements) * sizeof(T) + 255) / 256 * 256;
    return place;
  }

  Worklist take_worklist(node_t nodes) {
    Worklist list;
    list.nodes = take<node_t>(nodes);
    list.size = take<std::int32_t>(1);
    return list;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  char *base_;
  std::size_t bytes_ = 0;
};

class KeptGraphs;

/// What a run takes besides graph, arguments and results, and what it tells besides its status.
struct RunOptions {
  void *workspace = nullptr;        // engine memory of workspace_bytes
  std::size_t workspace_bytes = 0;
  std::int64_t max_rounds = 0;      // rounds after which an `iterate` ends with TooManyRounds; 0: nodes + 1, or a million more where sums decide
  std::int64_t rounds = 0;          // out: rounds that were run
  KeptGraphs *graphs = nullptr;     // CUDA graphs kept from call to call (maxwarp/kept_graphs.h); null: made in each call
};

}  // namespace maxwarp
