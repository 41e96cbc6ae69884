// Edges on their way into rows: what readers and generators produce in pieces, at the same time, and what
// build_rows takes. A piece's edges lie in blocks; the pieces have an order, which is that of the file.
#pragma once

#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "runtime/graph/build/block_pool.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// The three forms of an edge in a block. Ends are unsigned: the ids of a file may need all 32 bits before
/// they are numbered.
struct PlainEdge {
  std::uint32_t source, target;
};
struct IntEdge {
  std::uint32_t source, target;
  std::int32_t weight;
};
struct RealEdge {
  std::uint32_t source, target;
  double weight;
};

template <typename Edge>
constexpr std::uint32_t edges_per_block = BlockPool::block_bytes / sizeof(Edge);

/// A block with its edges.
struct EdgeBlock {
  char* data;
  std::uint32_t count;

  template <typename Edge>
  Edge* edges() const {
    return reinterpret_cast<Edge*>(data);
  }
};

/// Edges of one form in blocks, in their order.
struct EdgeRun {
  WeightKind kind = WeightKind::None;
  std::vector<EdgeBlock> blocks;

  template <typename Edge>
  void add(BlockPool& pool, const Edge& edge) {
    if (blocks.empty() || blocks.back().count == edges_per_block<Edge>) blocks.push_back({pool.take(), 0});
    EdgeBlock& last = blocks.back();
    last.edges<Edge>()[last.count++] = edge;
  }
  std::int64_t edges() const {
    std::int64_t count = 0;
    for (const EdgeBlock& block : blocks) count += block.count;
    return count;
  }
};

/// Calls `visit` with a value of the edge type for `kind`.
template <typename Visit>
auto with_edge_type(WeightKind kind, Visit visit) {
  switch (kind) {
    case WeightKind::Int: return visit(IntEdge{});
    case WeightKind::Double: return visit(RealEdge{});
    case WeightKind::None: break;
  }
  return visit(PlainEdge{});
}

/// The edges of one piece while it is made, by one thread.
class EdgePiece {
 public:
  explicit EdgePiece(BlockPool& pool) : pool_(pool) {}
  /// Blocks of a piece that was not stored are used again.
  ~EdgePiece() { clear(); }
  EdgePiece(const EdgePiece&) = delete;
  EdgePiece& operator=(const EdgePiece&) = delete;

  void add(std::uint32_t source, std::uint32_t target) {
    if (count_ == room_) open_block(sizeof(PlainEdge));
    reinterpret_cast<PlainEdge*>(block_)[count_++] = {source, target};
  }
  /// An edge with a weight; `integral`: it fits Int weights. A piece with one that does not is Double.
  void add(std::uint32_t source, std::uint32_t target, double weight, bool integral) {
    if (run_.kind == WeightKind::Int && integral) {
      if (count_ == room_) open_block(sizeof(IntEdge));
      reinterpret_cast<IntEdge*>(block_)[count_++] = {source, target, static_cast<std::int32_t>(weight)};
    } else {
      add_wide(source, target, weight, integral);
    }
  }
  std::int64_t edges() const { return closed_ + count_; }
  /// Forgets the edges.
  void clear();
  /// The edges; the piece is empty afterwards.
  EdgeRun take();

 private:
  void open_block(std::size_t edge_bytes);
  void close_block();
  void add_wide(std::uint32_t source, std::uint32_t target, double weight, bool integral);
  void widen();

  BlockPool& pool_;
  EdgeRun run_;
  char* block_ = nullptr;
  std::uint32_t count_ = 0, room_ = 0;  // of the open block
  std::int64_t closed_ = 0;             // edges in the blocks before
};

/// All pieces. Nothing of it depends on the order in which they arrive.
class EdgeStore {
 public:
  BlockPool& pool() { return pool_; }
  /// Adds piece number `index`, whose sources count from `first_source`. Called by several threads.
  void add(std::int64_t index, EdgePiece& piece, std::uint32_t first_source = 0);
  std::int64_t edges() const { return edges_; }
  /// The file's format has weights: they are Int where there is no edge at all.
  void expect_weights() { kind_ = WeightKind::Int; }
  /// None, Int or Double, which is the widest of the pieces' and of what was expected.
  WeightKind kind() const { return kind_; }

  struct Piece {
    std::int64_t index;
    std::uint32_t first_source;
    EdgeRun run;
  };
  /// The pieces in their order; called when all are there.
  std::vector<Piece>& sorted_pieces();
  /// Calls `change(edge)` for every edge, which may set its ends; at the same time on all threads.
  template <typename Change>
  void renumber(Change change);

 private:
  BlockPool pool_;
  std::mutex mutex_;
  std::vector<Piece> pieces_;
  std::int64_t edges_ = 0;
  WeightKind kind_ = WeightKind::None;
};

}  // namespace maxwarp

#include "runtime/graph/parallel.h"

namespace maxwarp {

template <typename Change>
void EdgeStore::renumber(Change change) {
  parallel_tasks(static_cast<std::int64_t>(pieces_.size()), [&](std::int64_t i) {
    const EdgeRun& run = pieces_[i].run;
    with_edge_type(run.kind, [&]<typename Edge>(Edge) {
      for (const EdgeBlock& block : run.blocks)
        for (std::uint32_t k = 0; k < block.count; ++k) change(block.edges<Edge>()[k]);
    });
  });
}

}  // namespace maxwarp
