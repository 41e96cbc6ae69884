// Launches: how many threads a stage gets follows from its source and its team.
#include "compiler/emit/cuda/host.h"

#include "compiler/emit/cuda/resident.h"

#include <fmt/format.h>

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::SourceKind;
using mapped::TeamKind;

std::string stage_call(const ProgramNames &names, const mapped::Stage &stage) {
  const std::string &own = names.of(stage);
  return stage.team.kind == TeamKind::Tile ? fmt::format("{}<{}>", own, stage.team.width) : own;
}

namespace {

void collect_stages(const mapped::Sequence &controls, bool inside, std::set<const mapped::Stage *> &stages) {
  for (const Control *control : controls) {
    if (inside && control->stage) stages.insert(control->stage);
    collect_stages(control->body, inside || control->kind == ControlKind::Resident, stages);
    collect_stages(control->other, inside, stages);
  }
}

}  // namespace

std::set<const mapped::Stage *> resident_stages(const mapped::Program &program) {
  std::set<const mapped::Stage *> stages;
  collect_stages(program.body, false, stages);
  return stages;
}

// Items known to the host are covered; where only the device knows their number, the device is filled.
std::string CudaHostPrinter::shape(const mapped::Stage &stage, const std::string &kernel) {
  const mapped::Source &source = stage.source;
  std::string count;
  switch (source.kind) {
    case SourceKind::Once: return fmt::format("cover(1, {})", stage.team.kind == TeamKind::Block ? stage.block : 1) ;
    case SourceKind::Nodes: count = "graph.nodes"; break;
    case SourceKind::Edges: count = source.entry ? "" : "graph.edges"; break;
    case SourceKind::Set: count = name(source.list) + ".count"; break;
    case SourceKind::Worklist: count = source.count ? name(source.count) : ""; break;
    case SourceKind::Range:
      count = expressions_.index_count(source);
      break;
    case SourceKind::EvenShares: break;
  }
  if (stage.resident_warps) return fmt::format("gpu.resident({}, {}, {})", kernel, stage.block, stage.resident_warps);
  if (count.empty() || stage.taken || stage.team.kind == TeamKind::Block) return fmt::format("gpu.resident({}, {})", kernel, stage.block);
  if (stage.team.kind == TeamKind::Lane) return fmt::format("cover({}, {})", count, stage.block);
  if (stage.team.chunk == 1) return fmt::format("cover(std::int64_t{{{}}} * {}, {})", count, stage.team.width, stage.block);
  return fmt::format("cover((std::int64_t{{{}}} + {}) / {} * {}, {})", count, stage.team.chunk - 1, stage.team.chunk,
                     stage.team.width, stage.block);
}

void CudaHostPrinter::run_stage(const mapped::Stage &stage) {
  const std::string kernel = stage_call(program_names_, stage);
  line(fmt::format("gpu.launch({}, {}, {});", kernel, shape(stage, kernel), arguments(stage)));
}

void CudaHostPrinter::resident(const Control &control) {
  const ResidentPrinter kernel(program_, program_names_, control);
  int block = 128, warps = 64;
  std::set<const mapped::Stage *> stages;
  collect_stages(control.body, true, stages);
  for (const mapped::Stage *stage : stages) {
    block = stage->block;
    if (stage->resident_warps) warps = std::min(warps, stage->resident_warps);
  }
  std::string list = "graph";
  for (const ir::Symbol *symbol : kernel.storages()) list += ", " + storage_name(symbol);
  for (const ir::Symbol *symbol : kernel.scalars()) list += ", " + name(symbol);
  if (!kernel.limit().empty()) list += ", " + kernel.limit();
  const std::string own = control.name;
  line(fmt::format("gpu.clear({});", storage_name(control.symbol)));
  const std::string few = warps < 64 ? fmt::format(", {}", warps) : "";
  line(fmt::format("gpu.launch({0}, cooperative(gpu.resident({0}, {1}{2})), {3});", own, block, few, list));
  line(fmt::format("const std::int64_t {0}_run = gpu.read({1});", own, storage_name(control.list)));
  line("if (!gpu) return gpu.status();");
  line(fmt::format("options.rounds += {}_run;", own));
  const Control *loop = control.body.front();
  if (loop->kind == ControlKind::Rounds && loop->limited)
    line(fmt::format("if ({}_run > {}) return {{StatusCode::TooManyRounds, 0, \"`iterate` does not end\"}};", own, kernel.limit()));
}

}  // namespace maxwarp::emit
