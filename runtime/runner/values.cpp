// Storage and text of the element types. Numbers are read and written with from_chars and to_chars, so
// that neither the locale nor rounding gets in the way.
#include "runtime/runner/values.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace maxwarp::runner {
namespace {

template <typename T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T>
void store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

template <typename T>
Result<T> parse_number(std::string_view text, const char* expected) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && !text.empty()) return value;
  const char* reason = error == std::errc::result_out_of_range ? " is out of range for " : " is not a valid ";
  return Failure{"`" + std::string(text) + "`" + reason + expected};
}

Result<ScalarValue> parse_bool(std::string_view text) {
  if (text == "true" || text == "1") return ScalarValue{1, 0};
  if (text == "false" || text == "0") return ScalarValue{0, 0};
  return Failure{"`" + std::string(text) + "` is not a valid bool; write true or false"};
}

template <typename T>
Result<ScalarValue> parse_integer(std::string_view text, const char* expected) {
  if (text == "inf") return ScalarValue{infinity<T>(), 0};
  const Result<T> number = parse_number<T>(text, expected);
  if (!number) return number.failure();
  return ScalarValue{*number, 0};
}

/// Decimal, or hexadecimal after `0x`.
Result<ScalarValue> parse_bits(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  std::uint64_t bits = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, bits, hexadecimal ? 16 : 10);
  if (error == std::errc{} && stop == end && !digits.empty()) return ScalarValue{static_cast<std::int64_t>(bits), 0};
  const char* reason = error == std::errc::result_out_of_range ? "` is out of range for bits" : "` is not a valid bits";
  return Failure{"`" + std::string(text) + reason + "; write a number such as 9 or 0x1f"};
}

Result<ScalarValue> parse_real(std::string_view text, ScalarType type) {
  const Result<double> number = parse_number<double>(text, type_name(type));
  if (!number) return number.failure();
  if (std::isnan(*number)) return Failure{"`" + std::string(text) + "` is not a number"};
  if (type == ScalarType::Double) return ScalarValue{0, *number};
  const auto narrow = static_cast<float>(*number);
  if (std::isinf(narrow) && !std::isinf(*number))
    return Failure{"`" + std::string(text) + "` is out of range for float"};
  return ScalarValue{0, narrow};
}

Result<ScalarValue> parse_edge(std::string_view text, const Graph& graph) {
  const Result<edge_t> edge = parse_number<edge_t>(text, "edge id");
  if (!edge) return edge.failure();
  if (*edge >= 0 && *edge < graph.edges()) return ScalarValue{*edge, 0};
  return Failure{"the graph has no edge " + std::string(text) + "; it has " + std::to_string(graph.edges())};
}

template <typename T>
std::string number_text(T value) {
  char buffer[64];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

std::string real_text(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) return "nan";
  char buffer[64];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  return std::string(buffer, end);
}

}  // namespace

std::size_t element_bytes(ScalarType type) {
  switch (type) {
    case ScalarType::Bool:
    case ScalarType::Int:
    case ScalarType::Float:
    case ScalarType::Node: return 4;
    case ScalarType::Long:
    case ScalarType::Double:
    case ScalarType::Bits:
    case ScalarType::Edge: return 8;
  }
  return 8;
}

const char* type_name(ScalarType type) {
  switch (type) {
    case ScalarType::Bool: return "bool";
    case ScalarType::Int: return "int";
    case ScalarType::Long: return "long";
    case ScalarType::Float: return "float";
    case ScalarType::Double: return "double";
    case ScalarType::Node: return "node";
    case ScalarType::Edge: return "edge";
    case ScalarType::Bits: return "bits";
  }
  return "";
}

std::string type_text(ScalarType type, ValueSpace space) {
  switch (space) {
    case ValueSpace::Global: return type_name(type);
    case ValueSpace::Node: return std::string("node ") + type_name(type);
    case ValueSpace::Edge: return std::string("edge ") + type_name(type);
    case ValueSpace::Array: return std::string("[] ") + type_name(type);
    case ValueSpace::NodeSet: return "node set";
  }
  return "";
}

