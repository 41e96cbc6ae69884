// The entry of the race check: finds the parallel regions and runs the rules on each.
// Statements outside of them run one after the other and need no check.
#include "dsl/check/race/race_check.h"

#include "dsl/check/race/region.h"
#include "dsl/diagnostics.h"

namespace maxwarp {

namespace {

/// The call that brought the text at `place` into the loop, or null.
const checked::Call* call_of(const checked::Stmt& stmt, Location place) {
  const checked::Call* call = stmt.call;
  if (call && call->body.begin <= place.begin && place.begin < call->body.end) return call;
  for (const auto* block : {&stmt.body, &stmt.other})
    for (const checked::Stmt* inner : *block)
      if (const checked::Call* found = call_of(*inner, place)) return found;
  return nullptr;
}

void note_calls(const checked::Stmt& loop, std::size_t first, Diagnostics& diagnostics) {
  for (std::size_t i = first; i < diagnostics.all().size(); ++i)
    if (const checked::Call* call = call_of(loop, diagnostics.all()[i].location))
      diagnostics.note_at(i, diag::CalledHere, call->place, call->function);
}

using Couples = std::map<const checked::Symbol*, const checked::Stmt*>;

void find_couples(const checked::Block& block, Couples& couples) {
  for (const checked::Stmt* stmt : block) {
    if (stmt->payload) couples[stmt->target->symbol] = couples[stmt->payload_target->symbol] = stmt;
    find_couples(stmt->body, couples);
    find_couples(stmt->other, couples);
  }
}

void check_region(const checked::Stmt& loop, checked::Algorithm& algorithm, const Couples& couples,
                  Diagnostics& diagnostics) {
  std::size_t reported = diagnostics.all().size();
  race::Region region = race::collect(loop);
  if (loop.loop.until) region.seen_outside = race::seen_outside(region, algorithm.body);
  race::check_order(region, diagnostics);
  race::Conflicts conflicts = race::check_conflicts(region, diagnostics);
  checked::Places unproved = race::check_overtaken(region, conflicts.overtaken, diagnostics);
  unproved.merge(conflicts.unproved);
  race::check_tested(region, diagnostics);
  race::check_couples(region, couples, diagnostics);
  race::check_breaks(region, diagnostics);
  note_calls(loop, reported, diagnostics);
  for (const checked::Symbol* symbol : region.written)
    if (!conflicts.shared.contains(symbol) && !couples.contains(symbol)) algorithm.separate[&loop].insert(symbol);
  if (!unproved.empty()) algorithm.unproved[&loop] = std::move(unproved);
}

void check_block(const checked::Block& block, checked::Algorithm& algorithm, const Couples& couples,
                 Diagnostics& diagnostics) {
  for (const checked::Stmt* stmt : block) {
    if (stmt->kind == checked::StmtKind::Foreach || stmt->kind == checked::StmtKind::Iterate) {
      check_region(*stmt, algorithm, couples, diagnostics);
      continue;
    }
    check_block(stmt->body, algorithm, couples, diagnostics);
    check_block(stmt->other, algorithm, couples, diagnostics);
  }
}

}  // namespace

void check_races(checked::Program& program, Diagnostics& diagnostics) {
  for (const auto& algorithm : program.algorithms) {
    Couples couples;
    find_couples(algorithm->body, couples);
    check_block(algorithm->body, *algorithm, couples, diagnostics);
  }
}

}  // namespace maxwarp
