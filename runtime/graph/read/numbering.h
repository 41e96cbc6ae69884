// Numbers the sparse 64-bit ids of a file: node indices follow the ascending ids.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/graph.h"

namespace maxwarp {

class Numbering {
 public:
  /// Numbers the distinct values among `ids`, which may repeat and come in any order.
  explicit Numbering(const std::vector<std::int64_t>& ids);

  std::int64_t nodes() const { return count_; }
  /// The node of an id, or no_node when the id is unknown. Only valid while nodes() fits node_t.
  node_t find(std::int64_t id) const;
  Labels take_labels() { return std::move(labels_); }

 private:
  Labels labels_;
  std::int64_t count_ = 0;
  std::vector<node_t> table_;  // id - labels_.first → node, where the ids lie close together
};

}  // namespace maxwarp
