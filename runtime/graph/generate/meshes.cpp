// Graphs in the plane: grids, triangulated meshes and road-like networks. Node y * width + x.
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"

#include <cstdint>

namespace maxwarp {
namespace {

/// The undirected edges that start at a point, by the offset of their other end.
enum Direction : std::uint64_t { Right, Down, DownRight, DownLeft };

class PlaneBuilder {
 public:
  PlaneBuilder(node_t width, node_t height, double edges_per_node) : width_(width), height_(height) {
    list_.nodes = width * height;
    auto expected = static_cast<std::size_t>(edges_per_node * list_.nodes);
    list_.sources.reserve(expected);
    list_.targets.reserve(expected);
  }

  /// Adds both directions of every edge of the `directions` for which `keep(node, direction)` holds.
  template <typename Keep>
  EdgeList build(std::initializer_list<Direction> directions, Keep keep) {
    for (node_t y = 0; y < height_; ++y)
      for (node_t x = 0; x < width_; ++x)
        for (Direction direction : directions) add(x, y, direction, keep);
    return std::move(list_);
  }

 private:
  template <typename Keep>
  void add(node_t x, node_t y, Direction direction, Keep keep) {
    node_t other_x = x + (direction == Down ? 0 : direction == DownLeft ? -1 : 1);
    node_t other_y = y + (direction == Right ? 0 : 1);
    node_t from = y * width_ + x;
    if (other_x < 0 || other_x >= width_ || other_y >= height_ || !keep(from, direction)) return;
    node_t to = other_y * width_ + other_x;
    for (auto [source, target] : {std::pair(from, to), std::pair(to, from)}) {
      list_.sources.push_back(source);
      list_.targets.push_back(target);
    }
  }

  node_t width_, height_;
  EdgeList list_;
};

bool always(node_t, Direction) { return true; }

}  // namespace

EdgeList grid_edges(node_t width, node_t height) {
  return PlaneBuilder(width, height, 4).build({Right, Down}, always);
}

EdgeList mesh_edges(node_t width, node_t height) {
  return PlaneBuilder(width, height, 6).build({Right, Down, DownRight}, always);
}

EdgeList road_edges(node_t width, node_t height, double keep, double diagonal, std::uint64_t seed) {
  auto chosen = [=](node_t from, Direction direction) {
    bool is_diagonal = direction == DownRight || direction == DownLeft;
    return unit_real(random_bits(seed, std::uint64_t(from), direction)) < (is_diagonal ? diagonal : keep);
  };
  return PlaneBuilder(width, height, 4 * keep + 4 * diagonal)
      .build({Right, Down, DownRight, DownLeft}, chosen);
}

}  // namespace maxwarp
