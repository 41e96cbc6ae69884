// Tallies of the run in the stages that count in them or read their sums.
#include <algorithm>
#include <vector>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

void open_shared_tallies(mapped::Program& program, mapped::Stage& stage) {
  std::vector<const ir::Tally*> shared;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    const bool names = stmt->kind == ir::StmtKind::Count || stmt->kind == ir::StmtKind::Ask;
    if (names && !stmt->tally->first && std::ranges::find(shared, stmt->tally) == shared.end())
      shared.push_back(stmt->tally);
  });
  for (const ir::Tally* tally : shared) {
    ir::Stmt* open = program.arena->stmt(ir::StmtKind::OpenTally);
    open->tally = tally;
    open->end = tally->size;
    stage.operation().insert(stage.operation().begin(), open);
  }
}

}  // namespace maxwarp::mapping
