// The octree of bodies at random places, as codes that treat n-body problems build it (Barnes and Hut 1986).
#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/graph/generate/by_rows.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"

namespace maxwarp {
namespace {

constexpr int deepest = 21;  // levels below the root that 63 bits of a place tell apart

/// A cube with at least two bodies, or the root: the bodies in it, along the curve; `first` of its cells among those
/// one level down.
struct Cell {
  node_t begin, end;
  std::size_t first = 0;
};

class Octree {
 public:
  // A place of which nothing is known is a random number: three bits for the octant on each level.
  Octree(node_t bodies, std::uint64_t seed) : places_(static_cast<std::size_t>(bodies)) {
    parallel_pieces(bodies, [&](node_t first, node_t end) {
      for (node_t i = first; i < end; ++i) places_[i] = random_bits(seed, static_cast<std::uint64_t>(i)) >> 1;
    });
    std::ranges::sort(places_);
    if (bodies > 0) levels_.push_back({{0, bodies}});
    while (!levels_.empty() && !levels_.back().empty()) split_level();
    if (!levels_.empty()) levels_.pop_back();
    number();
  }

  Graph graph() const {
    return build_by_rows(nodes_, [&](node_t v, auto take) {
      if (v < static_cast<node_t>(places_.size())) return;
      const auto level = static_cast<std::size_t>(
          std::ranges::find_if(first_of_, [&](node_t first) { return first <= v; }) - first_of_.begin());
      const Cell& cell = levels_[level][static_cast<std::size_t>(v - first_of_[level])];
      std::size_t inner = cell.first;
      each_part(cell, static_cast<int>(level), [&](node_t begin, node_t end) {
        take(end - begin == 1 ? begin : first_of_[level + 1] + static_cast<node_t>(inner++));
      });
    });
  }

 private:
  std::uint64_t octant(node_t body, int level) const {
    return level == deepest ? static_cast<std::uint64_t>(body) : places_[body] >> 3 * (deepest - 1 - level);
  }

  // The bodies of a cell by octants; on the deepest level each is alone.
  template <typename Part>
  void each_part(const Cell& cell, int level, Part part) const {
    for (node_t begin = cell.begin, end = 0; begin < cell.end; begin = end) {
      for (end = begin + 1; end < cell.end && octant(end, level) == octant(begin, level);) ++end;
      part(begin, end);
    }
  }

  void split_level() {
    const int level = static_cast<int>(levels_.size()) - 1;
    std::vector<Cell> next;
    for (Cell& cell : levels_.back()) {
      cell.first = next.size();
      each_part(cell, level, [&](node_t begin, node_t end) {
        if (end - begin > 1) next.push_back({begin, end});
      });
    }
    levels_.push_back(std::move(next));
  }

  // Bodies first, then cells, those of the deepest level first and the root last.
  void number() {
    nodes_ = static_cast<node_t>(places_.size());
    first_of_.resize(levels_.size());
    for (std::size_t level = levels_.size(); level-- > 0;) {
      first_of_[level] = nodes_;
      nodes_ += static_cast<node_t>(levels_[level].size());
    }
  }

  std::vector<std::uint64_t> places_;      // of the bodies, along the curve
  std::vector<std::vector<Cell>> levels_;  // the root's first
  std::vector<node_t> first_of_;           // number of the first cell of each level
  node_t nodes_ = 0;
};

}  // namespace

Graph octree_graph(node_t bodies, std::uint64_t seed) { return Octree(bodies, seed).graph(); }

}  // namespace maxwarp
