// Integer sums over all iterations of a loop into single values: every thread has an exact part, the parts meet in 128
// bits of the workspace, and the value saturates once, when all stages of the loop are done.
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

using mapped::Control;

const ir::Symbol* sum_of(mapped::Program& program, const ir::Symbol* cell) {
  const ir::Symbol*& sum = program.sums[cell];
  if (sum) return sum;
  ir::Type type;
  type.scalar = cell->type.scalar;
  sum = program.arena->symbol(cell->name + "_sum", type);
  program.add({mapped::StorageKind::Sum, mapped::StorageOwner::Workspace, sum});
  return sum;
}

Control* settle_sums(LoopPlan& plan) {
  std::map<const ir::Symbol*, const ir::Symbol*, ir::ById> sums;
  for (const mapped::Stage* stage : round_stages(plan))
    for (const mapped::Accumulator& part : stage->accumulators)
      if (part.sum) sums[part.cell] = part.sum;
  if (sums.empty()) return nullptr;
  mapped::Stage* stage = plan.program.stage("sums", "one thread writes the sums of the loop");
  stage->location = plan.region.location;
  for (const auto& [cell, sum] : sums) {
    ir::Stmt* settle = plan.arena.stmt(ir::StmtKind::Settle, plan.region.location);
    settle->target = plan.arena.reference(cell);
    settle->storage = sum;
    stage->body.push_back(settle);
  }
  return run(plan, stage);
}

void clear_sums(mapped::Program& program) {
  mapped::Sequence clears;
  for (const auto& [cell, sum] : program.sums) {
    clears.push_back(program.control(mapped::ControlKind::Clear, program.algorithm->location));
    clears.back()->symbol = sum;
  }
  program.body.insert(program.body.begin(), clears.begin(), clears.end());
}

}  // namespace maxwarp::mapping
