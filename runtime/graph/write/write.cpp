// Which writer a file gets, and whether the graph fits its format.
#include "runtime/graph/write/write.h"

#include "runtime/graph/memory.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/transform.h"
#include "runtime/graph/write/formats.h"

namespace maxwarp {
namespace {

using Writer = void (*)(Output&, const Graph&);

Writer writer_for(std::string_view name) {
  if (name.ends_with(".mwg")) return write_binary;
  if (name.ends_with(".mtx")) return write_matrix_market;
  if (name.ends_with(".gr")) return write_dimacs;
  if (name.ends_with(".graph")) return write_metis;
  if (name.ends_with(".wsg")) return [](Output& out, const Graph& graph) { write_gap(out, graph, true); };
  if (name.ends_with(".sg")) return [](Output& out, const Graph& graph) { write_gap(out, graph, false); };
  if (name.ends_with(".el")) return [](Output& out, const Graph& graph) { write_edge_list(out, graph, false); };
  if (name.ends_with(".wel")) return [](Output& out, const Graph& graph) { write_edge_list(out, graph, true); };
  if (name.ends_with(".txt"))
    return [](Output& out, const Graph& graph) { write_edge_list(out, graph, graph.weight_kind != WeightKind::None); };
  return nullptr;
}

/// Why the graph cannot be written as `name` says, if so.
MaybeFailure check_writable(const std::string& path, std::string_view name, const Graph& graph) {
  if (name.ends_with(".wsg") && graph.weight_kind != WeightKind::Int)
    return Failure{path + ": no integer weights; expected them in a .wsg file, as with --weights=unit, or an .sg file"};
  if (!name.ends_with(".graph")) return std::nullopt;
  if (graph.weight_kind == WeightKind::Double)
    return Failure{path + ": real weights; expected integers or none in a METIS file"};
  if (!is_symmetric(graph, true) || count_self_loops(graph) > 0)
    return Failure{path +
                   ": a METIS file holds undirected graphs without self-loops; expected one, as with "
                   "--symmetrize --self-loops=drop"};
  return std::nullopt;
}

/// A file with what `write` puts into it, complete but for its name.
template <typename Write>
Result<Output> written_file(const std::string& path, Write write) {
  auto out = Output::create(path);
  if (!out) return out;
  write(*out);
  if (auto failure = out->complete()) return *failure;
  return out;
}

/// NAME.v, NAME.e and NAME.properties, of which `path` names one.
MaybeFailure write_graphalytics(const std::string& path, const Graph& graph) {
  const std::string packing = path.substr(strip_compression(path).size());
  std::string stem(strip_compression(path));
  stem.resize(stem.rfind('.'));
  const bool undirected = is_symmetric(graph, true);
  auto vertices = written_file(stem + ".v" + packing, [&](Output& out) { write_vertices(out, graph); });
  if (!vertices) return vertices.failure();
  auto edges = written_file(stem + ".e" + packing, [&](Output& out) { write_edges(out, graph, undirected); });
  if (!edges) return edges.failure();
  auto properties = written_file(stem + ".properties", [&](Output& out) {
    write_properties(out, graph, stem.substr(stem.rfind('/') + 1), undirected);
  });
  if (!properties) return properties.failure();
  // Only now: parts of different graphs would be read as one.
  for (Output* part : {&*vertices, &*edges, &*properties})
    if (auto failure = part->finish()) return failure;
  return std::nullopt;
}

MaybeFailure write_any(const std::string& path, const Graph& graph) {
  const std::string_view name = strip_compression(path);
  if (name.ends_with(".v") || name.ends_with(".e") || name.ends_with(".properties"))
    return write_graphalytics(path, graph);
  const Writer writer = writer_for(name);
  if (!writer)
    return Failure{path +
                   ": unknown ending; expected .mwg, .mtx, .gr, .graph, .el, .wel, .txt, .sg, .wsg or .v, each also "
                   "with .gz, .xz or .zst"};
  if (auto failure = check_writable(path, name, graph)) return failure;
  auto out = written_file(path, [&](Output& out) { writer(out, graph); });
  return out ? out->finish() : out.failure();
}

}  // namespace

MaybeFailure write_graph(const std::string& path, const Graph& graph) {
  const auto written = guard_memory(path, [&]() -> Result<bool> {
    if (auto failure = write_any(path, graph)) return *failure;
    return true;
  });
  if (!written) return written.failure();
  return std::nullopt;
}

}  // namespace maxwarp
