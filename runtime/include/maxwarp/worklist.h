// Views of the compiler's own storages: worklists and the layout of a workspace.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

/// A list of distinct nodes (or pieces of nodes) in engine memory; room for all of the graph.
struct Worklist {
  node_t* nodes = nullptr;
  std::int32_t* size = nullptr;
};

/// A list of edges in engine memory, or of their places in the columns; room for all of the graph.
template <typename Edge>
struct EdgeWorklistOf {
  Edge* edges = nullptr;
  std::int64_t* size = nullptr;
};
using EdgeWorklist = EdgeWorklistOf<edge_t>;

/// Neighboring edges of one node: `edges` of its row (or column), from `first` on.
template <typename Edge>
struct alignas(16) RowPieceOf {
  node_t node = no_node;
  std::int32_t edges = 0;
  Edge first = 0;
};

/// A list of pieces of at most `most` edges each, in engine memory; room for those of all rows. `bounds`: where the
/// rows (or columns) begin that are cut.
template <typename Edge>
struct PieceWorklistOf {
  const Edge* bounds = nullptr;
  RowPieceOf<Edge>* pieces = nullptr;
  std::int32_t* size = nullptr;
  std::int32_t most = 1;
};
using PieceWorklist = PieceWorklistOf<edge_t>;
template <typename List>
inline constexpr bool is_piece_list = false;
template <typename Edge>
inline constexpr bool is_piece_list<PieceWorklistOf<Edge>> = true;

/// A worklist with room for `capacity` nodes. Nodes that do not fit are not written, and `size` then exceeds the
/// capacity. Threads that push also leave marks, from which the list can be rebuilt.
struct BoundedWorklist : Worklist {
  std::int32_t capacity = 0;
};

/// Stretches of `marked_stretch` nodes, for which count_marked (compact.cuh) keeps a count each.
inline constexpr std::int64_t marked_stretch = 1024;
MAXWARP_FUNCTION constexpr std::int64_t mark_chunks(std::int64_t nodes) {
  return (nodes + marked_stretch - 1) / marked_stretch;
}

/// Threads that leave what they push in slots, for a scan (scan.cuh): a few times as many as a device holds at once, or
/// as work at small graphs together. They loop over their items, so any number of them is enough.
inline constexpr std::int64_t most_slots = 1 << 19, slot_blocks = most_slots / 32;
MAXWARP_FUNCTION constexpr std::int64_t thread_slots(std::int64_t nodes) {
  const std::int64_t wanted = (nodes + 31) / 32 * 1024;
  return wanted < 1024 ? 1024 : wanted < most_slots ? wanted : most_slots;
}
/// Words of memory for them.
MAXWARP_FUNCTION constexpr std::int64_t slot_words(std::int64_t nodes) {
  return 4 + slot_blocks + 2 * thread_slots(nodes);
}

/// Words of an array of one bit per node (or edge).
MAXWARP_FUNCTION constexpr std::int64_t bit_words(std::int64_t nodes) { return nodes / 32 + 1; }

/// The bits of a word, which are cleared. `copy`, unless it is null, gets them.
MAXWARP_FUNCTION std::int32_t take_word(std::int32_t* bits, std::int64_t i, std::int32_t* copy) {
  const std::int32_t word = bits[i];
  if (word != 0) bits[i] = 0;
  if (copy) copy[i] = word;
  return word;
}

/// The bits of a word that are not in `reached`, where they are added. `copy`, unless it is null, gets them.
MAXWARP_FUNCTION std::int32_t take_new_word(const std::int32_t* bits, std::int32_t* reached, std::int64_t i,
                                            std::int32_t* copy) {
  const std::int32_t word = bits[i] & ~reached[i];
  if (word != 0) reached[i] |= word;
  if (copy) copy[i] = word;
  return word;
}
/// Prefix sums over a list are computed in at most this many ranges; the sums of the ranges are stored after them.
inline constexpr std::int64_t most_ranges = 1024;

/// The node at `index` where each entry of a list stands for `group` neighboring nodes. It may be none of the graph's,
/// in the group that has the last node.
MAXWARP_FUNCTION node_t member(const Worklist& list, std::int64_t index, int group) {
  const std::int64_t node = std::int64_t{list.nodes[index / group]} * group + index % group;
  return node < infinity<node_t>() ? static_cast<node_t>(node) : infinity<node_t>();
}

/// A set of nodes as an argument: `count` distinct nodes in engine memory.
struct NodeSet {
  const node_t* nodes = nullptr;
  std::int64_t count = 0;
};

/// For callers that ask what a workspace is made of: the bytes of its arrays, in their order, and how many of them at
/// the end of each are not used. Set for the thread that asks `workspace_bytes`.
struct LayoutRecord {
  void (*take)(void* reader, std::size_t bytes, std::size_t unused);
  void* reader;
};
/// So many bytes more stay free after each array, a multiple of 256: where the engine tells accesses to them.
inline std::size_t layout_gap = 0;
inline thread_local const LayoutRecord* layout_record = nullptr;

