// The entry of the race check: finds the parallel regions and runs the rules on each.
// Statements outside of them run one after the other and need no check.
#include "dsl/check/race/race_check.h"

#include "dsl/check/race/region.h"

namespace maxwarp {

namespace {

void check_region(const checked::Stmt& loop, const checked::Block& algorithm, Diagnostics& diagnostics) {
  race::Region region = race::collect(loop);
  region.seen_outside = race::seen_outside(region, algorithm);
  race::Overtaken overtaken = race::check_conflicts(region, diagnostics);
  race::check_overtaken(region, overtaken, diagnostics);
  race::check_tested(region, diagnostics);
  race::check_breaks(region, diagnostics);
}

void check_block(const checked::Block& block, const checked::Block& algorithm, Diagnostics& diagnostics) {
  for (const checked::Stmt* stmt : block) {
    if (stmt->kind == checked::StmtKind::Foreach || stmt->kind == checked::StmtKind::Iterate) {
      check_region(*stmt, algorithm, diagnostics);
      continue;
    }
    check_block(stmt->body, algorithm, diagnostics);
    check_block(stmt->other, algorithm, diagnostics);
  }
}

}  // namespace

void check_races(const checked::Program& program, Diagnostics& diagnostics) {
  for (const auto& algorithm : program.algorithms) check_block(algorithm->body, algorithm->body, diagnostics);
}

}  // namespace maxwarp
