// Launches of stages, resident kernels and CUDA graphs.
#include "compiler/emit/cuda/host.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "compiler/emit/cuda/loop_graph.h"
#include "compiler/emit/cuda/resident.h"
#include "compiler/emit/text.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::LaunchKind;
using mapped::SourceKind;
using mapped::TeamKind;

std::string stage_call(const ProgramNames& names, const mapped::Stage& stage) {
  return stage_call(names, stage, std::to_string(stage.team.width));
}

std::string stage_call(const ProgramNames& names, const mapped::Stage& stage, const std::string& width,
                       const std::string& edges) {
  std::vector<std::string> words;
  if (stage.by_index) words.push_back("edge_t");
  if (stage.team.kind == TeamKind::Tile) words.push_back(width);
  if (!edges.empty()) words.push_back(edges);
  return names.of(stage) + (words.empty() ? "" : fmt::format("<{}>", fmt::join(words, ", ")));
}

namespace {

void collect_stages(const mapped::Sequence& controls, bool inside, std::set<const mapped::Stage*>& stages) {
  for (const Control* control : controls) {
    if (inside && control->stage) stages.insert(control->stage);
    collect_stages(control->body,
                   inside || control->kind == ControlKind::Resident || control->kind == ControlKind::LaunchGraph,
                   stages);
    collect_stages(control->other, inside, stages);
  }
}

}  // namespace

std::set<const mapped::Stage*> device_stages(const mapped::Program& program) {
  std::set<const mapped::Stage*> stages;
  collect_stages(program.body, false, stages);
  return stages;
}

std::string CudaHostPrinter::item_count(const mapped::Source& source) {
  switch (source.kind) {
    case SourceKind::Once: return "1";
    case SourceKind::Nodes: return "graph.nodes";
    case SourceKind::Edges: return "graph.edges";
    case SourceKind::Set: return name(source.list) + ".count";
    case SourceKind::Range: return expressions_.index_count(source);
    case SourceKind::Worklist:
      if (source.group > 1) return fmt::format("std::int64_t{{{}}} * {}", name(source.count), source.group);
      if (source.step)
        return fmt::format("index_count(0, {}, {})", name(source.count), expressions_.print(source.step));
      return name(source.count);
    case SourceKind::Grid: return name(source.count);
    case SourceKind::EdgeBalanced: return "graph.edges";
  }
  assert(false && "the host does not know how many items there are");
  return "";
}

// Threads have slots for what they push, and loop over the items.
static std::string within_slots(const std::string& shape) {
  return fmt::format("within_slots(graph.nodes, {})", shape);
}

// The lanes of virtual warps whose width is the constant `lanes_`.
std::string CudaHostPrinter::threads_of_choice(const mapped::Stage& stage, const std::string& items) const {
  const int chunk = stage.team.chunk;
  const std::string own = stage.team.scaled ? fmt::format("({} * {})", chunk, lanes_)
                                            : program_names_.policy().chunk(chunk);
  return fmt::format("(std::int64_t{{{0}}} + {1} - 1) / {1} * {2}", items, own, lanes_);
}

std::string CudaHostPrinter::shape(const mapped::Stage& stage, const std::string& kernel) {
  const mapped::Launch& launch = stage.launch;
  const std::string block = program_names_.policy().block(launch.block);
  const auto within = [&](const std::string& shape) { return launch.slots ? within_slots(shape) : shape; };
  const std::string resident = launch.warps ? fmt::format("gpu.resident({}, {}, {})", kernel, block, launch.warps)
                                            : fmt::format("gpu.resident({}, {})", kernel, block);
  if (launch.kind == LaunchKind::Fill) return within(resident);
  std::string threads = item_count(stage.source);
  if (stage.team.chosen)
    threads = threads_of_choice(stage, threads);
  else if (launch.chunk > 1 && launch.width == 1)
    threads = fmt::format("index_count(0, {}, {})", threads, launch.chunk);
  else if (launch.chunk > 1)
    threads = fmt::format("(std::int64_t{{{0}}} + {1} - 1) / {1} * {2}", threads,
                          program_names_.policy().chunk(launch.chunk), launch.width);
  else if (launch.width > 1)
    threads = fmt::format("std::int64_t{{{}}} * {}", threads, launch.width);
  const char* grid = launch.kind == LaunchKind::GridForSmall   ? "gpu.grid_for_small"
                     : launch.kind == LaunchKind::GridForLight ? "grid_for_light"
                                                               : "grid_for";
  const std::string shape = fmt::format("{}({}, {})", grid, threads, block);
  return within(launch.warps ? fmt::format("at_most({}, {})", resident, shape) : shape);
}

