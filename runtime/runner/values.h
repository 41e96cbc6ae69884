// Values of the language as text and as bytes: one place that knows how each element type is stored,
// written and read. Node values are written as the labels of the graph file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "maxwarp/algorithm.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp::runner {

/// Bytes of one element in an array.
std::size_t element_bytes(ScalarType type);

/// The word of the language: `int`, `node`, …
const char* type_name(ScalarType type);

/// The type of a parameter or result in words: `node int`, `node set`, `[] double`.
std::string type_text(ScalarType type, ValueSpace space);

/// Whether the value is in `ScalarValue::real`.
inline bool is_real(ScalarType type) { return type == ScalarType::Float || type == ScalarType::Double; }

/// `text` as a value of `type`: numbers, `inf`, `true`, `false`; a node is given by its label, an edge by
/// its id. Error: says what was seen and what is expected.
Result<ScalarValue> parse_value(std::string_view text, ScalarType type, const Graph& graph);

/// The label `text` as a node of the graph. Error: no number, or no such node (with an example of one).
Result<node_t> parse_node(std::string_view text, const Graph& graph);

/// The value as text: `inf`, `none`, `true`, 17 digits for a double; a node by its label.
std::string value_text(const ScalarValue& value, ScalarType type, const Labels& labels);

/// The same for people: doubles with the digits that say something.
std::string short_text(const ScalarValue& value, ScalarType type, const Labels& labels);

/// Whether the value is the language's `inf` (or `none` for a node or edge).
bool is_unreached(const ScalarValue& value, ScalarType type);

/// An array of elements of one type on the host.
struct HostArray {
  ScalarType type = ScalarType::Int;
  std::vector<std::byte> bytes;

  std::int64_t size() const { return static_cast<std::int64_t>(bytes.size() / element_bytes(type)); }
  ScalarValue operator[](std::int64_t i) const;
  void set(std::int64_t i, const ScalarValue& value);
  void resize(std::int64_t size) { bytes.resize(static_cast<std::size_t>(size) * element_bytes(type)); }
};

}  // namespace maxwarp::runner
