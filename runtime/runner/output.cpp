// Writes results as text. Files appear when they are complete and are checked at the end: a full disk is an
// error, not a short file.
#include "runtime/runner/output.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "runtime/system/output_file.h"

namespace maxwarp::runner {
namespace {

void append_edges(std::string& line, const Graph& graph, node_t source, edge_t edge) {
  line = std::to_string(graph.labels[source]) + " " + std::to_string(graph.labels[graph.targets[edge]]) + " ";
}

/// Calls `put(line)` for each row of `length` values, which begins with what `name(row)` says; rows without values have
/// no lines.
template <typename Name, typename Text, typename Put>
void for_each_row(const HostArray& array, std::int64_t length, Name name, Text text, Put put) {
  std::string line;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (i % length == 0) line = name(i / length);
    line += text(array[i]);
    if ((i + 1) % length == 0)
      put(line);
    else
      line += " ";
  }
}

/// Of arrays whose first extent is `node` or `edge`: whose row it is.
class RowNames {
 public:
  RowNames(const ResultInfo& info, const std::vector<std::int64_t>& extents, const Graph& graph)
      : kind_(info.extents[0].index), graph_(graph) {
    for (std::size_t d = 1; d + 1 < extents.size(); ++d) rows_ *= extents[d];
  }

  std::string operator()(std::int64_t row) {
    std::string name;
    if (kind_ == ScalarType::Node) name = std::to_string(graph_.labels[static_cast<node_t>(row / rows_)]) + " ";
    if (kind_ != ScalarType::Edge) return name;
    while (graph_.row_offsets[source_ + 1] <= row / rows_) ++source_;
    append_edges(name, graph_, source_, row / rows_);
    return name;
  }

 private:
  ScalarType kind_;
  const Graph& graph_;
  std::int64_t rows_ = 1;  // of a node or edge: more than one in three dimensions
  node_t source_ = 0;
};

/// Calls `put(line)` for each line of the result.
template <typename Put>
void for_each_line(const ResultInfo& info, const ScalarValue& scalar, const HostArray& array,
                   const std::vector<std::int64_t>& extents, const Graph& graph, Put put) {
  const auto text = [&](const ScalarValue& value) { return value_text(value, info.type, graph.labels); };
  std::string line;
  switch (info.space) {
    case ValueSpace::Global: put(text(scalar)); return;
    case ValueSpace::Edge:
      for (node_t v = 0; v < graph.nodes; ++v)
        for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
          append_edges(line, graph, v, e);
          put(line + text(array[e]));
        }
      return;
    case ValueSpace::Node:
      for (node_t v = 0; v < graph.nodes; ++v) put(std::to_string(graph.labels[v]) + " " + text(array[v]));
      return;
    case ValueSpace::Array:
      if (extents.size() > 1) return for_each_row(array, extents.back(), RowNames(info, extents, graph), text, put);
      for (std::int64_t i = 0; i < array.size(); ++i) put(text(array[i]));
      return;
    case ValueSpace::NodeSet:
      for (node_t v = 0; v < graph.nodes; ++v)
        if (array[v].integer) put(std::to_string(graph.labels[v]));
      return;
  }
}

/// Opens the file, lets `produce(put)` put texts into it, and closes it.
template <typename Produce>
MaybeFailure write_lines(const std::string& name, Produce produce) {
  OutputFile file(name);
  produce([&](const std::string& text) { file.write(text); });
  return file.finish();
}

std::string count_text(std::int64_t count, const char* what) { return std::to_string(count) + " " + what; }

std::string bool_summary(const HostArray& array) {
  return count_text(members(array), "true of ") + std::to_string(array.size());
}

std::string node_summary(const HostArray& array) {
  std::unordered_set<std::int64_t> different;
  std::int64_t none = 0;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (array[i].integer < 0)
      ++none;
    else
      different.insert(array[i].integer);
  }
  std::string text = count_text(static_cast<std::int64_t>(different.size()), "different values");
  return none ? text + ", " + count_text(none, "none") : text;
}

/// The finite ones are reached nodes, or values.
std::string number_summary(const HostArray& array, const Labels& labels, const std::string& size) {
  std::int64_t reached = 0;
  ScalarValue least, most;
  double sum = 0;
  const bool real = is_real(array.type);
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const ScalarValue value = array[i];
    if (is_unreached(value, array.type)) continue;
    const auto less = [&](const ScalarValue& a, const ScalarValue& b) {
      return real ? a.real < b.real : a.integer < b.integer;
    };
    if (reached++ == 0 || less(value, least)) least = value;
    if (reached == 1 || less(most, value)) most = value;
    sum += value.real;
  }
  std::string text = size.empty() ? count_text(reached, "reached") : size + " values";
  if (!size.empty() && reached < array.size()) text += ", " + count_text(array.size() - reached, "inf");
  if (reached == 0) return text;
  if (real) text += ", min " + short_text(least, array.type, labels);
  text += ", max " + short_text(most, array.type, labels);
  return real ? text + ", sum " + short_text({0, sum}, ScalarType::Double, labels) : text;
}

}  // namespace

std::int64_t members(const HostArray& array) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < array.size(); ++i) count += array[i].integer != 0;
  return count;
}

Result<OutputSpec> parse_output(const std::string& text, const Algorithm& algorithm) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  std::string known;
  for (int i = 0; i < algorithm.result_count; ++i) {
    known += std::string(i ? ", " : "") + algorithm.results[i].name;
    if (name != algorithm.results[i].name) continue;
    if (equals == std::string::npos || equals + 1 == text.size())
      return Failure{"--output=" + text + ": no file; write --output=" + name + "=FILE"};
    return OutputSpec{i, text.substr(equals + 1)};
  }
  return Failure{"--output: no result `" + name + "`; the results are " + known};
}

MaybeFailure write_output(const OutputSpec& wish, const Algorithm& algorithm, const RunResult& result,
                          const Graph& graph) {
  return write_lines(wish.file, [&](auto put) {
    for_each_line(algorithm.results[wish.result], result.scalars[wish.result], result.arrays[wish.result],
                  result.extents[wish.result], graph, [&](const std::string& line) { put(line + '\n'); });
  });
}

MaybeFailure write_text_file(const std::string& file, const std::string& text) {
  return write_lines(file, [&](auto put) { put(text); });
}

std::string extents_text(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

std::string summary(const Algorithm& algorithm, int index, const RunResult& result, const Labels& labels) {
  const ResultInfo& info = algorithm.results[index];
  const HostArray& array = result.arrays[index];
  if (info.space == ValueSpace::Global) return short_text(result.scalars[index], info.type, labels);
  if (info.space == ValueSpace::NodeSet) return count_text(members(array), "of ") + count_text(array.size(), "nodes");
  if (info.type == ScalarType::Bool) return bool_summary(array);
  if (info.type == ScalarType::Bits) return count_text(members(array), "not 0 of ") + std::to_string(array.size());
  if (info.type == ScalarType::Node || info.type == ScalarType::Edge) return node_summary(array);
  const std::string size = info.rises ? std::to_string(array.size()) : extents_text(result.extents[index]);
  return number_summary(array, labels, size);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace maxwarp::runner