// One kernel a width; the host calls the one that was chosen.
void CudaHostPrinter::run_chosen(const mapped::Stage& stage) {
  if (lanes_.empty()) lanes_ = names_.fresh("lanes");
  const std::string kernel = stage_call(program_names_, stage, lanes_);
  line(fmt::format("with_width({}, [&](auto {}) {{", name(stage.team.chosen), lanes_));
  line(fmt::format("gpu.launch({}, {}, {});", kernel, shape(stage, kernel), arguments(stage)));
  line("});");
}

// One kernel for each of two sizes of batches; the degree of the graph tells which.
void CudaHostPrinter::run_batches(const mapped::Stage& stage) {
  const std::string edges = names_.fresh("edges");
  const std::string kernel = stage_call(program_names_, stage, std::to_string(stage.team.width), edges);
  line(fmt::format("with_batches<{}>(graph, {}, [&](auto {}) {{", program_names_.policy().gather(stage.gather->edges),
                   stage.gather->degree, edges));
  line(fmt::format("gpu.launch({}, {}, {});", kernel, shape(stage, kernel), arguments(stage)));
  line("});");
}

void CudaHostPrinter::run_stage(const mapped::Stage& stage) {
  if (stage.team.chosen) return run_chosen(stage);
  if (stage.gather) return run_batches(stage);
  const std::string kernel = stage_call(program_names_, stage);
  line(fmt::format("gpu.launch({}, {}, {});", kernel, shape(stage, kernel), arguments(stage)));
}

std::string CudaHostPrinter::resident_kernel(const Control& control) const {
  return control.name + (program_.index == mapped::Index::Auto ? "<edge_t>" : "");
}

std::string CudaHostPrinter::resident_shape(const Control& control) {
  const mapped::Launch& launch = control.launch;
  const std::string block = program_names_.policy().block(launch.block);
  if (control.team == mapped::ResidentTeam::Block) return fmt::format("grid_for({0}, {0})", block);
  if (control.team == mapped::ResidentTeam::Cluster)
    return fmt::format("gpu.cluster({}, {}, {})", resident_kernel(control), launch.blocks, block);
  std::string shape = fmt::format("gpu.resident({}, {}{})", resident_kernel(control), block,
                                  launch.warps ? fmt::format(", {}", launch.warps) : "");
  if (launch.blocks) shape = fmt::format("at_most({}, {})", launch.blocks, shape);
  if (launch.slots) shape = within_slots(shape);
  return "cooperative(" + shape + ")";
}

void CudaHostPrinter::resident(const Control& control) {
  const ResidentPrinter kernel(program_, program_names_, control);
  std::string list = "graph";
  for (const ir::Symbol* symbol : kernel.storages()) list += ", " + storage_name(symbol);
  for (const ir::Symbol* symbol : kernel.scalars()) list += ", " + name(symbol);
  if (!kernel.limit().empty()) list += ", " + kernel.limit();
  const std::string own = control.name, rounds = names_.fresh(own + "_run");
  if (control.symbol) line(fmt::format("gpu.clear({});", storage_name(control.symbol)));
  line(fmt::format("gpu.launch({}, {}, {});", resident_kernel(control), resident_shape(control), list));
  line(fmt::format("const std::int64_t {} = gpu.wait_for({});", rounds, storage_name(control.list)));
  line("if (!gpu) return gpu.status();");
  if (!kernel.limit().empty()) line(fmt::format("if ({} < 0) {}", rounds, kernel.limited().failure()));
  line(fmt::format("options.rounds += {};", rounds));
}

void CudaHostPrinter::call(const Control& control) {
  const char* function = control.primitive == checked::Primitive::Sort ? "sort_order" : "sums_before";
  line(fmt::format("gpu.call({}<{}>, {}, {}, {}, {});", function, element_type(control.list->type.scalar),
                   storage_name(control.list), expressions_.print(elements_of(program_, control.list)),
                   storage_name(control.symbol), storage_name(control.count)));
}

