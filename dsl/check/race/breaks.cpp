// Loops with `break`: their iterations run in any order, so which ones run before the break is open.
// Legal: `if level[v] < inf { found = true; break }`. Illegal: `sum += x[w]; if … { break }`.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

/// Declared in the loop, so that it ends with the iteration.
bool is_private_to(const Region& region, const Access& access, std::size_t level) {
  auto local = region.locals.find(access.symbol);
  return local != region.locals.end() && local->second.loops > level;
}

/// Whether the value differs among the iterations of the loop at `level`.
bool varies(const Region& region, const Expr& expr, const Access& access, std::size_t level) {
  if (mentions_written(region, expr)) return true;
  for (std::size_t i = level; i < access.loops.size(); ++i)
    for (const Symbol* variable : {access.loops[i]->loop.variable, access.loops[i]->loop.edge})
      if (variable && mentions(region, expr, *variable)) return true;
  return false;
}

bool is_same_for_all(const Region& region, const Access& access, std::size_t level) {
  for (const Expr* index : access.index)
    if (varies(region, *index, access, level)) return false;
  if (!is_change(access)) return true;
  bool reduces = access.action == Action::Reduce;
  if (reduces && (!is_idempotent(access.stmt->reduction) || access.stmt->changed || access.stmt->old)) return false;
  bool one_of_many = reduces && access.stmt->reduction == checked::Reduction::Any;
  return one_of_many || !varies(region, *access.value, access, level);
}

void check_loop(const Region& region, const Stmt& loop, Diagnostics& diagnostics) {
  for (const Access& access : region.accesses) {
    if (!is_change(access) && access.action != Action::Activate) continue;
    auto found = std::ranges::find(access.loops, &loop);
    if (found == access.loops.end()) continue;
    std::size_t level = static_cast<std::size_t>(found - access.loops.begin());
    if (is_change(access) && is_private_to(region, access, level)) continue;
    bool before_break = std::ranges::any_of(region.accesses, [&](const Access& other) {
      return other.action == Action::Break && !other.serial && other.blocks == access.blocks;
    });
    if (!before_break)
      diagnostics.report(diag::BreakSkips, access.location);
    else if (!is_same_for_all(region, access, level))
      diagnostics.report(diag::BreakVaries, access.location);
  }
}

}  // namespace

void check_breaks(const Region& region, Diagnostics& diagnostics) {
  std::set<const Stmt*> seen;
  for (const Access& access : region.accesses)
    if (access.action == Action::Break && !access.serial && seen.insert(access.loops.back()).second)
      check_loop(region, *access.loops.back(), diagnostics);
}

}  // namespace maxwarp::race