Result<node_t> parse_node(std::string_view text, const Graph& graph) {
  const Result<std::int64_t> label = parse_number<std::int64_t>(text, "node; write its number in the graph file");
  if (!label) return label.failure();
  const node_t node = graph.labels.find(*label, graph.nodes);
  if (node != no_node) return node;
  if (graph.nodes == 0) return Failure{"the graph has no node " + std::string(text) + ": it is empty"};
  return Failure{"the graph has no node " + std::string(text) + "; its nodes go from " +
                 std::to_string(graph.labels[0]) + " to " + std::to_string(graph.labels[graph.nodes - 1])};
}

Result<ScalarValue> parse_value(std::string_view text, ScalarType type, const Graph& graph) {
  switch (type) {
    case ScalarType::Bool: return parse_bool(text);
    case ScalarType::Int: return parse_integer<std::int32_t>(text, "int");
    case ScalarType::Long: return parse_integer<std::int64_t>(text, "long");
    case ScalarType::Float:
    case ScalarType::Double: return parse_real(text, type);
    case ScalarType::Edge: return parse_edge(text, graph);
    case ScalarType::Bits: return parse_bits(text);
    case ScalarType::Node: break;
  }
  if (text == "none") return ScalarValue{no_node, 0};
  const Result<node_t> node = parse_node(text, graph);
  if (!node) return node.failure();
  return ScalarValue{*node, 0};
}

bool is_unreached(const ScalarValue& value, ScalarType type) {
  switch (type) {
    case ScalarType::Bits:
    case ScalarType::Bool: return false;
    case ScalarType::Int: return value.integer == infinity<std::int32_t>();
    case ScalarType::Long: return value.integer == infinity<std::int64_t>();
    case ScalarType::Float:
    case ScalarType::Double: return std::isinf(value.real) && value.real > 0;
    case ScalarType::Node:
    case ScalarType::Edge: return value.integer < 0;
  }
  return false;
}

std::string value_text(const ScalarValue& value, ScalarType type, const Labels& labels) {
  switch (type) {
    case ScalarType::Bool: return value.integer ? "true" : "false";
    case ScalarType::Int:
    case ScalarType::Long: return is_unreached(value, type) ? "inf" : number_text(value.integer);
    case ScalarType::Bits: return number_text(static_cast<std::uint64_t>(value.integer));
    case ScalarType::Float: return real_text(value.real, 9);
    case ScalarType::Double: return real_text(value.real, 17);
    case ScalarType::Edge: return value.integer < 0 ? "none" : number_text(value.integer);
    case ScalarType::Node: break;
  }
  return value.integer < 0 ? "none" : number_text(labels[static_cast<node_t>(value.integer)]);
}

std::string short_text(const ScalarValue& value, ScalarType type, const Labels& labels) {
  constexpr int digits = 10;
  return is_real(type) ? real_text(value.real, digits) : value_text(value, type, labels);
}

ScalarValue HostArray::operator[](std::int64_t i) const {
  const std::byte* from = bytes.data() + static_cast<std::size_t>(i) * element_bytes(type);
  switch (type) {
    case ScalarType::Float: return {0, load<float>(from)};
    case ScalarType::Double: return {0, load<double>(from)};
    case ScalarType::Long:
    case ScalarType::Bits:
    case ScalarType::Edge: return {load<std::int64_t>(from), 0};
    case ScalarType::Bool:
    case ScalarType::Int:
    case ScalarType::Node: break;
  }
  return {load<std::int32_t>(from), 0};
}

void HostArray::set(std::int64_t i, const ScalarValue& value) {
  std::byte* to = bytes.data() + static_cast<std::size_t>(i) * element_bytes(type);
  switch (type) {
    case ScalarType::Float: return store(to, static_cast<float>(value.real));
    case ScalarType::Double: return store(to, value.real);
    case ScalarType::Long:
    case ScalarType::Bits:
    case ScalarType::Edge: return store(to, value.integer);
    case ScalarType::Bool:
    case ScalarType::Int:
    case ScalarType::Node: break;
  }
  store(to, static_cast<std::int32_t>(value.integer));
}

}  // namespace maxwarp::runner
