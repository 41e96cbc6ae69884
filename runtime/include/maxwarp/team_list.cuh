// Nodes that a virtual warp activates and runs itself, a few levels deep ([N] §IV-B, IV-C).
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// Room for `Count` nodes of a virtual warp: `__shared__ WarpPrivate<TeamPlaces<Count>, W, Threads> places;`.
template <int Count>
struct TeamPlaces {
  static constexpr int count = Count;
  int size;  // how many were offered, which may be more than fit
  node_t nodes[Count];
};
static_assert(sizeof(TeamPlaces<24>) == sizes::team_places(24));

/// A first node and the nodes that running it activates, breadth first, as LocalList has them for one thread. All lanes
/// call `next` together; each lane may call `add` for itself in between.
template <typename Team, typename Places>
class TeamList {
 public:
  /// `levels`: how many levels of nodes to run, counting the first node as one.
  __device__ TeamList(const Team& team, Places& places, int levels, node_t first)
      : team_(team), places_(places), first_(first), levels_(levels) {
    if (team.leader()) places.size = 0;
  }

  /// Takes the next node; false if there is none.
  __device__ __forceinline__ bool next(node_t& node) {
    team_.sync();  // what the lanes have added is there
    if (first_ != no_node) {
      node = first_;
      first_ = no_node;
      return true;
    }
    const int size = min_of(places_.size, Places::count);
    team_.sync();  // all lanes have read the size: from now on it may grow
    if (taken_ == size) return false;
    if (taken_ == level_end_) {
      ++level_;
      level_end_ = size;
    }
    node = places_.nodes[taken_++];
    return true;
  }

  /// Adds a node that is to run after the others; false if no place is left or its level is too deep.
  __device__ bool add(node_t node) {
    if (level_ + 1 >= levels_ || load_anywhere(&places_.size) >= Places::count) return false;
    const int place = atomicAdd(&places_.size, 1);
    if (place >= Places::count) return false;
    places_.nodes[place] = node;
    return true;
  }

 private:
  Team team_;
  Places& places_;
  node_t first_;
  int levels_;
  int taken_ = 0;
  int level_ = 0, level_end_ = 0;  // of the node taken last: its level, and where in the list that ends
};

}  // namespace maxwarp
