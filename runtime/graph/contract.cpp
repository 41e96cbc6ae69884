// Groups are numbered in the order of their labels, so that the same groups give the same graph.
#include "runtime/graph/contract.h"

#include <algorithm>
#include <vector>

#include "runtime/graph/read/file.h"
#include "runtime/graph/read/text.h"

namespace maxwarp {

namespace {

constexpr std::string_view comments = "#%";

std::vector<std::int64_t> distinct(std::span<const std::int64_t> groups) {
  std::vector<std::int64_t> labels(groups.begin(), groups.end());
  std::ranges::sort(labels);
  labels.erase(std::ranges::unique(labels).begin(), labels.end());
  return labels;
}

/// An integer of a line, or what is wrong.
MaybeFailure take(TextCursor& cursor, std::int64_t& value, const char* what) {
  const Number number = cursor.integer(value);
  if (number == Number::Ok) return {};
  return cursor.failure(number, what);
}

}  // namespace

Result<Graph> contract(const Graph& graph, std::span<const std::int64_t> groups, Duplicates weights) {
  const std::vector<std::int64_t> names = distinct(groups);
  std::vector<node_t> group_of(groups.size());
  for (std::size_t v = 0; v < groups.size(); ++v)
    group_of[v] = static_cast<node_t>(std::ranges::lower_bound(names, groups[v]) - names.begin());
  EdgeList list = to_edge_list(graph);
  list.nodes = static_cast<node_t>(names.size());
  for (node_t& source : list.sources) source = group_of[source];
  for (node_t& target : list.targets) target = group_of[target];
  if (list.weight_kind == WeightKind::None) list.weights.assign(list.targets.size(), 1);
  if (list.weight_kind == WeightKind::None) list.weight_kind = WeightKind::Int;
  Labels labels;
  labels.list = Array<std::int64_t>(names.begin(), names.end());
  Graph contracted = build_graph(list, std::move(labels));
  if (const auto merged = merge_duplicates(contracted, weights); !merged) return merged.failure();
  return contracted;
}

Result<Array<std::int64_t>> read_groups(const std::string& file, const Graph& graph) {
  auto content = read_data_file(file, "a file of groups");
  if (!content) return content.failure();
  Array<std::int64_t> groups(static_cast<std::size_t>(graph.nodes));
  std::vector<bool> seen(groups.size());
  TextCursor cursor(file, *content);
  for (; cursor.next_content(comments); cursor.next_line()) {
    std::int64_t label = 0, group = 0;
    if (auto failure = take(cursor, label, "the label of a node")) return *failure;
    const node_t node = graph.labels.find(label, graph.nodes);
    if (node == no_node) return cursor.failure("the graph has no node " + std::to_string(label));
    if (auto failure = take(cursor, group, "the group of the node, an integer")) return *failure;
    if (!cursor.at_line_end())
      return cursor.failure("expected `label group`, found " + quoted(cursor.token()) + " after it");
    if (seen[node]) return cursor.failure("a second line of node " + std::to_string(label));
    seen[node] = true;
    groups[node] = group;
  }
  const auto missing = std::ranges::find(seen, false);
  if (missing == seen.end()) return groups;
  const auto node = static_cast<node_t>(missing - seen.begin());
  return Failure{"`" + file + "` has no line of node " + std::to_string(graph.labels[node])};
}

}  // namespace maxwarp
