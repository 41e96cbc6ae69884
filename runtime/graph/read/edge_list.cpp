// Edge lists: `u v` or `u v weight` a line, `#` and `%` comments, ids of up to 64 bits, directed.
#include <algorithm>
#include <cstdint>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/edges.h"
#include "runtime/graph/read/numbering.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

/// The lines as they are: ids alternate source, target.
struct RawEdges {
  std::vector<std::int64_t> ids;
  std::vector<double> weights;
  bool weighted = false, integral = true;
};

/// The ids that options allow.
struct IdRange {
  std::int64_t low = 0, high = infinity<std::int64_t>();
};

MaybeFailure read_id(TextCursor& cursor, const IdRange& range, RawEdges& raw, const char* expected) {
  std::int64_t id = 0;
  if (Number found = cursor.integer(id); found != Number::Ok) return cursor.failure(found, expected);
  if (id < range.low || id > range.high) {
    std::string limit =
        range.high == infinity<std::int64_t>()
            ? "at least " + std::to_string(range.low)
            : std::to_string(range.low) + ".." + std::to_string(range.high) + " (--nodes, --base)";
    return cursor.failure("node id " + std::to_string(id) + "; expected " + limit);
  }
  raw.ids.push_back(id);
  return std::nullopt;
}

MaybeFailure read_line(TextCursor& cursor, const IdRange& range, RawEdges& raw) {
  bool first = raw.ids.empty();
  if (auto failure = read_id(cursor, range, raw, "the edge's source as an integer")) return failure;
  if (auto failure = read_id(cursor, range, raw, "the edge's target as an integer")) return failure;
  bool has_weight = !cursor.at_line_end();
  if (first) raw.weighted = has_weight;
  if (has_weight != raw.weighted)
    return cursor.failure(has_weight ? "3 columns; expected 2 as on the first edge's line"
                                     : "2 columns; expected 3 as on the first edge's line");
  if (!has_weight) return std::nullopt;
  double weight = 0;
  if (Number found = cursor.weight(weight, raw.integral); found != Number::Ok)
    return cursor.failure(found, "a finite weight (integers up to 2^53)");
  raw.weights.push_back(weight);
  return expect_line_end(cursor, "`SOURCE TARGET` or `SOURCE TARGET WEIGHT`");
}

/// Estimates the number of lines from the first ones, to reserve memory once.
std::size_t estimate_lines(std::string_view text) {
  std::string_view sample = text.substr(0, 1 << 16);
  auto lines = static_cast<std::size_t>(std::count(sample.begin(), sample.end(), '\n'));
  return sample.empty() ? 0 : text.size() / sample.size() * (lines + 1);
}

/// The edges with `number(id)` as their ends; frees the ids.
template <typename NumberOf>
EdgeList edges_of(RawEdges raw, node_t nodes, NumberOf number) {
  EdgeList list;
  list.nodes = nodes;
  list.weights = std::move(raw.weights);
  if (raw.weighted) list.weight_kind = raw.integral ? WeightKind::Int : WeightKind::Double;
  list.sources.resize(raw.ids.size() / 2);
  list.targets.resize(raw.ids.size() / 2);
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    list.sources[i] = number(raw.ids[2 * i]);
    list.targets[i] = number(raw.ids[2 * i + 1]);
  }
  return list;
}

/// All ids from `base` on are nodes: `nodes` of them, or (0) up to the largest one that occurs.
Result<Graph> build_dense(const std::string& path, RawEdges raw, std::int64_t base, std::int64_t nodes) {
  auto count = static_cast<double>(nodes);
  if (nodes == 0) {
    std::int64_t last = *std::max_element(raw.ids.begin(), raw.ids.end());
    count = static_cast<double>(last) - static_cast<double>(base) + 1;
    nodes = last - base + 1;
  }
  if (auto failure = check_size(path + ": --nodes", count, static_cast<double>(raw.weights.size())))
    return *failure;
  EdgeList list = edges_of(std::move(raw), static_cast<node_t>(nodes),
                           [&](std::int64_t id) { return static_cast<node_t>(id - base); });
  return build_graph(list, Labels{base, {}});
}

/// The nodes are the ids that occur.
Result<Graph> build_sparse(const std::string& path, RawEdges raw) {
  Numbering numbering(raw.ids);
  if (auto failure = check_size(path, static_cast<double>(numbering.nodes()), 0)) return *failure;
  EdgeList list = edges_of(std::move(raw), static_cast<node_t>(numbering.nodes()),
                           [&](std::int64_t id) { return numbering.find(id); });
  return build_graph(list, numbering.take_labels());
}

}  // namespace

Result<ReadGraph> read_edge_list(const std::string& path, std::string_view text, const ReadOptions& options) {
  bool dense = options.dense || options.nodes > 0;
  IdRange range;
  range.low = options.base.value_or(0);
  if (options.nodes > 0) range.high = range.low + options.nodes - 1;
  TextCursor cursor(path, text);
  RawEdges raw;
  raw.ids.reserve(2 * estimate_lines(text));
  for (; cursor.next_content("#%"); cursor.next_line())
    if (auto failure = read_line(cursor, range, raw)) return *failure;
  if (raw.ids.empty() && options.nodes == 0)
    return cursor.failure(
        "no edges; expected `SOURCE TARGET [WEIGHT]` lines (or --nodes=N for a graph without edges)");
  auto graph = dense ? build_dense(path, std::move(raw), range.low, options.nodes)
                     : build_sparse(path, std::move(raw));
  if (!graph) return graph.failure();
  return ReadGraph{*std::move(graph), "edge list", ""};
}

}  // namespace maxwarp
