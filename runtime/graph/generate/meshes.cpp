// Lattices in the plane and in space: grids, meshes and road-like networks.
#include <cstdint>
#include <span>

#include "runtime/graph/generate/by_rows.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"

namespace maxwarp {
namespace {

/// From a point to the other end of an edge that begins there: the later point, going through the box row by row.
struct Step {
  int x, y, z;
};

/// Edges are listed at their earlier point, so a node's row has those of earlier points first.
class Lattice {
 public:
  /// `back` are the numbers of `steps` in the order in which the points that they come from are passed.
  Lattice(const Box& box, std::span<const Step> steps, std::span<const int> back)
      : box_(box), steps_(steps), back_(back) {}

  /// The undirected graph with the edges for which `keep(earlier point, number of the step)` holds.
  template <typename Keep>
  Graph build(Keep keep) const {
    Graph graph = build_by_rows(box_.width * box_.height * box_.depth, [&](node_t v, auto take) {
      for (int i : back_)
        if (const node_t w = beside(v, i, -1); w != no_node && keep(w, i)) take(w);
      for (int i = 0; i < static_cast<int>(steps_.size()); ++i)
        if (const node_t w = beside(v, i, 1); w != no_node && keep(v, i)) take(w);
    });
    graph.symmetric = true;
    return graph;
  }

 private:
  /// The node one step forwards or backwards, or no_node outside of the box.
  node_t beside(node_t v, int step, int sign) const {
    const Step& s = steps_[step];
    const node_t x = v % box_.width + sign * s.x, y = v / box_.width % box_.height + sign * s.y;
    const node_t z = v / box_.width / box_.height + sign * s.z;
    const bool inside = x >= 0 && x < box_.width && y >= 0 && y < box_.height && z >= 0 && z < box_.depth;
    return inside ? (z * box_.height + y) * box_.width + x : no_node;
  }

  Box box_;
  std::span<const Step> steps_;
  std::span<const int> back_;
};

constexpr Step grid_steps[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
constexpr int grid_back[] = {2, 1, 0};
constexpr Step mesh_steps[] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
constexpr int mesh_back[] = {6, 5, 4, 3, 2, 1, 0};
// The numbers of these steps make the random choices of a road network: their order names the graphs.
constexpr Step road_steps[] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {-1, 1, 0}};
constexpr int road_back[] = {2, 1, 3, 0};
constexpr int first_diagonal = 2;

bool always(node_t, int) { return true; }

}  // namespace

Graph grid_graph(const Box& box) { return Lattice(box, grid_steps, grid_back).build(always); }

Graph mesh_graph(const Box& box) { return Lattice(box, mesh_steps, mesh_back).build(always); }

Graph road_graph(node_t width, node_t height, double keep, double diagonal, std::uint64_t seed) {
  return Lattice({width, height, 1}, road_steps, road_back).build([=](node_t from, int step) {
    const std::uint64_t bits = random_bits(seed, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(step));
    return unit_real(bits) < (step >= first_diagonal ? diagonal : keep);
  });
}

}  // namespace maxwarp
