// The entry of the race check: finds the parallel regions and runs the rules on each.
// Statements outside of them run one after the other and need no check.
#include "dsl/check/race/race_check.h"

#include <algorithm>

#include "dsl/check/race/facts.h"
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

void find_payload_pairs(const checked::Block& block, race::PayloadPairs& pairs) {
  for (const checked::Stmt* stmt : block) {
    if (stmt->payload) pairs[stmt->target->symbol] = pairs[stmt->payload_target->symbol] = stmt;
    find_payload_pairs(stmt->body, pairs);
    find_payload_pairs(stmt->other, pairs);
  }
}

/// What the check of a region needs besides the loop.
struct Around {
  checked::Algorithm& algorithm;
  const race::PayloadPairs& pairs;
  const checked::SignAnalysis& signs;
  std::optional<race::Premise> granted;
};

/// Reads of what the iteration itself changes and no other one.
checked::Places remembered(const race::Region& region, const race::Overtaken& overtaken) {
  checked::Places places;
  for (const race::Access& access : region.accesses) {
    bool reads = access.action == race::Action::Read && region.is_written(access.symbol);
    if (reads && !region.locals.contains(access.symbol) && !access.latest && !overtaken.contains(&access))
      places.insert(access.location.begin);
  }
  return places;
}

/// The monotone reads and the changes of what they read. Each such change activates its node and has the effects of
/// each other one (`monotone`, `check_tested`), so not even the iteration that makes it has to see it. A text that is
/// called twice is two accesses at one place; both have to be of this kind.
checked::Places unordered(const race::Region& region, const race::StaleReads& stale) {
  std::set<const race::Access*> kind = stale.monotone;
  for (const race::Access* read : stale.monotone)
    for (const race::Access* change : region.changes_of(read->symbol)) kind.insert(change);
  checked::Places places;
  for (const race::Access* access : kind) places.insert(access->location.begin);
  for (const race::Access& access : region.accesses)
    if (!access.index.empty() && !kind.contains(&access)) places.erase(access.location.begin);
  return places;
}

/// Reads that `after` makes safe from all changes of what they read. A text that is called twice is two accesses at one
/// place; both have to be of this kind.
checked::Places earlier(const race::Region& region) {
  checked::Places places, others;
  for (const race::Access& access : region.accesses) {
    if (!region.is_written(access.symbol)) continue;
    const bool safe = std::ranges::all_of(region.changes_of(access.symbol), [&](const race::Access* change) {
      return race::is_ordered(region, access, *change);
    });
    (safe ? places : others).insert(access.location.begin);
  }
  for (const auto place : others) places.erase(place);
  return places;
}

void check_region(const checked::Stmt& loop, const Around& around, Diagnostics& diagnostics) {
  auto& [algorithm, pairs, signs, granted] = around;
  std::size_t reported = diagnostics.all().size();
  race::Region region = race::collect(loop, granted);
  if (region.too_deep) {
    diagnostics.report(diag::ConstantTooDeep, region.too_deep->location, region.too_deep->symbol->name);
    return;
  }
  region.signs = &signs;
  region.requirements = &algorithm.requirements;
  race::find_steps(region);
  race::find_alike(region);
  if (loop.loop.until) region.seen_outside = race::seen_outside(region, algorithm.body);
  race::check_order(region, diagnostics);
  race::Conflicts conflicts = race::check_conflicts(region, diagnostics);
  race::StaleReads stale = race::check_stale_reads(region, conflicts.overtaken, diagnostics);
  checked::Places unproved = stale.unproved;
  unproved.merge(conflicts.unproved);
  race::check_tested(region, conflicts.shared, diagnostics);
  race::check_payload_pairs(region, pairs, diagnostics);
  race::check_breaks(region, diagnostics);
  note_calls(loop, reported, diagnostics);
  for (const auto& [symbol, changes] : region.changes)
    if (!conflicts.shared.contains(symbol) && !pairs.contains(symbol)) algorithm.separate[&loop].insert(symbol);
  if (region.is_iterate()) algorithm.remembered[&loop] = remembered(region, conflicts.overtaken);
  if (loop.loop.after && unproved.empty()) algorithm.earlier[&loop] = earlier(region);
  if (unproved.empty())
    algorithm.unordered[&loop] = unordered(region, stale);
  else
    algorithm.unproved[&loop] = std::move(unproved);
}

void check_block(const checked::Block& block, const Around& around, Diagnostics& diagnostics) {
  for (const checked::Stmt* stmt : block) {
    if (stmt->kind == checked::StmtKind::Foreach || stmt->kind == checked::StmtKind::Iterate) {
      check_region(*stmt, around, diagnostics);
      continue;
    }
    check_block(stmt->body, around, diagnostics);
    check_block(stmt->other, around, diagnostics);
  }
}

}  // namespace

void check_races(checked::Program& program, Diagnostics& diagnostics, std::optional<race::Premise> granted) {
  for (const auto& algorithm : program.algorithms) {
    race::PayloadPairs pairs;
    find_payload_pairs(algorithm->body, pairs);
    const checked::SignAnalysis signs(*algorithm);
    check_block(algorithm->body, {*algorithm, pairs, signs, granted}, diagnostics);
  }
}

}  // namespace maxwarp
