// Collects the edges of a file with checked end points and weights; shared by the readers whose header
// gives the number of nodes.
#pragma once

#include "runtime/graph/read/text.h"

#include <cstdint>

namespace maxwarp {

class EdgeCollector {
 public:
  /// Ids of the file are base .. base + nodes - 1.
  EdgeCollector(node_t nodes, std::int64_t base) : base_(base) { list_.nodes = nodes; }

  void reserve(std::int64_t edges);
  /// Reads one id of the line; the node goes to `node`.
  MaybeFailure read_node(TextCursor& cursor, node_t& node, const char* expected);
  /// Reads a weight that belongs to the next edge or edges added.
  MaybeFailure read_weight(TextCursor& cursor, double& weight);
  void add(node_t source, node_t target) {
    list_.sources.push_back(source);
    list_.targets.push_back(target);
  }
  void add(node_t source, node_t target, double weight) {
    add(source, target);
    list_.weights.push_back(weight);
    integral_ = integral_ && weight >= -2147483648.0 && weight < 2147483647.0;
  }
  /// The edges; `weighted` says which `add` was used.
  EdgeList take(bool weighted);

 private:
  EdgeList list_;
  std::int64_t base_;
  bool integral_ = true;
};

/// Refuses anything left on the line.
MaybeFailure expect_line_end(TextCursor& cursor, const char* expected);

}  // namespace maxwarp
