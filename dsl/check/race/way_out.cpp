// Each way out belongs to a rule that the program comes close to: the first one that fits is named.
#include "dsl/check/race/way_out.h"

#include <algorithm>

#include "dsl/check/print.h"
#include "dsl/check/race/claim.h"
#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"
#include "dsl/check/race/monotone.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::Reduction;

class WayOut {
 public:
  WayOut(const Region& region, const Access& read, const Use& use, const Access& change, Diagnostics& diagnostics)
      : region_(region), read_(read), use_(use), change_(change), diagnostics_(diagnostics) {}

  Diagnostic& report() {
    if (region_.loop->loop.after) return say(diag::NotBefore);
    if (change_.action == Action::Reduce && !is_idempotent(change_.stmt->reduction)) return say(diag::OvertakenSum);
    const Guard* guard = read_.use->role == Use::Role::Condition ? read_.use->guard : nullptr;
    const bool decides = guard && guard->kind == Guard::Kind::If && !guard->test;
    Diagnostic* found = decides ? comparison(*guard) : nullptr;
    if (!found && decides) found = claim(*guard);
    if (!found) found = repeated_run();
    if (found) return *found;
    const bool single = read_.index.empty();
    return say(single ? diag::OvertakenValue : diag::OvertakenRead);
  }

 private:
  Diagnostic& say(const DiagnosticKind<std::string_view>& kind) {
    return diagnostics_.report(kind, read_.location, place(read_));
  }

  /// `if n < best { best = n }`
  Diagnostic* comparison(const Guard& guard) {
    const Expr& condition = looked_through(region_, *guard.conditions[0]);
    if (condition.kind != ExprKind::Binary) return nullptr;
    const bool less = condition.binary_op == BinaryOp::Lt || condition.binary_op == BinaryOp::Le;
    if (!less && condition.binary_op != BinaryOp::Gt && condition.binary_op != BinaryOp::Ge) return nullptr;
    const bool first = &looked_through(region_, *condition.operands[0]) == read_.expr;
    const Expr& other = *condition.operands[first ? 1 : 0];
    const bool assigned = std::ranges::any_of(region_.standing_under(guard), [&](const Access* one) {
      return one->action == Action::Write && one->symbol == read_.symbol && same_index(*one, read_) &&
             same(*one->value, other);
    });
    if (!assigned) return nullptr;
    const Reduction reduction = less == first ? Reduction::Max : Reduction::Min;
    return &diagnostics_.report(diag::CompareThenAssign, read_.location, place(read_), place(read_),
                                checked::spelling(reduction));
  }

  /// `if mark[w] == 0 { mark[w] = 1; … }`, where what follows depends on who comes first.
  Diagnostic* claim(const Guard& guard) {
    const bool claims = std::ranges::all_of(region_.changes_of(read_.symbol), [&](const Access* change) {
      return stands_under(*change, guard) && same_index(*change, read_);
    });
    if (!claims) return nullptr;
    if (guard.other) return &say(diag::ClaimElse);
    const Access* differs = first_of_claimer(region_, read_, guard);
    if (!differs) return nullptr;
    const bool counts = differs->action == Action::Reduce && !is_idempotent(differs->stmt->reduction);
    const auto& kind = differs->action == Action::Break ? diag::ClaimBreaks
                       : counts                         ? diag::ClaimCounts
                                                        : diag::ClaimDiffers;
    return &say(kind).note(diag::DependsOnIt, differs->location, place(read_));
  }

  /// Offers that would be right if the iteration ran again after each change.
  Diagnostic* repeated_run() {
    const auto& changes = region_.changes_of(read_.symbol);
    const bool one_way = std::ranges::all_of(changes, [&](const Access* change) {
      return change->action == Action::Reduce && change->stmt->reduction == changes[0]->stmt->reduction;
    });
    const bool of_node = !read_.index.empty() && read_.index[0]->scalar == checked::Scalar::Node;
    if (!one_way || !of_node ||
        direction(region_, changes[0]->stmt->reduction, read_.symbol->type.scalar) == Variation::Open)
      return nullptr;
    if (monotone(region_, read_) != Variation::Open) return &say(diag::MonotoneShown);
    const bool passed_on = use_.role == Use::Role::Offer && use_.stmt->target->symbol == read_.symbol;
    const Expr& index = unaliased(*read_.index[0]);
    const bool own = index.kind == ExprKind::Reference && index.symbol == region_.loop->loop.variable;
    if (!passed_on) return nullptr;
    if (!own) return region_.is_iterate() ? &say(diag::MonotoneOfNeighbor) : nullptr;
    if (!region_.is_iterate()) return &say(diag::MonotoneOnce);
    const Access& change = *changes[0];
    return &diagnostics_.report(diag::MonotoneNotActivated, read_.location, place(read_), place(change),
                                checked::spelling(change.stmt->reduction), print_expression(*change.index[0]));
  }

  const Region& region_;
  const Access& read_;
  const Use& use_;
  const Access& change_;
  Diagnostics& diagnostics_;
};

}  // namespace

Diagnostic& report_overtaken(const Region& region, const Access& read, const Use& use, const Access& change,
                             Diagnostics& diagnostics) {
  return WayOut(region, read, use, change, diagnostics).report();
}

}  // namespace maxwarp::race
