// Ends of edges and weights, with messages.
#include "runtime/graph/read/ends.h"

namespace maxwarp {

MaybeFailure NodeRange::read(TextCursor& cursor, std::uint32_t& node, const char* expected) const {
  std::int64_t id = 0;
  if (Number kind = cursor.integer(id); kind != Number::Ok) return cursor.failure(kind, expected);
  if (id >= base && id - base < nodes) {
    node = static_cast<std::uint32_t>(id - base);
    return std::nullopt;
  }
  std::string range = nodes == 0 ? "no edge at all, the header announces 0 nodes"
                                 : "an id in " + std::to_string(base) + ".." + std::to_string(base + nodes - 1);
  return cursor.failure("node " + std::to_string(id) + "; expected " + range);
}

MaybeFailure read_weight(TextCursor& cursor, Weight& weight, bool rounded) {
  weight.integral = true;
  if (Number kind = cursor.weight(weight.value, weight.integral, rounded); kind != Number::Ok)
    return cursor.failure(kind, "a finite weight");
  return std::nullopt;
}

MaybeFailure expect_line_end(TextCursor& cursor, const char* expected) {
  if (cursor.at_line_end()) return std::nullopt;
  std::string_view extra = cursor.token();
  return cursor.failure(quoted(extra) + " at the end of the line; expected " + expected);
}

}  // namespace maxwarp
