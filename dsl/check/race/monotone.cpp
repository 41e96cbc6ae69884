// Which reads are monotone, and what a loop with such reads may not do, since a node may run more often than it has to.
#include "dsl/check/race/monotone.h"

#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using checked::ExprKind;
using checked::Reduction;

/// Of a vector, the node whose row it is.
bool is_node_of_loop(const Region& region, const Access& read) {
  const Expr* index = read.index.empty() ? nullptr : &unaliased(*read.index[0]);
  return index && index->kind == ExprKind::Reference && index->symbol == region.loop->loop.variable;
}

/// Right where the change has changed something, its node is activated.
bool activates(const Region& region, const Access& change) {
  auto tests = region.tests.find(change.stmt);
  bool of_node = !change.index.empty() && change.index[0]->scalar == checked::Scalar::Node;
  if (tests == region.tests.end() || !of_node) return false;
  const Guard& test = *tests->second[0];
  return std::ranges::any_of(region.standing_under(test), [&](const Access* access) {
    return access->action == Action::Activate && access->at->guards.back() == &test &&
           access->at->loops == change.at->loops && same(*access->index[0], *change.index[0]);
  });
}

class RepeatedRuns {
 public:
  RepeatedRuns(const Region& region, const Access& stale, const Overtaken& overtaken, Diagnostics& diagnostics)
      : region_(region), stale_(stale), overtaken_(overtaken), diagnostics_(diagnostics) {}

  void run() {
    for (const Access& access : region_.accesses) {
      if (access.action == Action::Round && !given(region_, Premise::MonotoneRound, false))
        report(diag::RoundNotFixed, access.location);
      if (is_kept(access)) report(diag::CountNotFixed, access.location);
    }
    check_until();
  }

 private:
  /// Adds something with every run, or reads what an earlier run has left. That the same is written again is no harm.
  bool is_kept(const Access& access) const {
    if (!access.symbol || region_.locals.contains(access.symbol)) return false;
    if (access.action == Action::Reduce)
      return !given(region_, Premise::MonotoneCount, is_idempotent(access.stmt->reduction) && !access.stmt->old);
    bool left = access.action == Action::Read && !access.latest && region_.is_written(access.symbol);
    return left && !given(region_, Premise::MonotoneMemory, overtaken_.contains(&access));
  }

  /// After which round the loop is left depends on the order, too. So all that is seen outside is settled when it is
  /// left by `until`: flags that `until` waits for.
  void check_until() {
    const Expr* until = region_.loop->loop.until;
    if (!until) return;
    for (const Access& access : region_.accesses) {
      bool result = is_change(access) && region_.seen_outside.contains(access.symbol);
      if (!result || (given(region_, Premise::UntilFlag, is_flag(*access.symbol)) &&
                      given(region_, Premise::UntilWaits, waits_for(*until, *access.symbol))))
        continue;
      diagnostics_.report(diag::UntilNotFixed, until->location, place(stale_), access.symbol->name)
          .note(diag::ChangedHere, access.location, access.symbol->name);
    }
  }

  /// All that happens to it is that it becomes true.
  bool is_flag(const Symbol& symbol) const {
    return symbol.type.space == checked::Space::Global && symbol.type.scalar == checked::Scalar::Bool &&
           std::ranges::all_of(region_.changes_of(&symbol), [](const Access* change) {
             bool once = change->action == Action::Write || change->stmt->reduction == Reduction::Or;
             return once && change->value->kind == ExprKind::Integer && change->value->integer == 1;
           });
  }

  static bool waits_for(const Expr& until, const Symbol& flag) {
    if (until.kind == ExprKind::Reference) return until.symbol == &flag;
    bool all = until.kind == ExprKind::Binary && until.binary_op == checked::BinaryOp::And;
    return all && (waits_for(*until.operands[0], flag) || waits_for(*until.operands[1], flag));
  }

  void report(const DiagnosticKind<std::string_view>& kind, Location location) {
    diagnostics_.report(kind, location, place(stale_)).note(diag::OtherAccess, stale_.location, place(stale_));
  }

  const Region& region_;
  const Access& stale_;
  const Overtaken& overtaken_;
  Diagnostics& diagnostics_;
};

}  // namespace

Variation direction(const Region& region, Reduction reduction, checked::Scalar scalar) {
  bool truth = given(region, Premise::MonotoneBits, scalar == checked::Scalar::Bool);
  switch (reduction) {
    case Reduction::Min: return Variation::Falls;
    case Reduction::Max: return Variation::Rises;
    case Reduction::Or: return truth ? Variation::Rises : Variation::Gains;
    case Reduction::And: return truth ? Variation::Falls : Variation::Loses;
    default: return Variation::Open;
  }
}

Variation monotone(const Region& region, const Access& read) {
  if (!region.is_iterate() || !given(region, Premise::MonotoneOwn, is_node_of_loop(region, read)))
    return Variation::Open;
  const std::vector<const Access*>& changes = region.changes_of(read.symbol);
  bool complete = std::ranges::all_of(changes, [&](const Access* change) {
    if (change->action != Action::Reduce) return false;
    bool same_way = change->stmt->reduction == changes[0]->stmt->reduction;
    return given(region, Premise::MonotoneDirection, same_way) &&
           given(region, Premise::MonotoneActivates, change->stmt->changed && activates(region, *change));
  });
  if (!complete) return Variation::Open;
  return direction(region, changes[0]->stmt->reduction, read.symbol->type.scalar);
}

void check_repeated_runs(const Region& region, const Access& stale, const Overtaken& overtaken,
                         Diagnostics& diagnostics) {
  RepeatedRuns(region, stale, overtaken, diagnostics).run();
}

}  // namespace maxwarp::race
