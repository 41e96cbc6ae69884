// Scans the text once; every value is written to its place in the array as it is read.
#include "runtime/runner/array_argument.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/file.h"
#include "runtime/runner/property_file.h"
#include "runtime/runner/random_array.h"

namespace maxwarp::runner {
namespace {

HostValue finished(HostArray array, std::vector<std::int64_t> extents) {
  HostValue value;
  value.owned = std::move(array);
  value.data = value.owned.bytes.data();
  value.bytes = value.owned.bytes.size();
  value.count = value.owned.size();
  value.extents = std::move(extents);
  return value;
}

class ArrayReader {
 public:
  /// `file`: the name for messages, or empty for the command line.
  ArrayReader(const ParameterInfo& parameter, std::string file, const Graph& graph)
      : parameter_(parameter), file_(std::move(file)), graph_(graph), rows_(parameter.dimensions == 2) {}

  Result<HostValue> read(std::string_view text);

 private:
  Failure failure(const std::string& reason) const {
    const std::string place = file_.empty() ? "" : file_ + ":" + std::to_string(line_) + ": ";
    return {std::string("--") + parameter_.name + ": " + place + reason};
  }
  MaybeFailure add_value(std::string_view word);
  MaybeFailure add_comma();
  MaybeFailure end_line();
  MaybeFailure end();

  const ParameterInfo& parameter_;
  const std::string file_;
  const Graph& graph_;
  const bool rows_;  // one row per line
  HostArray array_;
  std::int64_t count_ = 0, line_ = 1, in_line_ = 0;
  std::int64_t row_count_ = 0, row_length_ = 0;
  bool behind_comma_ = false;
};

MaybeFailure ArrayReader::add_value(std::string_view word) {
  const auto value = parse_value(word, parameter_.type, graph_);
  if (!value) return failure(value.error());
  array_.resize(count_ + 1);
  array_.set(count_++, *value);
  ++in_line_;
  behind_comma_ = false;
  return std::nullopt;
}

MaybeFailure ArrayReader::add_comma() {
  const bool first = rows_ ? in_line_ == 0 : count_ == 0;
  if (first || behind_comma_) return failure("a value is missing before `,`");
  behind_comma_ = true;
  return std::nullopt;
}

MaybeFailure ArrayReader::end_line() {
  if (!rows_ || in_line_ == 0) return std::nullopt;
  if (behind_comma_) return failure("a value is missing after `,`");
  if (row_count_ == 0) row_length_ = in_line_;
  if (in_line_ != row_length_)
    return failure("row " + std::to_string(row_count_) + " has " + std::to_string(in_line_) + " value(s); expected " +
                   std::to_string(row_length_) + ", as in row 0");
  ++row_count_;
  in_line_ = 0;
  return std::nullopt;
}

MaybeFailure ArrayReader::end() {
  if (auto failed = end_line()) return failed;
  if (behind_comma_) return failure("a value is missing after `,`");
  return std::nullopt;
}

Result<HostValue> ArrayReader::read(std::string_view text) {
  array_.type = parameter_.type;
  constexpr std::string_view separators = " \t\r\n,";
  for (std::size_t at = 0; at < text.size();) {
    MaybeFailure failed;
    const std::size_t begin = at;
    const char c = text[at++];
    if (separators.find(c) == std::string_view::npos) {
      at = std::min(text.find_first_of(separators, at), text.size());
      failed = add_value(text.substr(begin, at - begin));
    } else if (c == ',') {
      failed = add_comma();
    } else if (c == '\n') {
      failed = end_line();
      ++line_;
    }
    if (failed) return *failed;
  }
  if (auto failed = end()) return *failed;
  return finished(std::move(array_), rows_ ? std::vector{row_count_, row_length_} : std::vector{count_});
}

Result<HostValue> rows_by_element(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  auto rows = rows_of_file(parameter, text, graph);
  if (!rows) return rows.failure();
  const bool nodes = parameter.extents[0].index == ScalarType::Node;
  const std::int64_t width = rows->width;
  return finished(std::move(rows->values), {nodes ? graph.nodes : graph.edges(), width});
}

std::string rows_form(const ParameterInfo& parameter) {
  switch (parameter.extents[0].index) {
    case ScalarType::Node: return "=@FILE of lines `label value value …`";
    case ScalarType::Edge: return "=@FILE of lines `source target value value …`";
    default: return "=@FILE, a file of one row per line";
  }
}

Result<HostValue> read_array(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  const bool from_file = !text.empty() && text[0] == '@';
  const std::string name = std::string("--") + parameter.name;
  if (is_random_array(text)) return random_array(parameter, text);
  if (parameter.dimensions > 2)
    return Failure{name + ": arrays of more than two dimensions cannot be read; write " + random_array_form(parameter) +
                   ", or call the program from C++"};
  if (!from_file && parameter.dimensions == 2)
    return Failure{name + ": write " + rows_form(parameter) + ", or " + random_array_form(parameter)};
  if (!from_file) return ArrayReader(parameter, "", graph).read(text);
  if (parameter.dimensions == 2 && parameter.extents[0].index != ScalarType::Long)
    return rows_by_element(parameter, text, graph);
  const std::string file = text.substr(1);
  const auto content = read_data_file(file, "a file of numbers");
  if (!content) return Failure{name + ": " + content.error()};
  return ArrayReader(parameter, file, graph).read(*content);
}

}  // namespace

Result<HostValue> array_argument(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  return guard_memory(
      std::string("--") + parameter.name, [&] { return read_array(parameter, text, graph); }, "the array");
}

}  // namespace maxwarp::runner