// What a kernel of a graph takes from the host.
std::string CudaHostPrinter::passed(const GraphLine& line, const std::string& variables) {
  std::vector<std::string> list;
  if (line.graph) list.push_back("graph");
  for (const ir::Symbol* symbol : line.passed) list.push_back(storage_name(symbol));
  if (line.variables) list.push_back(variables);
  list.insert(list.end(), line.conditions.begin(), line.conditions.end());
  return fmt::format("{}", fmt::join(list, ", "));
}

void CudaHostPrinter::make_graph(const LoopGraphPrinter& graph, const Control& control, const std::string& loop) {
  const std::string variables = storage_name(control.symbol);
  for (const GraphLine& made : graph.lines()) {
    const std::string kernel = control.name + "::" + made.name;
    switch (made.kind) {
      case GraphLine::MakeCondition: line(fmt::format("const Condition {} = {}.condition();", made.name, loop)); break;
      case GraphLine::Loop: line(fmt::format("{}.loop({});", loop, made.name)); break;
      case GraphLine::Branch: line(fmt::format("{}.branch({});", loop, made.name)); break;
      case GraphLine::End: line(loop + ".end();"); break;
      case GraphLine::Launch:
        line(fmt::format("{}.launch({}, {}, {});", loop, kernel,
                         made.stage ? shape(*made.stage, kernel) : "grid_for(1, 1)", passed(made, variables)));
        break;
    }
  }
}

// All that the kernels take: a graph is kept for calls in which it is the same.
static GraphLine all_passed(const LoopGraphPrinter& graph) {
  GraphLine all{GraphLine::Launch, ""};
  std::unordered_set<const ir::Symbol*> seen;
  for (const GraphLine& line : graph.lines()) {
    all.graph = all.graph || line.graph;
    all.variables = all.variables || line.variables;
    for (const ir::Symbol* symbol : line.passed)
      if (seen.insert(symbol).second) all.passed.push_back(symbol);
  }
  return all;
}

void CudaHostPrinter::launch_graph(const Control& control) {
  const LoopGraphPrinter graph(program_, program_names_, control);
  const std::string loop = names_.fresh("loop"), variables = names_.fresh("control"),
                    storage = storage_name(control.symbol);
  line("// The control of the rounds is done by the device: its variables as they are now.");
  line(fmt::format("{}::Variables{} {};", control.name, template_words(program_), variables));
  for (const auto& [symbol, own] : graph.variables()) {
    if (graph.is_value(symbol) && !declared_.contains(symbol)) continue;
    line(fmt::format("{}.{} = {};", variables, own, graph.is_value(symbol) ? name(symbol) : storage_name(symbol)));
  }
  if (!graph.limit().empty()) line(fmt::format("{}.max_rounds = {};", variables, graph.limit()));
  line(fmt::format("gpu.write({}, {});", storage, variables));
  const auto first = std::ranges::find(graph.lines(), GraphLine::Launch, &GraphLine::kind);
  line(fmt::format("LoopGraph {}(gpu, options.graphs, {}::{}, {});", loop, control.name, first->name,
                   passed(all_passed(graph), storage)));
  line(fmt::format("if (!{}.is_made()) {{", loop));
  make_graph(graph, control, loop);
  line("}");
  line(loop + ".run();");
  line(fmt::format("{} = gpu.wait_for({});", variables, storage));
  line("if (!gpu) return gpu.status();");
  graph_ended(graph, variables);
}

// What the host takes over when the graph is done.
void CudaHostPrinter::graph_ended(const LoopGraphPrinter& graph, const std::string& variables) {
  line(fmt::format("options.rounds += {}.rounds_run;", variables));
  if (!graph.limit().empty()) line(fmt::format("if ({}.failed == -1) {}", variables, graph.limited().failure()));
  for (std::size_t i = 0; i < graph.expectations().size(); ++i) {
    const Control& expectation = *graph.expectations()[i];
    const std::string failed = fmt::format("if ({}.failed == {}) return ", variables, i + 1);
    if (expectation.value)
      line(fmt::format("{}{{StatusCode::CyclicOrder, 0, {}, {}.place}};", failed, quoted(expectation.name), variables));
    else
      line(failed + assertion_status(program_, expectation) + ";");
  }
  for (const auto& [symbol, own] : graph.variables())
    if (graph.is_assigned(symbol) && declared_.contains(symbol))
      line(fmt::format("{} = {}.{};", name(symbol), variables, own));
}

}  // namespace maxwarp::emit
