// Buffers grow and are never given back between runs, so that each counts with its largest size over all
// runs.
#include "runtime/runner/forecast.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "runtime/runner/device_graph.h"
#include "runtime/runner/session.h"
#include "runtime/system/memory.h"

namespace maxwarp::runner {
namespace {

/// As allocators round it.
std::size_t allocated(std::size_t bytes) {
  constexpr std::size_t unit = 512;
  return (bytes + unit - 1) / unit * unit;
}

/// The largest size of each buffer so far.
struct Buffers {
  std::vector<std::size_t> arguments, results;
  std::size_t workspace = 0;
};

void take_larger(std::size_t& size, std::size_t bytes) { size = std::max(size, allocated(bytes)); }

/// As the variant will see it. Degrees that a workspace may depend on are found where a graph can need them.
GraphView view_for(const PlannedRuns& runs, const Variant& variant) {
  GraphView view = restricted_view(runs.graph, variant.forms);
  const bool has_columns = !(view.forms & FormColumns) || view.column_offsets != nullptr;
  if (view.row_offsets != nullptr && has_columns) find_degrees(view);
  static constexpr narrow_edge_t any{};  // the size of a workspace depends on which arrays there are, not on what is in
  if (is_narrow(runs.graph, variant.forms)) view.narrow.row_offsets = &any;
  return view;
}

MaybeFailure add_run(const Engine& engine, const PlannedRuns& runs, const Variant& variant, const ArgumentSet& set,
                     Buffers& buffers) {
  const std::vector<Argument> given = host_arguments(set);
  Call call;
  call.graph = view_for(runs, variant);
  call.arguments = given.data();
  if (!engine.shares_host_memory())
    for (std::size_t i = 0; i < set.values.size(); ++i) take_larger(buffers.arguments[i], set.values[i].bytes);
  for (int i = 0; i < runs.algorithm.result_count; ++i) {
    const ResultInfo& result = runs.algorithm.results[i];
    const std::int64_t length = result_length(result, call);
    if (length < 0) return Failure{std::string("result `") + result.name + "` has a negative length"};
    take_larger(buffers.results[static_cast<std::size_t>(i)], array_bytes(length, result.type));
  }
  take_larger(buffers.workspace, variant.workspace_bytes(call));
  return std::nullopt;
}

std::string gigabytes(std::size_t bytes) { return size_text(static_cast<double>(bytes)); }

/// What the figure is made of; what is nothing is left out.
std::string parts_text(const Forecast& need) {
  std::string text;
  const auto part = [&](const char* name, std::size_t bytes, const std::string& more = "") {
    if (bytes > 0) text += (text.empty() ? "" : ", ") + std::string(name) + " " + gigabytes(bytes) + more;
  };
  part("graph", need.graph,
       need.reversed_edges ? " of which " + gigabytes(need.reversed_edges) + " are edges by their target" : "");
  part("arguments", need.arguments);
  part("results", need.results);
  part("workspace", need.workspace);
  return text;
}

/// What the runs take where the engine has its memory.
std::size_t taken(const Engine& engine, const Forecast& need) {
  return engine.shares_host_memory() ? need.host : need.engine();
}

/// The variants that would fit alone.
std::string fitting_variants(const Engine& engine, const PlannedRuns& runs, std::size_t free) {
  std::string text;
  for (int i = 0; i < runs.algorithm.variant_count; ++i) {
    const Variant& variant = runs.algorithm.variants[i];
    const std::vector<const Variant*> alone = {&variant};
    if (runs.variants == alone) continue;
    const auto need = forecast(engine, {runs.algorithm, runs.graph, alone, runs.sets});
    if (!need || taken(engine, *need) > free) continue;
    text += std::string("; --variant=") + variant.name + " needs " + gigabytes(taken(engine, *need));
  }
  return text;
}

/// The host's memory, where it would do.
std::string other_engine(const Engine& engine, const Forecast& need) {
  const std::uint64_t available = host_memory().available;
  if (engine.name() != "cuda" || need.engine() + need.host > available) return "";
  return "; `gdsl run --engine=openmp` would do, with " + gigabytes(available) + " of host memory";
}

MaybeFailure check_host(std::size_t bytes, const std::string& what) {
  const auto memory = memory_short_of(static_cast<double>(bytes));
  if (!memory) return std::nullopt;
  return Failure{"not enough memory on this machine: " + what + " " + gigabytes(bytes) + " more, " +
                 gigabytes(memory->available) + " of " + gigabytes(memory->total) + " are free"};
}

}  // namespace

Result<std::vector<MemoryPart>> memory_parts(const Engine& engine, const PlannedRuns& runs, const Variant& variant,
                                             const ArgumentSet& set) {
  std::vector<MemoryPart> parts;
  for (const auto& [name, bytes] : DeviceGraph::arrays_needed(engine, runs.graph, variant.forms))
    parts.push_back({"graph", name, bytes});
  const std::vector<Argument> given = host_arguments(set);
  Call call;
  call.graph = view_for(runs, variant);
  call.arguments = given.data();
  if (!engine.shares_host_memory())
    for (std::size_t i = 0; i < set.values.size(); ++i)
      if (set.values[i].bytes > 0)
        parts.push_back({"argument", runs.algorithm.parameters[i].name, set.values[i].bytes});
  for (int i = 0; i < runs.algorithm.result_count; ++i) {
    const ResultInfo& result = runs.algorithm.results[i];
    const std::int64_t length = result_length(result, call);
    if (length < 0) return Failure{std::string("result `") + result.name + "` has a negative length"};
    if (result.space != ValueSpace::Global) parts.push_back({"result", result.name, array_bytes(length, result.type)});
  }
  const std::vector<std::size_t> sizes = workspace_sizes(variant, call);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    parts.push_back({"workspace", static_cast<int>(i) < variant.workspace_count ? variant.workspace[i] : "", sizes[i]});
  return parts;
}

std::string memory_table(const Variant& variant, const std::vector<MemoryPart>& parts) {
  std::string text = std::string("memory of variant `") + variant.name + "`, in bytes\n";
  std::size_t sum = 0;
  const auto row = [&](const std::string& owner, const std::string& name, std::size_t bytes) {
    std::string number = std::to_string(bytes);
    text += "  " + owner + std::string(12 - owner.size(), ' ') + name +
            std::string(name.size() < 32 ? 32 - name.size() : 1, ' ') +
            std::string(number.size() < 16 ? 16 - number.size() : 1, ' ') + number + "\n";
  };
  for (const MemoryPart& part : parts) {
    row(part.owner, part.name, part.bytes);
    sum += part.bytes;
  }
  row("sum", "", sum);
  return text;
}

Result<Forecast> forecast(const Engine& engine, const PlannedRuns& runs) {
  Buffers buffers;
  buffers.arguments.resize(static_cast<std::size_t>(runs.algorithm.parameter_count));
  buffers.results.resize(static_cast<std::size_t>(runs.algorithm.result_count));
  unsigned forms = 0, common = ~0u;
  for (const Variant* variant : runs.variants) {
    forms |= variant->forms;
    common &= variant->forms;
    for (const ArgumentSet& set : runs.sets)
      if (auto failure = add_run(engine, runs, *variant, set, buffers)) return *failure;
  }
  if (!(common & FormNarrow)) forms &= ~unsigned{FormNarrow};  // the buffers hold wide arrays, too
  Forecast need;
  need.graph = DeviceGraph::bytes_needed(engine, runs.graph, forms);
  if (forms & FormColumns)
    need.reversed_edges = need.graph - DeviceGraph::bytes_needed(engine, runs.graph, forms & ~unsigned{FormColumns});
  for (const std::size_t bytes : buffers.arguments) need.arguments += bytes;
  for (const std::size_t bytes : buffers.results) need.results += bytes;
  need.workspace = buffers.workspace;
  need.host = need.results + (engine.shares_host_memory() ? need.results + need.workspace : 0);
  return need;
}

MaybeFailure check_memory(Engine& engine, const PlannedRuns& runs) {
  const auto need = forecast(engine, runs);
  if (!need) return need.failure();
  if (engine.shares_host_memory()) {
    auto failure = check_host(need->host, "the run needs");
    if (!failure) return std::nullopt;
    return Failure{failure->message + " (" + parts_text(*need) + ")" +
                   fitting_variants(engine, runs, host_memory().available)};
  }
  MemoryInfo memory;
  if (EngineStatus status = engine.memory_info(&memory); !status) return Failure{status.message};
  if (need->engine() > memory.free)
    return Failure{"not enough memory on the device: the run needs " + gigabytes(need->engine()) + " (" +
                   parts_text(*need) + "), " + gigabytes(memory.free) + " of " + gigabytes(memory.total) + " are free" +
                   fitting_variants(engine, runs, memory.free) + other_engine(engine, *need)};
  return check_host(need->host, "the results need");
}

MaybeFailure check_form_memory(const Graph& graph, unsigned forms, bool renumbers) {
  const auto rows = static_cast<std::size_t>(graph.nodes) + 1, edges = static_cast<std::size_t>(graph.edges());
  const unsigned missing = forms & ~view(graph).forms;
  std::size_t bytes = 0;
  if (missing & FormColumns) bytes += rows * sizeof(edge_t) + edges * (sizeof(node_t) + sizeof(edge_t));
  if (missing & FormEdgeSources) bytes += edges * sizeof(node_t);
  if (missing & FormTwins) bytes += edges * sizeof(edge_t);
  if (is_narrow(graph, forms)) {
    const std::size_t columns = forms & FormColumns ? 1 : 0, twins = forms & FormTwins ? 1 : 0;
    bytes += ((1 + columns) * rows + (columns + twins) * edges) * sizeof(narrow_edge_t);
  }
  // A copy of the graph in another numbering, with the same forms, and which node and edge is which.
  if (renumbers)
    bytes += bytes + rows * (sizeof(edge_t) + 3 * sizeof(std::int64_t)) + edges * (sizeof(node_t) + 3 * sizeof(edge_t));
  return check_host(bytes, "the forms of the graph that the mapping needs take");
}

}  // namespace maxwarp::runner
