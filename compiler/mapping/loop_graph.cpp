// loop=graph: all rounds are one CUDA graph, launched once. Its conditional nodes ask on the device whether a loop goes
// on, so that no round waits for the host, and unlike in a resident kernel no thread waits for others ([N] §VII,
// beyond).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;

// Whatever the host may do between two stages, a kernel of one thread can do, but for asking the caller for memory. The
// variables of the control lie in the workspace, where each stage finds them.
std::optional<Refusal> graph(mapped::Program& program, mapped::Sequence& around, std::size_t place, const Choice&) {
  Control* loop = around[place];
  if (const Control* list = growing_list(loop->body))
    return meaningless("the worklist `" + list->symbol->name + "` of a loop in it asks the host for more room",
                       list->location);
  if (auto refusal = refuse_chosen_widths(loop->body)) return refusal;
  Control* graph = program.control(ControlKind::LaunchGraph, loop->location);
  graph->body = {loop};
  graph->name = rounds_name(program);
  ir::Type type;
  type.scalar = ir::Scalar::Long;
  graph->symbol = program.arena->symbol(graph->name + "_variables", type);
  program.add({mapped::StorageKind::Variables, mapped::StorageOwner::Workspace, graph->symbol});
  around[place] = graph;
  program.explanation.push_back(
      "loop=graph: one CUDA graph runs all rounds; its conditional nodes ask on the device whether they go on");
  return std::nullopt;
}

}  // namespace

const Technique loop_graph{
    .key = "loop",
    .form = "graph",
    .source = "beyond ([N] §VII)",
    .summary = "one CUDA graph runs all rounds, with conditions on the device; CUDA 12.4",
    .machines = gpu_only,
    .rewrite_control = graph,
};

}  // namespace maxwarp::mapping
