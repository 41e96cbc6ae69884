// Writers of text formats.
#include <charconv>
#include <cstdint>
#include <string_view>

#include "runtime/graph/write/formats.h"
#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

/// The weight of edge e; integers without a point, doubles in the shortest form that reads back the same.
void write_weight(Output& out, const Graph& graph, edge_t e) {
  switch (graph.weight_kind) {
    case WeightKind::Int: return out.number(graph.int_weights[e], '\n');
    case WeightKind::Double: {
      char text[40];
      auto [end, error] = std::to_chars(text, text + sizeof text, graph.double_weights[e]);
      std::string_view digits(text, static_cast<std::size_t>(end - text));
      out.bytes(digits);
      // Without a point it would be read back as an integer.
      return out.bytes(digits.find_first_of(".e") == std::string_view::npos ? ".0\n" : "\n");
    }
    case WeightKind::None: return out.bytes("1\n");
  }
}

/// All edges as `PREFIX source target[ weight]` with `name(v)` for the nodes.
template <typename Name>
void write_lines(Output& out, const Graph& graph, std::string_view prefix, bool weights, Name name) {
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      out.bytes(prefix);
      out.number(name(v), ' ');
      out.number(name(graph.targets[e]), weights ? ' ' : '\n');
      if (weights) write_weight(out, graph, e);
    }
}

std::int64_t from_one(node_t v) { return std::int64_t(v) + 1; }

void write_counts(Output& out, const Graph& graph, bool twice) {
  out.number(graph.nodes, ' ');
  if (twice) out.number(graph.nodes, ' ');
  out.number(graph.edges(), '\n');
}

}  // namespace

void write_matrix_market(Output& out, const Graph& graph) {
  const char* fields[] = {"pattern", "integer", "real"};
  out.bytes(std::string("%%MatrixMarket matrix coordinate ") + fields[int(graph.weight_kind)] + " general\n");
  write_counts(out, graph, true);
  write_lines(out, graph, "", graph.weight_kind != WeightKind::None, from_one);
}

void write_dimacs(Output& out, const Graph& graph) {
  out.bytes("p sp ");
  write_counts(out, graph, false);
  write_lines(out, graph, "a ", true, from_one);
}

void write_edge_list(Output& out, const Graph& graph, bool weights) {
  out.bytes("# nodes edges: ");
  write_counts(out, graph, false);
  write_lines(out, graph, "", weights, [&](node_t v) { return graph.labels[v]; });
}

/// One line a node, neighbors from 1, each followed by its weight if there are any.
void write_metis(Output& out, const Graph& graph) {
  bool weighted = graph.weight_kind != WeightKind::None;
  out.number(graph.nodes, ' ');
  out.number(graph.edges() / 2, weighted ? ' ' : '\n');
  if (weighted) out.bytes("001\n");
  for (node_t v = 0; v < graph.nodes; ++v) {
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      out.number(from_one(graph.targets[e]), ' ');
      if (weighted) out.number(graph.int_weights[e], ' ');
    }
    out.bytes("\n");
  }
}

void write_vertices(Output& out, const Graph& graph) {
  for (node_t v = 0; v < graph.nodes; ++v) out.number(graph.labels[v], '\n');
}

void write_edges(Output& out, const Graph& graph, bool undirected) {
  const bool weights = graph.weight_kind != WeightKind::None;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      if (undirected && graph.targets[e] < v) continue;
      out.number(graph.labels[v], ' ');
      out.number(graph.labels[graph.targets[e]], weights ? ' ' : '\n');
      if (weights) write_weight(out, graph, e);
    }
}

namespace {

/// A word of a properties file, as Java writes it: whatever a file is called, it ends no line and begins no value.
std::string property_word(const std::string& word) {
  std::string text;
  for (const char c : shown(word)) {
    if (std::string_view("\\=:#! ").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

void write_properties(Output& out, const Graph& graph, const std::string& name, bool undirected) {
  const auto line = [&](const char* property, const std::string& value) {
    out.bytes("graph." + property_word(name) + "." + property + " = " + property_word(value) + "\n");
  };
  line("vertex-file", name + ".v");
  line("edge-file", name + ".e");
  line("meta.vertices", std::to_string(graph.nodes));
  line("directed", undirected ? "false" : "true");
  if (graph.weight_kind != WeightKind::None) {
    line("edge-properties.names", "weight");
    line("edge-properties.types", graph.weight_kind == WeightKind::Int ? "integer" : "real");
  }
}

}  // namespace maxwarp
