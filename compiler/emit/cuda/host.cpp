// Launches: how many threads a stage gets follows from its source and its team.
#include "compiler/emit/cuda/host.h"

#include <fmt/format.h>

#include "compiler/emit/cuda/loop_graph.h"
#include "compiler/emit/cuda/resident.h"
#include "compiler/emit/text.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::SourceKind;
using mapped::TeamKind;

std::string stage_call(const ProgramNames& names, const mapped::Stage& stage) {
  const std::string& own = names.of(stage);
  return stage.team.kind == TeamKind::Tile ? fmt::format("{}<{}>", own, stage.team.width) : own;
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

// Items known to the host are covered; where only the device knows their number, the device is filled.
std::string CudaHostPrinter::shape(const mapped::Stage& stage, const std::string& kernel,
                                   const std::set<const ir::Symbol*>& unknown) {
  const mapped::Source& source = stage.source;
  const auto is_known = [&](const ir::Expr* bound) {
    bool known = true;
    ir::walk(bound, [&](const ir::Expr* e) {
      known = known && !unknown.count(e->symbol) && !ir::reads_memory(e) && !expressions_.is_cell(e->symbol);
    });
    return known;
  };
  std::string count;
  switch (source.kind) {
    case SourceKind::Once: return fmt::format("cover(1, {})", stage.team.kind == TeamKind::Block ? stage.block : 1);
    case SourceKind::Nodes: count = "graph.nodes"; break;
    case SourceKind::Edges: count = source.list ? "" : "graph.edges"; break;
    case SourceKind::Set: count = name(source.list) + ".count"; break;
    case SourceKind::Worklist:
      count = source.count && !unknown.count(source.count) ? name(source.count) : "";
      if (source.group > 1 && !count.empty()) count = fmt::format("std::int64_t{{{}}} * {}", count, source.group);
      break;
    case SourceKind::Range:
      if (is_known(source.low) && is_known(source.high) && is_known(source.step))
        count = expressions_.index_count(source);
      break;
    case SourceKind::Grid:
      // A thread an entry is enough, where their number is known.
      if (source.count && !unknown.count(source.count))
        return fmt::format("cover({}, {})", name(source.count), stage.block);
      break;
    case SourceKind::EvenShares: break;
  }
  // One block a multiprocessor is enough for few nodes, of which every block adds up the degrees.
  if (source.sums_of_block) return fmt::format("gpu.resident({}, {}, {})", kernel, stage.block, stage.block / 32);
  if (stage.resident_warps) return fmt::format("gpu.resident({}, {}, {})", kernel, stage.block, stage.resident_warps);
  if (count.empty() || stage.taken || stage.donation || stage.unready || stage.team.kind == TeamKind::Block)
    return fmt::format("gpu.resident({}, {})", kernel, stage.block);
  const std::string cover = stage.spread ? "gpu.spread" : "cover";
  if (stage.team.kind == TeamKind::Lane || stage.team.kind == TeamKind::BySize)
    return fmt::format("{}({}, {})", cover, count, stage.block);
  if (stage.team.chunk == 1)
    return fmt::format("{}(std::int64_t{{{}}} * {}, {})", cover, count, stage.team.width, stage.block);
  return fmt::format("{}((std::int64_t{{{}}} + {}) / {} * {}, {})", cover, count, stage.team.chunk - 1,
                     stage.team.chunk, stage.team.width, stage.block);
}

void CudaHostPrinter::run_stage(const mapped::Stage& stage) {
  const std::string kernel = stage_call(program_names_, stage);
  line(fmt::format("gpu.launch({}, {}, {});", kernel, shape(stage, kernel), arguments(stage)));
}

void CudaHostPrinter::resident(const Control& control) {
  const ResidentPrinter kernel(program_, program_names_, control);
  int block = 128, warps = 64;
  std::set<const mapped::Stage*> stages;
  collect_stages(control.body, true, stages);
  for (const mapped::Stage* stage : stages) {
    block = stage->block;
    if (stage->resident_warps) warps = std::min(warps, stage->resident_warps);
  }
  std::string list = "graph";
  for (const ir::Symbol* symbol : kernel.storages()) list += ", " + storage_name(symbol);
  for (const ir::Symbol* symbol : kernel.scalars()) list += ", " + name(symbol);
  if (!kernel.limit().empty()) list += ", " + kernel.limit();
  const std::string own = control.name, rounds = names_.fresh(own + "_run");
  line(fmt::format("gpu.clear({});", storage_name(control.symbol)));
  const std::string few = warps < 64 ? fmt::format(", {}", warps) : "";
  line(fmt::format("gpu.launch({0}, cooperative(gpu.resident({0}, {1}{2})), {3});", own, block, few, list));
  line(fmt::format("const std::int64_t {} = gpu.read({});", rounds, storage_name(control.list)));
  line("if (!gpu) return gpu.status();");
  line(fmt::format("options.rounds += {};", rounds));
  const Control* loop = control.body.front();
  if (loop->kind == ControlKind::Rounds && loop->limited)
    line(fmt::format("if ({} > {}) return {{StatusCode::TooManyRounds, 0, \"`iterate` does not end\"}};", rounds,
                     kernel.limit()));
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
                         made.stage ? shape(*made.stage, kernel, graph.values()) : "cover(1, 1)",
                         passed(made, variables)));
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
  line(fmt::format("{}::Variables {};", control.name, variables));
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
  line(fmt::format("{} = gpu.read({});", variables, storage));
  line("if (!gpu) return gpu.status();");
  graph_ended(graph, variables);
}

// What the host takes over when the graph is done.
void CudaHostPrinter::graph_ended(const LoopGraphPrinter& graph, const std::string& variables) {
  line(fmt::format("options.rounds += {}.rounds_run;", variables));
  if (!graph.limit().empty())
    line(fmt::format("if ({}.failed == -1) return {{StatusCode::TooManyRounds, 0, \"`iterate` does not end\"}};",
                     variables));
  for (std::size_t i = 0; i < graph.expectations().size(); ++i) {
    const Control& expectation = *graph.expectations()[i];
    const std::string failed = fmt::format("if ({}.failed == {}) return ", variables, i + 1);
    if (expectation.value)
      line(fmt::format("{}{{StatusCode::CyclicOrder, 0, \"{}\", {}.place}};", failed, expectation.name, variables));
    else
      line(fmt::format("{}{{StatusCode::AssertionFailed, 0, {}, {}}};", failed, quoted(expectation.name),
                       expectation.location.line));
  }
  for (const auto& [symbol, own] : graph.variables())
    if (graph.is_assigned(symbol) && declared_.contains(symbol))
      line(fmt::format("{} = {}.{};", name(symbol), variables, own));
}

}  // namespace maxwarp::emit
