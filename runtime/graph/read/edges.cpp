// Edges with checked end points.
#include "runtime/graph/read/edges.h"

#include <cstdint>

namespace maxwarp {

void EdgeCollector::reserve(std::int64_t edges) {
  list_.sources.reserve(edges);
  list_.targets.reserve(edges);
}

MaybeFailure EdgeCollector::read_node(TextCursor& cursor, node_t& node, const char* expected) {
  std::int64_t id = 0;
  if (Number kind = cursor.integer(id); kind != Number::Ok) return cursor.failure(kind, expected);
  if (id >= base_ && id - base_ < list_.nodes) {
    node = static_cast<node_t>(id - base_);
    return std::nullopt;
  }
  std::string range =
      list_.nodes == 0 ? "no edge at all, the header announces 0 nodes"
                       : "an id in " + std::to_string(base_) + ".." + std::to_string(base_ + list_.nodes - 1);
  return cursor.failure("node " + std::to_string(id) + "; expected " + range);
}

MaybeFailure EdgeCollector::read_weight(TextCursor& cursor, double& weight) {
  if (Number kind = cursor.weight(weight, integral_); kind != Number::Ok)
    return cursor.failure(kind, "a finite weight (integers up to 2^53)");
  return std::nullopt;
}

EdgeList EdgeCollector::take(bool weighted) {
  if (weighted) list_.weight_kind = integral_ ? WeightKind::Int : WeightKind::Double;
  return std::move(list_);
}

MaybeFailure expect_line_end(TextCursor& cursor, const char* expected) {
  if (cursor.at_line_end()) return std::nullopt;
  std::string_view extra = cursor.token();
  return cursor.failure(quoted(extra) + " at the end of the line; expected " + expected);
}

}  // namespace maxwarp
