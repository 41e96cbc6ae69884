// Filling and collecting pieces of edges.
#include "runtime/graph/build/edge_store.h"

#include <algorithm>

namespace maxwarp {

void EdgePiece::open_block(std::size_t edge_bytes) {
  close_block();
  block_ = pool_.take();
  room_ = static_cast<std::uint32_t>(BlockPool::block_bytes / edge_bytes);
}

void EdgePiece::close_block() {
  if (block_) run_.blocks.push_back({block_, count_});
  closed_ += count_;
  block_ = nullptr;
  count_ = room_ = 0;
}

void EdgePiece::add_wide(std::uint32_t source, std::uint32_t target, double weight, bool integral) {
  if (run_.kind == WeightKind::None) {
    run_.kind = integral ? WeightKind::Int : WeightKind::Double;
    return add(source, target, weight, integral);
  }
  if (run_.kind == WeightKind::Int) widen();
  if (count_ == room_) open_block(sizeof(RealEdge));
  reinterpret_cast<RealEdge*>(block_)[count_++] = {source, target, weight};
}

void EdgePiece::widen() {
  EdgeRun narrow = take();
  run_.kind = WeightKind::Double;
  for (const EdgeBlock& block : narrow.blocks) {
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const IntEdge& edge = block.edges<IntEdge>()[i];
      if (count_ == room_) open_block(sizeof(RealEdge));
      reinterpret_cast<RealEdge*>(block_)[count_++] = {edge.source, edge.target, double(edge.weight)};
    }
    pool_.give_back(block.data);
  }
}

void EdgePiece::clear() {
  for (const EdgeBlock& block : take().blocks) pool_.give_back(block.data);
}

EdgeRun EdgePiece::take() {
  close_block();
  closed_ = 0;
  EdgeRun taken = std::move(run_);
  run_ = {};
  return taken;
}

void EdgeStore::add(std::int64_t index, EdgePiece& piece, std::uint32_t first_source) {
  const std::int64_t edges = piece.edges();
  if (edges == 0) return;
  EdgeRun run = piece.take();
  std::lock_guard lock(mutex_);
  edges_ += edges;
  kind_ = std::max(kind_, run.kind);
  pieces_.push_back({index, first_source, std::move(run)});
}

std::vector<EdgeStore::Piece>& EdgeStore::sorted_pieces() {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.index < b.index; });
  return pieces_;
}

}  // namespace maxwarp
