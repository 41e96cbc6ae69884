// Nodes that a thread activates and runs itself, a few levels deep ([N] §IV-B, IV-C). For CPU and GPU.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

/// Room for `Count` nodes of one thread. On a GPU this is local memory: device memory, interleaved among threads and
/// cached.
template <int Count>
struct OwnPlaces {
  static constexpr int count = Count;
  node_t nodes[Count];
  MAXWARP_FUNCTION node_t& at(int i) { return nodes[i]; }
};

/// A first node and the nodes that running it activates, breadth first. Nodes that do not fit are left to others.
/// `for (node_t v; list.next(v);) { … if (!list.add(w)) … }`; one thread calls all of it.
template <typename Places>
class LocalList {
 public:
  /// `levels`: how many levels of nodes to run, counting the first node as one.
  MAXWARP_FUNCTION LocalList(Places& places, int levels, node_t first)
      : places_(places), first_(first), levels_(levels) {}

  /// Takes the next node; false if there is none.
  MAXWARP_FUNCTION bool next(node_t& node) {
    if (first_ != no_node) {
      node = first_;
      first_ = no_node;
      return true;
    }
    if (taken_ == size_) return false;
    if (taken_ == level_end_) {
      ++level_;
      level_end_ = size_;
    }
    node = places_.at(taken_++);
    return true;
  }

  /// Adds a node that is to run after the others; false if no place is left or its level is too deep.
  MAXWARP_FUNCTION bool add(node_t node) {
    if (level_ + 1 >= levels_ || size_ == Places::count) return false;
    places_.at(size_++) = node;
    return true;
  }

 private:
  Places& places_;
  node_t first_;
  int levels_;
  int size_ = 0, taken_ = 0;
  int level_ = 0, level_end_ = 0;  // of the node taken last: its level, and where in the list that ends
};

}  // namespace maxwarp
