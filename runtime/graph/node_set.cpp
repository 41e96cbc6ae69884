// Node arguments: labels, lists, files, random choices.
#include "runtime/graph/node_set.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "runtime/graph/hash.h"
#include "runtime/graph/parse.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/text.h"
#include "runtime/graph/transform.h"

namespace maxwarp {
namespace {

std::string label_range(const Graph& graph) {
  if (graph.nodes == 0) return "nothing, the graph has no nodes";
  return "a label of the graph (" + std::to_string(graph.labels[0]) + ".." +
         std::to_string(graph.labels[graph.nodes - 1]) + (graph.labels.list.empty() ? ")" : ", with gaps)");
}

Result<node_t> resolve_label(const Graph& graph, const std::string& where, std::string_view text) {
  auto label = parse_integer(text);
  if (!label)
    return Failure{where + ": " + quoted(text) +
                   " is not a node label; expected an integer, a list a,b, all, "
                   "random:COUNT:SEED or @FILE"};
  node_t node = graph.labels.find(*label, graph.nodes);
  if (node == no_node)
    return Failure{where + ": no node " + std::to_string(*label) + "; expected " + label_range(graph)};
  return node;
}

Result<std::vector<node_t>> random_nodes(const Graph& graph, const std::string& where, const std::string& text) {
  std::vector<std::string_view> parts = split(text, ':');
  auto count = parts.size() >= 2 ? parse_integer(parts[1]) : std::nullopt;
  auto seed = parts.size() == 3 ? parse_integer(parts[2]) : std::optional<std::int64_t>(1);
  if (parts.size() > 3 || !count || !seed || *count < 1 || *seed < 0)
    return Failure{where + ": " + quoted(text) + "; expected random:COUNT[:SEED] with COUNT at least 1"};
  std::vector<node_t> members = largest_component(graph);
  auto available = static_cast<std::int64_t>(members.size());
  if (*count > available)
    return Failure{where + ": " + std::to_string(*count) + " random nodes; expected at most the " +
                   std::to_string(available) + " of the largest component"};
  // The first `count` places of a random permutation.
  for (std::int64_t i = 0; i < *count; ++i) {
    std::uint64_t bits = random_bits(static_cast<std::uint64_t>(*seed), 0x736f7572, static_cast<std::uint64_t>(i));
    std::swap(members[i], members[i + std::int64_t(bounded(bits, std::uint64_t(available - i)))]);
  }
  members.resize(*count);
  return members;
}

Result<std::vector<node_t>> file_nodes(const Graph& graph, const std::string& where, const std::string& path) {
  auto text = read_data_file(path, "a file of nodes");
  if (!text) return Failure{where + ": " + text.error()};
  TextCursor cursor(path, *text);
  std::vector<node_t> nodes;
  for (; cursor.next_content("#"); cursor.next_line()) {
    std::int64_t label = 0;
    if (Number found = cursor.integer(label); found != Number::Ok) return cursor.failure(found, "a node label");
    if (!cursor.at_line_end()) return cursor.failure(quoted(cursor.token()) + "; expected one node label per line");
    node_t node = graph.labels.find(label, graph.nodes);
    if (node == no_node) return cursor.failure("no node " + std::to_string(label) + "; expected " + label_range(graph));
    nodes.push_back(node);
  }
  return nodes;
}

Result<std::vector<node_t>> listed_nodes(const Graph& graph, const std::string& where, std::string_view text) {
  std::vector<node_t> nodes;
  for (std::string_view part : split(text, ',')) {
    auto node = resolve_label(graph, where, part);
    if (!node) return node.failure();
    nodes.push_back(*node);
  }
  return nodes;
}

MaybeFailure check_distinct(const Graph& graph, const std::string& where, std::vector<node_t> nodes) {
  std::sort(nodes.begin(), nodes.end());
  auto repeated = std::adjacent_find(nodes.begin(), nodes.end());
  if (repeated == nodes.end()) return std::nullopt;
  return Failure{where + ": node " + std::to_string(graph.labels[*repeated]) + " is given twice; expected a set"};
}

}  // namespace

Result<std::vector<node_t>> resolve_nodes(const Graph& graph, const std::string& name, const std::string& text) {
  std::string where = "--" + name;
  if (text == "all") {
    std::vector<node_t> nodes(graph.nodes);
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
  }
  Result<std::vector<node_t>> nodes = text.starts_with("random:") ? random_nodes(graph, where, text)
                                      : text.starts_with("@")     ? file_nodes(graph, where, text.substr(1))
                                                                  : listed_nodes(graph, where, text);
  if (!nodes) return nodes;
  if (auto failure = check_distinct(graph, where, *nodes)) return *failure;
  return nodes;
}

Result<node_t> resolve_node(const Graph& graph, const std::string& name, const std::string& text) {
  if (!text.starts_with("random:")) return resolve_label(graph, "--" + name, text);
  auto nodes = random_nodes(graph, "--" + name, text);
  if (!nodes) return nodes.failure();
  if (nodes->size() != 1) return Failure{"--" + name + "=" + text + "; expected one node, as random:1:SEED or a label"};
  return nodes->front();
}

}  // namespace maxwarp
