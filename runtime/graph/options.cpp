// Parsing of the graph options, and loading: read or generate, weights, policies, summary.
#include "runtime/graph/options.h"

#include <cstdint>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/parse.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/weights.h"

namespace maxwarp {
namespace {

Failure bad_option(const char* name, const std::string& value, const char* expected) {
  return {"--" + std::string(name) + "=" + value + "; expected " + expected};
}

MaybeFailure set_seed(GraphOptions& options, const std::string& value) {
  auto seed = parse_integer(value);
  if (!seed || *seed < 0) return bad_option("seed", value, "an integer of at least 0");
  options.seed = static_cast<std::uint64_t>(*seed);
  return std::nullopt;
}

MaybeFailure set_symmetrize(GraphOptions& options, const std::string& value) {
  if (value != "" && value != "true" && value != "false") return bad_option("symmetrize", value, "true or false");
  options.symmetrize = value != "false";
  return std::nullopt;
}

MaybeFailure set_duplicates(GraphOptions& options, const std::string& value) {
  if (value == "keep")
    options.duplicates = Duplicates::Keep;
  else if (value == "first")
    options.duplicates = Duplicates::First;
  else if (value == "min")
    options.duplicates = Duplicates::Min;
  else if (value == "sum")
    options.duplicates = Duplicates::Sum;
  else
    return bad_option("duplicates", value, "keep, first, min or sum");
  return std::nullopt;
}

MaybeFailure set_self_loops(GraphOptions& options, const std::string& value) {
  if (value != "keep" && value != "drop") return bad_option("self-loops", value, "keep or drop");
  options.self_loops = value == "keep" ? SelfLoops::Keep : SelfLoops::Drop;
  return std::nullopt;
}

MaybeFailure set_component(GraphOptions& options, const std::string& value) {
  if (value != "all" && value != "largest") return bad_option("component", value, "all or largest");
  options.largest_component = value == "largest";
  return std::nullopt;
}

MaybeFailure set_weights(GraphOptions& options, const std::string& value) {
  std::vector<std::string_view> parts = split(value, ':');
  if (value == "file")
    options.weights = WeightSource::File;
  else if (value == "unit")
    options.weights = WeightSource::Unit;
  else if (parts[0] == "random" && parts.size() == 3) {
    auto low = parse_integer(parts[1]), high = parse_integer(parts[2]);
    if (!low || !high || *low > *high || *low < -infinity<std::int32_t>() || *high >= infinity<std::int32_t>())
      return bad_option("weights", value, "random:LOW:HIGH with integers LOW <= HIGH below 2147483647");
    options.weights = WeightSource::Random;
    options.random_low = *low;
    options.random_high = *high;
  } else
    return bad_option("weights", value, "file, unit or random:LOW:HIGH");
  return std::nullopt;
}

MaybeFailure set_base(GraphOptions& options, const std::string& value) {
  if (value != "auto" && value != "0" && value != "1") return bad_option("base", value, "auto, 0 or 1");
  options.base.reset();
  if (value != "auto") options.base = value == "1";
  return std::nullopt;
}

MaybeFailure set_nodes(GraphOptions& options, const std::string& value) {
  auto count = parse_integer(value);
  if (value != "dense" && (!count || *count < 1 || *count > infinity<node_t>()))
    return bad_option("nodes", value, "dense or a number of nodes in 1..2147483647");
  options.dense = value == "dense";
  options.nodes = options.dense ? 0 : *count;
  return std::nullopt;
}

MaybeFailure set_max_bytes(GraphOptions& options, const std::string& value) {
  auto bytes = parse_integer(value);
  if (!bytes || *bytes < 1) return bad_option("max-bytes", value, "a number of bytes of at least 1");
  options.max_bytes = static_cast<std::uint64_t>(*bytes);
  return std::nullopt;
}

MaybeFailure set_graph(GraphOptions& options, const std::string& value) {
  if (value.empty()) return bad_option("graph", value, "a graph file or a generator such as rmat:20:16");
  options.graph = value;
  return std::nullopt;
}

struct OptionEntry {
  const char* name;
  MaybeFailure (*set)(GraphOptions&, const std::string&);
};
constexpr OptionEntry entries[] = {
    {"graph", set_graph},           {"seed", set_seed},
    {"symmetrize", set_symmetrize}, {"duplicates", set_duplicates},
    {"self-loops", set_self_loops}, {"component", set_component},
    {"weights", set_weights},       {"base", set_base},
    {"nodes", set_nodes},           {"max-bytes", set_max_bytes},
};

/// The graph before the policies, and the start of the summary.
struct Source {
  Graph graph;
  std::string text;
  std::optional<Repeats> repeats;  // where they are known
};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Result<Source> generate_source(const GraphOptions& options) {
  if (options.base || options.dense || options.nodes)
    return Failure{options.graph + ": --base and --nodes do not apply to generators"};
  auto graph = generate_graph(options.graph, options.seed);
  if (!graph) return graph.failure();
  return Source{*std::move(graph),
                "generated " + options.graph + " (seed " + std::to_string(seed_of(options.graph, options.seed)) + ")",
                std::nullopt};
}

Result<Source> read_source(const GraphOptions& options) {
  auto read = read_graph(options.graph, ReadOptions{options.base, options.dense, options.nodes, options.max_bytes});
  if (!read) return read.failure();
  std::string note = read->note.empty() ? "" : "; " + read->note;
  return Source{std::move(read->graph), "read " + file_name(options.graph) + " (" + read->format + note + ")",
                read->repeats};
}

Result<Source> load_source(const GraphOptions& options) {
  if (options.graph.empty())
    return Failure{"no graph; expected --graph=FILE or a generator such as --graph=rmat:20:16"};
  if (is_generator(options.graph) && !file_exists(options.graph)) return generate_source(options);
  // A name with a colon that is no file was meant as a generator.
  if (!file_exists(options.graph) && options.graph.find(':') != std::string::npos &&
      options.graph.find('/') == std::string::npos)
    return Failure{options.graph + ": neither a file nor a known generator; expected one of " + generator_help()};
  return read_source(options);
}

const char* kind_name(const Graph& graph) {
  switch (graph.weight_kind) {
    case WeightKind::None: return "no weights";
    case WeightKind::Int: return "integer weights";
    case WeightKind::Double: return "real weights";
  }
  return "";
}

std::string counted(edge_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string describe_weights(const GraphOptions& options, const Graph& graph) {
  if (options.weights == WeightSource::File) return kind_name(graph);
  const std::string given = options.weights == WeightSource::Unit
                                ? "unit weights"
                                : "random integer weights " + std::to_string(options.random_low) + ".." +
                                      std::to_string(options.random_high);
  return given + (graph.weight_kind == WeightKind::Double ? " with sums that are real" : "");
}

/// Applies the policies in their order; returns what they did, for the summary.
Result<std::string> apply_policies(const GraphOptions& options, const std::optional<Repeats>& known,
                                   LoadedGraph& loaded) {
  Graph& graph = loaded.graph;
  const edge_t edges_before = graph.edges();
  std::string did;
  if (options.self_loops == SelfLoops::Drop) did += "; dropped " + counted(drop_self_loops(graph), "self-loop");
  if (options.symmetrize) {
    // Both the graph and one of up to twice its edges.
    const double per_edge = graph.weight_kind == WeightKind::None ? 4 : graph.weight_kind == WeightKind::Int ? 8 : 12;
    if (auto failure = check_memory("--symmetrize: both directions of " + counted(edges_before, "edge"),
                                    16.0 * graph.nodes + 3 * per_edge * static_cast<double>(edges_before)))
      return *failure;
    edge_t added = symmetrize(graph);
    did += added ? "; symmetrized, added " + counted(added, "edge") : "; symmetric already";
  }
  static const char* const merged[] = {"", "kept the first of", "kept the smallest of", "summed up"};
  if (options.duplicates == Duplicates::Sum && graph.weight_kind == WeightKind::None)
    return Failure{
        "--duplicates=sum needs weights and the graph has none; add --weights=unit to count repeated edges, or take "
        "--duplicates=first"};
  if (options.duplicates != Duplicates::Keep) {
    const auto dropped = merge_duplicates(graph, options.duplicates);
    if (!dropped) return Failure{options.graph + ": " + dropped.error()};
    did += std::string("; ") + merged[int(options.duplicates)] + " each edge, dropped " +
           counted(*dropped, "duplicate");
  }
  if (options.largest_component)
    did += "; kept the largest component, dropped " + counted(keep_largest_component(graph), "node");
  graph.symmetric = is_symmetric(graph);
  // No policy exchanges edges: as many as before are the same as before.
  const bool same = known && graph.edges() == edges_before && !options.symmetrize;
  loaded.self_loops = same ? known->self_loops : count_self_loops(graph);
  if (options.duplicates == Duplicates::Keep) loaded.duplicates = same ? known->duplicates : count_duplicates(graph);
  if (*graph.symmetric && !options.symmetrize) did += "; symmetric";
  if (!*graph.symmetric) did += "; directed";
  if (options.self_loops == SelfLoops::Keep) did += "; kept " + counted(loaded.self_loops, "self-loop");
  if (options.duplicates == Duplicates::Keep)
    did += (options.self_loops == SelfLoops::Keep ? ", " : "; kept ") + counted(loaded.duplicates, "duplicate");
  return did;
}

Result<LoadedGraph> load(const GraphOptions& options) {
  auto source = load_source(options);
  if (!source) return source.failure();
  LoadedGraph loaded;
  loaded.graph = std::move(source->graph);
  if (options.weights == WeightSource::Unit) set_unit_weights(loaded.graph);
  if (options.weights == WeightSource::Random)
    set_random_weights(loaded.graph, static_cast<std::int32_t>(options.random_low),
                       static_cast<std::int32_t>(options.random_high), options.seed);
  auto did = apply_policies(options, source->repeats, loaded);
  if (!did) return did.failure();
  loaded.summary = source->text + ": " + counted(loaded.graph.nodes, "node") + ", " +
                   counted(loaded.graph.edges(), "edge") + ", " + describe_weights(options, loaded.graph) + *did;
  return loaded;
}

}  // namespace

MaybeFailure set_graph_option(GraphOptions& options, const std::string& name, const std::string& value) {
  for (const OptionEntry& entry : entries)
    if (name == entry.name) return entry.set(options, value);
  return Failure{"--" + name + ": unknown graph option"};
}

bool is_graph_option(const std::string& name) {
  for (const OptionEntry& entry : entries)
    if (name == entry.name) return true;
  return false;
}

std::vector<std::string> files_of(const std::string& graph) {
  if (is_graphalytics(strip_compression(graph))) return graphalytics_files(graph);
  return {graph};
}

Result<LoadedGraph> load_graph(const GraphOptions& options) {
  return guard_memory(options.graph, [&] { return load(options); });
}

}  // namespace maxwarp
