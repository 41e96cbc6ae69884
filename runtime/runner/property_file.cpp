// Reads line by line. Lines of edges are kept in the order of the file until all are there; then they and the edges of
// each row are sorted by their ends, side by side, so that a line finds its edge however the file is ordered.
#include "runtime/runner/property_file.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/text.h"
#include "runtime/system/file_column.h"

namespace maxwarp::runner {
namespace {

constexpr std::string_view comments = "#%";

/// Source and target of an edge; a node is a source alone.
using Ends = std::pair<node_t, node_t>;

bool is_by_edge(const ParameterInfo& parameter) {
  return parameter.space == ValueSpace::Edge ||
         (parameter.space == ValueSpace::Array && parameter.extents[0].index == ScalarType::Edge);
}

class PropertyFile {
 public:
  PropertyFile(const ParameterInfo& parameter, FileColumn place, const Graph& graph)
      : parameter_(parameter),
        place_(std::move(place)),
        graph_(graph),
        ids_(is_by_edge(parameter) ? 2 : 1),
        width_(parameter.space == ValueSpace::Array ? 0 : 1) {
    values_.type = parameter.type;
  }

  /// How many values a line has; 0 of an array in a file without lines.
  std::int64_t width() const { return width_; }

  Result<HostArray> read() {
    if (place_.column != 0 && parameter_.space == ValueSpace::Array)
      return named(Failure{"`:col" + std::to_string(place_.column) +
                           "` is one column, and a row is all values of a line; write @FILE"});
    if (place_.column != 0 && place_.column <= ids_)
      return named(Failure{"column " + std::to_string(place_.column) + " of a line is " +
                           (ids_ == 1 ? "the label" : "an end of the edge") + "; values begin with :col" +
                           std::to_string(ids_ + 1)});
    if (place_.file.empty()) return named(Failure{"`@` names no file; write " + property_file_form(parameter_.space)});
    auto content = read_data_file(place_.file, "a file of values");
    if (!content) return named(content.failure());
    std::ranges::replace(*content, ',', ' ');
    TextCursor cursor(place_.file, *content);
    for (; cursor.next_content(comments); cursor.next_line())
      if (auto failure = line(cursor)) return named(*failure);
    auto array = ids_ == 1 ? at_nodes(*content) : at_edges(*content);
    return array ? std::move(array) : named(array.failure());
  }

 private:
  Failure named(const Failure& failure) const { return {std::string("--") + parameter_.name + ": " + failure.message}; }

  /// Keeps the ends and the value of a line.
  MaybeFailure line(TextCursor& cursor) {
    words_.clear();
    while (!cursor.at_line_end()) words_.push_back(cursor.token());
    const int seen = static_cast<int>(words_.size());
    if (width_ == 0) width_ = std::max(seen - ids_, 1);
    const int wanted = place_.column ? place_.column : ids_ + static_cast<int>(width_);
    if (place_.column ? seen < wanted : seen != wanted) return wrong_count(cursor, wanted);
    Ends ends{no_node, no_node};
    for (int i = 0; i < ids_; ++i) {
      const auto node = parse_node(words_[static_cast<std::size_t>(i)], graph_);
      if (!node) return cursor.failure(node.error());
      (i == 0 ? ends.first : ends.second) = *node;
    }
    lines_.push_back(ends);
    return values(cursor, wanted - static_cast<int>(width_));
  }

  /// Keeps the values of a line, from that word on.
  MaybeFailure values(const TextCursor& cursor, int first) {
    const std::int64_t count = values_.size();
    values_.resize(count + width_);
    for (std::int64_t i = 0; i < width_; ++i) {
      const auto value = parse_value(words_[static_cast<std::size_t>(first + i)], parameter_.type, graph_);
      if (!value) return cursor.failure(value.error());
      values_.set(count + i, *value);
    }
    return std::nullopt;
  }

  /// Puts the values of a line where they belong.
  void place(HostArray& array, std::int64_t element, std::int64_t line) const {
    for (std::int64_t i = 0; i < width_; ++i) array.set(element * width_ + i, values_[line * width_ + i]);
  }

  Failure wrong_count(const TextCursor& cursor, int wanted) const {
    const std::string seen = std::to_string(words_.size()) + (words_.size() == 1 ? " word" : " words");
    if (place_.column) return cursor.failure("the line has " + seen + "; expected column " + std::to_string(wanted));
    const bool row = parameter_.space == ValueSpace::Array;
    if (row) return cursor.failure("the line has " + seen + "; expected " + std::to_string(wanted) + ", as before");
    const std::string more = static_cast<int>(words_.size()) > wanted
                                 ? "; write @FILE:col" + std::to_string(wanted) + " for the first of several columns"
                                 : "";
    return cursor.failure("the line has " + seen + "; expected `" + line_form() + "`" + more);
  }

  const char* line_form() const { return ids_ == 1 ? "label value" : "source target value"; }

  /// A message about the line that was kept as the `index`-th.
  Failure at_line(const std::string& content, std::int64_t index, const std::string& message) const {
    TextCursor cursor(place_.file, content);
    while (cursor.next_content(comments) && index-- > 0) cursor.next_line();
    return cursor.failure(message);
  }

