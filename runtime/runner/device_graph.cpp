// Copies a graph's arrays to the engine. Forms that were not asked for stay null, so that a variant which
// forgets to ask for one fails at once instead of working by accident.
#include "runtime/runner/device_graph.h"

#include <algorithm>
#include <type_traits>

#include "maxwarp/degree_width.h"
#include "maxwarp/outliers.h"
#include "maxwarp/split.h"

namespace maxwarp::runner {
namespace {

/// In the order of for_each_array.
constexpr const char* array_names[] = {"row_offsets",  "targets", "column_offsets", "sources",       "column_edges",
                                       "edge_sources", "twins",   "own_numbers",    "numbered_nodes"};

/// Calls `visit(pointer, elements)` for each array of the view; those of missing forms have no elements. With
/// FormNarrow, the narrow arrays take the places of the wide ones.
template <typename Visit>
void for_each_array(GraphView& view, Visit visit) {
  const auto rows = static_cast<std::size_t>(view.nodes) + 1, edges = static_cast<std::size_t>(view.edges);
  const bool columns = view.forms & FormColumns, coo = view.forms & FormEdgeSources;
  const auto visit_index = [&](auto*& wide, auto*& narrow, std::size_t count) {
    view.forms& FormNarrow ? visit(narrow, count) : visit(wide, count);
  };
  visit_index(view.row_offsets, view.narrow.row_offsets, rows);
  visit(view.targets, edges);
  visit_index(view.column_offsets, view.narrow.column_offsets, columns ? rows : 0);
  visit(view.sources, columns ? edges : 0);
  visit_index(view.column_edges, view.narrow.column_edges, columns ? edges : 0);
  visit(view.edge_sources, coo ? edges : 0);
  visit_index(view.twins, view.narrow.twins, view.forms & FormTwins ? edges : 0);
  const std::size_t numbers = view.forms & FormOwnNumbers ? static_cast<std::size_t>(view.nodes) : 0;
  visit(view.own_numbers, numbers);
  visit(view.numbered_nodes, numbers);
}

/// The forms that the engine gets: no narrow arrays of a graph that does not fit into them.
unsigned uploaded_forms(const Graph& graph, unsigned forms) {
  return FormRows | (is_narrow(graph, forms) ? forms : forms & ~unsigned{FormNarrow});
}

}  // namespace

bool is_narrow(const Graph& graph, unsigned forms) {
  return (forms & FormNarrow) != 0 && graph.edges() <= narrow_edges;
}

GraphView restricted_view(const Graph& graph, unsigned forms) {
  GraphView result = view(graph);
  if (!(forms & FormColumns)) result.column_offsets = nullptr, result.sources = nullptr, result.column_edges = nullptr;
  if (!(forms & FormEdgeSources)) result.edge_sources = nullptr;
  if (!(forms & FormTwins)) result.twins = nullptr;
  if (!(forms & FormOwnNumbers)) result.own_numbers = nullptr, result.numbered_nodes = nullptr;
  result.forms = (forms | FormRows) & (result.forms | FormRows);
  return result;
}

DeviceGraph::DeviceGraph(Engine& engine) : engine_(engine) {
  GraphView none;
  for_each_array(none, [&](auto*&, std::size_t) { copies_.push_back({EngineBuffer(engine)}); });
}

void DeviceGraph::forget() {
  for (Copy& copy : copies_) copy.source = nullptr;
}

std::size_t DeviceGraph::bytes_needed(const Engine& engine, const Graph& graph, unsigned forms) {
  if (engine.shares_host_memory()) return 0;
  GraphView host = restricted_view(graph, forms);
  // The forms may not have been built yet: count what they will take.
  host.forms = uploaded_forms(graph, forms);
  std::size_t bytes = 0;
  for_each_array(host, [&](auto*& pointer, std::size_t count) { bytes += count * sizeof(*pointer); });
  return bytes;
}

std::vector<std::pair<const char*, std::size_t>> DeviceGraph::arrays_needed(const Engine& engine, const Graph& graph,
                                                                            unsigned forms) {
  std::vector<std::pair<const char*, std::size_t>> arrays;
  if (engine.shares_host_memory()) return arrays;
  GraphView host = restricted_view(graph, forms);
  host.forms = uploaded_forms(graph, forms);
  const char* const* name = array_names;
  for_each_array(host,
                 [&](auto*& pointer, std::size_t count) { arrays.emplace_back(*name++, count * sizeof(*pointer)); });
  std::erase_if(arrays, [](const auto& array) { return array.second == 0; });
  return arrays;
}

void find_degrees(GraphView& view) {
  view.outlier_outdegree = outlier_degree(view.row_offsets, view.nodes);
  view.split_outdegree = split_degree(view.row_offsets, view.nodes);
  view.efficient_outwidth = efficient_width(view.row_offsets, view.nodes);
  if (!(view.forms & FormColumns)) return;
  view.efficient_inwidth = efficient_width(view.column_offsets, view.nodes);
  view.outlier_indegree = outlier_degree(view.column_offsets, view.nodes);
  view.split_indegree = split_degree(view.column_offsets, view.nodes);
}

void DeviceGraph::make_narrow() {
  const auto rows = static_cast<std::size_t>(view_.nodes) + 1, edges = static_cast<std::size_t>(view_.edges);
  auto array = narrow_.begin();
  auto copy = copies_.begin();
  const auto narrowed = [&](const edge_t*& wide, const narrow_edge_t*& narrow, std::size_t count) {
    if (wide != nullptr) {
      if (!copy->holds(wide, true)) array->assign(wide, wide + count);
      narrow = array->data();
    }
    wide = nullptr;  // a variant that reads it in spite of its forms fails at once
    ++array;
    copy += 2;  // every second array has a narrow form
  };
  narrowed(view_.row_offsets, view_.narrow.row_offsets, rows);
  narrowed(view_.column_offsets, view_.narrow.column_offsets, rows);
  narrowed(view_.column_edges, view_.narrow.column_edges, edges);
  narrowed(view_.twins, view_.narrow.twins, edges);
  view_.forms |= FormNarrow;
}

EngineStatus DeviceGraph::upload(const Graph& graph, unsigned forms) {
  view_ = restricted_view(graph, forms);
  find_degrees(view_);
  std::vector<const void*> sources;
  for_each_array(view_, [&](auto*& wide, std::size_t) { sources.push_back(wide); });
  const bool shared = engine_.shares_host_memory();
  if (is_narrow(graph, forms)) make_narrow();
  EngineStatus status;
  std::size_t i = 0;
  for_each_array(view_, [&]<typename T>(const T*& pointer, std::size_t count) {
    Copy& copy = copies_[i];
    const void* const source = sources[i++];
    const bool narrow = std::is_same_v<T, narrow_edge_t>;
    if (!status || count == 0) return;
    if (!shared && !copy.holds(source, narrow)) status = copy.buffer.assign(pointer, count * sizeof(T));
    if (!shared) pointer = static_cast<const T*>(copy.buffer.data());
    copy.source = status ? source : nullptr;
    copy.narrow = narrow;
  });
  if (!shared) narrow_ = {};
  return status;
}

}  // namespace maxwarp::runner