/// Lays arrays one after the other, each aligned to 256 bytes. With a null base it only counts bytes, so that
/// the size of a workspace and the places in it come from the same lines.
class WorkspaceLayout {
 public:
  explicit WorkspaceLayout(void* base) : base_(static_cast<char*>(base)) {}

  /// The next `count` elements of T. More than any memory holds counts as about that many.
  template <typename T>
  T* take(std::int64_t count) {
    T* place = base_ ? reinterpret_cast<T*>(base_ + bytes_) : nullptr;
    constexpr std::int64_t beyond_all_memory = std::int64_t{1} << 56;
    const std::int64_t elements = count < beyond_all_memory ? count : beyond_all_memory;
    const std::size_t used = static_cast<std::size_t>(elements) * sizeof(T);
    const std::size_t bytes = (used + 255) / 256 * 256 + layout_gap;
    if (layout_record) layout_record->take(layout_record->reader, bytes, bytes - used);
    bytes_ += bytes;
    return place;
  }

  Worklist take_worklist(std::int64_t length) {
    Worklist list;
    list.nodes = take<node_t>(length);
    list.size = take<std::int32_t>(1);
    return list;
  }

  template <typename Edge = edge_t>
  EdgeWorklistOf<Edge> take_edge_list(edge_t length) {
    EdgeWorklistOf<Edge> list;
    list.edges = take<Edge>(length);
    list.size = take<std::int64_t>(1);
    return list;
  }

  /// A list of pieces of at most `most` edges, or of more where a list of that many would be longer than lists can be.
  template <typename Edge>
  PieceWorklistOf<Edge> take_pieces(node_t nodes, edge_t edges, const Edge* bounds, std::int32_t most) {
    constexpr std::int64_t longest = infinity<std::int32_t>() - 1;
    while (nodes + edges / most > longest) most *= 2;
    PieceWorklistOf<Edge> list;
    list.bounds = bounds;
    list.pieces = take<RowPieceOf<Edge>>(nodes + edges / most);
    list.size = take<std::int32_t>(1);
    list.most = most;
    return list;
  }

  /// A list with room for `capacity` nodes, or for `most` where those are fewer.
  BoundedWorklist take_bounded(std::int32_t most, std::int64_t capacity) {
    BoundedWorklist list;
    list.capacity = static_cast<std::int32_t>(capacity < most ? capacity : most);
    list.nodes = take<node_t>(list.capacity);
    list.size = take<std::int32_t>(1);
    return list;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  char* base_;
  std::size_t bytes_ = 0;
};

class KeptGraphs;
class StageObserver;

/// What a run takes besides graph, arguments and results, and what it tells besides its status.
struct RunOptions {
  void* workspace = nullptr;  // engine memory of workspace_bytes
  std::size_t workspace_bytes = 0;
  std::int64_t max_rounds = 0;   // rounds after which an `iterate` ends with TooManyRounds; 0: nodes + 1, or a million
                                 // more where sums or rounds decide
  std::int64_t rounds = 0;       // out: rounds that were run
  KeptGraphs* graphs = nullptr;  // CUDA graphs kept from call to call (maxwarp/kept_graphs.h); null: made in each call
  /// Where worklists may grow (`capacity=grow`): gives engine memory of that many bytes, which stays until the run has
  /// ended, or null. Called with `owner`, between two kernels.
  void* (*more)(void* owner, std::size_t bytes) = nullptr;
  void* owner = nullptr;
  StageObserver* observer = nullptr;  // of a program compiled with --instrument (maxwarp/observer.h); null: none
};

/// How many nodes a list that may grow has room for at first.
inline std::int64_t first_room(node_t nodes) { return nodes / 16 > 1024 ? nodes / 16 : 1024; }

/// Room for `share` times as many nodes as a graph has, or for the most whose number a length can exceed.
MAXWARP_FUNCTION constexpr std::int32_t list_room(node_t nodes, double share) {
  const double most = infinity<std::int32_t>() - 1.0, room = share * nodes;
  return static_cast<std::int32_t>(room < most ? room : most);
}

/// Makes room for twice as many nodes, up to `most`, in memory that the caller provides. The contents of the list are
/// lost.
inline Status grow(BoundedWorklist& list, std::int32_t most, RunOptions& options) {
  if (list.capacity == most) return {};
  const std::int64_t doubled = list.capacity * std::int64_t{2};
  const std::int64_t room = doubled < most ? doubled : most;
  void* memory = options.more ? options.more(options.owner, static_cast<std::size_t>(room) * sizeof(node_t)) : nullptr;
  if (!memory) return {StatusCode::WorkspaceTooSmall, 0, "a worklist is full, and `more` gives it no memory"};
  list.nodes = static_cast<node_t*>(memory);
  list.capacity = static_cast<std::int32_t>(room);
  return {};
}

}  // namespace maxwarp