  std::string text(const Ends& ends) const {
    const std::string source = std::to_string(graph_.labels[ends.first]);
    return ids_ == 1 ? "node " + source : "edge " + source + " " + std::to_string(graph_.labels[ends.second]);
  }

  Failure missing(std::int64_t all, const Ends& first) const {
    return {"`" + place_.file + "` has values for " + std::to_string(lines_.size()) + " of " + std::to_string(all) +
            (ids_ == 1 ? " nodes" : " edges") + "; none for " + text(first)};
  }

  Result<HostArray> at_nodes(const std::string& content) const {
    HostArray array{parameter_.type, {}};
    array.resize(graph_.nodes * width_);
    std::vector<bool> seen(static_cast<std::size_t>(graph_.nodes));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const node_t node = lines_[i].first;
      if (seen[static_cast<std::size_t>(node)])
        return at_line(content, static_cast<std::int64_t>(i), text(lines_[i]) + " has two values");
      seen[static_cast<std::size_t>(node)] = true;
      place(array, node, static_cast<std::int64_t>(i));
    }
    const auto open = std::ranges::find(seen, false);
    if (open != seen.end()) return missing(graph_.nodes, {static_cast<node_t>(open - seen.begin()), no_node});
    return array;
  }

  /// The lines in the order of the rows.
  std::vector<std::int64_t> sorted_lines() const {
    std::vector<std::int64_t> order(lines_.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::ranges::sort(order, {}, [&](std::int64_t i) { return std::pair(lines_[static_cast<std::size_t>(i)], i); });
    return order;
  }

  /// The edges of a node by their targets.
  void sort_row(node_t node, std::vector<edge_t>& row) const {
    row.resize(static_cast<std::size_t>(graph_.row_offsets[node + 1] - graph_.row_offsets[node]));
    std::iota(row.begin(), row.end(), graph_.row_offsets[node]);
    std::ranges::sort(row, {}, [&](edge_t e) { return std::pair(graph_.targets[e], e); });
  }

  Result<HostArray> at_edges(const std::string& content) const {
    HostArray array{parameter_.type, {}};
    array.resize(graph_.edges() * width_);
    const std::vector<std::int64_t> order = sorted_lines();
    std::optional<Ends> open;                                         // the first edge without a line
    std::int64_t unknown = std::numeric_limits<std::int64_t>::max();  // the first line without an edge
    auto next = order.begin();
    const auto ends_of_next = [&] { return lines_[static_cast<std::size_t>(*next)]; };
    std::vector<edge_t> row;
    for (node_t v = 0; v < graph_.nodes; ++v) {
      sort_row(v, row);
      for (const edge_t e : row) {
        const Ends ends{v, graph_.targets[e]};
        for (; next != order.end() && ends_of_next() < ends; ++next) unknown = std::min(unknown, *next);
        if (next != order.end() && ends_of_next() == ends)
          place(array, e, *next++);
        else if (!open)
          open = ends;
      }
    }
    for (; next != order.end(); ++next) unknown = std::min(unknown, *next);
    if (unknown < std::numeric_limits<std::int64_t>::max()) return without_edge(content, unknown);
    if (open) return missing(graph_.edges(), *open);
    return array;
  }

  /// A line of which the graph has no edge, or not one more.
  Failure without_edge(const std::string& content, std::int64_t index) const {
    const Ends ends = lines_[static_cast<std::size_t>(index)];
    const auto* row = graph_.targets.data();
    const auto edges = std::count(row + graph_.row_offsets[ends.first], row + graph_.row_offsets[ends.first + 1],
                                  ends.second);
    const std::string has = edges == 0 ? "the graph has no " + text(ends)
                                       : "one value too many for " + text(ends) + ", which the graph has " +
                                             (edges == 1 ? "once" : std::to_string(edges) + " times");
    return at_line(content, index, has);
  }

  const ParameterInfo& parameter_;
  const FileColumn place_;
  const Graph& graph_;
  const int ids_;       // words of a line that name the node or edge
  std::int64_t width_;  // values of a line; 0: not yet known
  std::vector<std::string_view> words_;
  std::vector<Ends> lines_;
  HostArray values_;  // of the lines
};

/// The file is read by what `read` makes of it.
template <typename Read>
auto with_memory(const ParameterInfo& parameter, const std::string& text, const Graph& graph, Read read) {
  return guard_memory(
      std::string("--") + parameter.name,
      [&] {
        PropertyFile file(parameter, file_column(std::string_view(text).substr(1)), graph);
        return read(file);
      },
      "the property");
}

}  // namespace

std::string property_file_form(ValueSpace space) {
  return std::string("@FILE with lines `") + (space == ValueSpace::Edge ? "source target value`" : "label value`");
}

Result<HostArray> property_of_file(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  return with_memory(parameter, text, graph, [](PropertyFile& file) { return file.read(); });
}

Result<HostRows> rows_of_file(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  return with_memory(parameter, text, graph, [](PropertyFile& file) -> Result<HostRows> {
    auto array = file.read();
    if (!array) return array.failure();
    return HostRows{*std::move(array), file.width()};
  });
}

}  // namespace maxwarp::runner
