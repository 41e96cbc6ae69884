// Reads that another iteration may overtake, and the two rules that make them harmless.
// Claim: the read only decides whether to do the same to that same element. Monotone: all changes go one
// way and each re-runs whoever read the old value.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::Reduction;

class OvertakenCheck {
 public:
  OvertakenCheck(const Region& region, Diagnostics& diagnostics) : region_(region), diagnostics_(diagnostics) {}

  /// What is read too early or too late.
  checked::Places run(const Overtaken& overtaken) {
    checked::Places unproved;
    for (auto [read, writer] : overtaken) {
      if (!reads_.insert(read).second || is_harmless(*read)) continue;
      bool sum = writer->action == Action::Reduce && !is_idempotent(writer->stmt->reduction);
      const auto& kind = region_.loop->loop.after ? diag::NotBefore : sum ? diag::OvertakenSum : diag::OvertakenRead;
      diagnostics_.report(kind, read->location, place(*read)).note(diag::OtherAccess, writer->location, place(*writer));
      unproved.insert(read->location.begin);
    }
    if (stale_ && unproved.empty()) check_repeated_runs();
    return unproved;
  }

 private:
  bool is_harmless(const Access& read) {
    if (is_settled(region_, read) || is_stable(region_, read) || (read.sink_guard && is_claim(read, *read.sink_guard)))
      return true;
    bool monotone = (read.sink_guard && is_monotone_condition(read, *read.sink_guard)) ||
                    (read.sink_reduction && is_monotone_update(read, *read.sink_reduction));
    if (monotone) stale_ = &read;
    return monotone;
  }

  std::vector<const Access*> changes_of(const Symbol& symbol) const {
    std::vector<const Access*> changes;
    for (const Access& access : region_.accesses)
      if (is_change(access) && access.symbol == &symbol) changes.push_back(&access);
    return changes;
  }

  bool has_else(const Guard& guard) const {
    return std::ranges::any_of(region_.guards, [&](const Guard& other) { return other.of == &guard; });
  }

  /// Legal: `where level[w] == inf { level[w] = round; activate w }`. Whoever changes the answer for others
  /// has done all that they would have done. Illegal: `{ level[w] = round; count += 1 }`.
  bool is_claim(const Access& read, const Guard& guard) const {
    if (guard.kind != Guard::Kind::If || has_else(guard) || !is_steady(region_, read.index)) return false;
    std::vector<const Access*> changes = changes_of(*read.symbol);
    for (const Access* change : changes) {
      bool one_of_many = change->action == Action::Reduce && change->stmt->reduction == Reduction::Any;
      bool alike = change->action == Action::Write && is_target_only(region_, *change->value, read.index);
      if (!(one_of_many || alike) || !same_index(*change, read) || !stands_under(*change, guard)) return false;
    }
    return std::ranges::all_of(region_.accesses, [&](const Access& effect) {
      return !stands_under(effect, guard) || is_repeatable(effect, read, guard, changes);
    });
  }

  bool is_repeatable(const Access& effect, const Access& read, const Guard& guard,
                     const std::vector<const Access*>& changes) const {
    if (effect.action == Action::Read || effect.action == Action::Round) return true;
    if (effect.action == Action::Break) return false;
    if (is_change(effect) && is_local_under(region_, *effect.symbol, guard)) return true;
    for (const Access* change : changes)
      if (!comes_with(effect, *change, read)) return false;
    if (effect.action == Action::Activate) return is_target_only(region_, *effect.index[0], read.index);
    if (region_.locals.contains(effect.symbol) || effect.stmt->changed || effect.stmt->old) return false;
    bool same_place = effect.index.empty() || same_index(effect, read);
    bool reduces = effect.action == Action::Reduce;
    if (!same_place || (reduces && !is_idempotent(effect.stmt->reduction))) return false;
    return (reduces && effect.stmt->reduction == Reduction::Any) || is_target_only(region_, *effect.value, read.index);
  }

  /// Whenever the answer is changed, the effect happens too, or its own conditions keep everybody from it.
  /// Legal: `{ level[w] = round; if outdegree(w) > 9 { big = true } }`. Illegal: `if outdegree(v) > 9`.
  bool comes_with(const Access& effect, const Access& change, const Access& read) const {
    if (effect.loops.size() > change.loops.size() ||
        !std::equal(effect.loops.begin(), effect.loops.end(), change.loops.begin()))
      return false;
    auto own = std::ranges::mismatch(effect.guards, change.guards).in1;
    return std::all_of(own, effect.guards.end(), [&](const Guard* guard) {
      return guard->kind != Guard::Kind::While && is_target_only(region_, *guard->condition, read.index);
    });
  }

  bool reads_own_node(const Access& read) const {
    return region_.is_iterate() && read.index.size() == 1 && read.index[0]->kind == ExprKind::Reference &&
           read.index[0]->symbol == region_.loop->loop.variable;
  }

  /// All changes are one reduction in one direction, and each activates the node that it changed.
  bool is_complete(const Symbol& symbol) const {
    std::vector<const Access*> changes = changes_of(symbol);
    return std::ranges::all_of(changes, [&](const Access* change) {
      bool directed = change->action == Action::Reduce && is_idempotent(change->stmt->reduction) &&
                      change->stmt->reduction != Reduction::Any &&
                      change->stmt->reduction == changes[0]->stmt->reduction;
      return directed && change->stmt->changed && activates(*change);
    });
  }

  bool activates(const Access& change) const {
    return std::ranges::any_of(region_.accesses, [&](const Access& access) {
      if (access.action != Action::Activate || access.guards.empty() || change.index.size() != 1) return false;
      const Guard& innermost = *access.guards.back();
      return innermost.kind == Guard::Kind::If && innermost.test == change.stmt && access.loops == change.loops &&
             same(*access.index[0], *change.index[0]);
    });
  }

  /// Legal: `if ahead[v] { … }` where all changes are `ahead[w] |= …` with `activate w`: once true, it stays
  /// true, and v runs again when it becomes true.
  bool is_monotone_condition(const Access& read, const Guard& guard) const {
    bool usable = guard.kind == Guard::Kind::If && !has_else(guard) && reads_own_node(read);
    return usable && is_complete(*read.symbol) && holds_on(read, *guard.condition);
  }

  Reduction direction(const Access& read) const { return changes_of(*read.symbol)[0]->stmt->reduction; }
  bool is_read(const Access& read, const Expr& expr) const {
    return expr.symbol == read.symbol && expr.operands.size() == 1 && same(*expr.operands[0], *read.index[0]);
  }

  /// Once true, the condition stays true whatever the reduction does.
  bool holds_on(const Access& read, const Expr& condition) const {
    if (!mentions(region_, condition, *read.symbol)) return true;
    Reduction way = direction(read);
    if (is_read(read, condition)) return way == Reduction::Or;
    if (condition.kind == ExprKind::Unary) return way == Reduction::And && is_read(read, *condition.operands[0]);
    if (condition.kind != ExprKind::Binary) return false;
    const Expr &left = *condition.operands[0], &right = *condition.operands[1];
    BinaryOp op = condition.binary_op;
    if (op == BinaryOp::And || op == BinaryOp::Or) return holds_on(read, left) && holds_on(read, right);
    bool falls = op == BinaryOp::Lt || op == BinaryOp::Le, rises = op == BinaryOp::Gt || op == BinaryOp::Ge;
    bool towards = (way == Reduction::Min && falls) || (way == Reduction::Max && rises);
    return towards && is_monotone_value(read, left) && !mentions_overtaken(region_, right);
  }

  /// Legal: `dist[w] min= dist[v] + weight[e]`. Illegal: `dist[w] min= 10 - dist[v]`.
  bool is_monotone_update(const Access& read, const Stmt& reduction) const {
    if (reduction.target->symbol != read.symbol || !reads_own_node(read) || !is_complete(*read.symbol)) return false;
    return std::ranges::all_of(changes_of(*read.symbol),
                               [&](const Access* change) { return is_monotone_value(read, *change->value); });
  }

  bool is_monotone_value(const Access& read, const Expr& value) const {
    if (is_read(read, value) || !mentions(region_, value, *read.symbol)) return true;
    // Sums keep the order of numbers, not that of sets of bits.
    Reduction way = direction(read);
    bool numeric = way == Reduction::Min || way == Reduction::Max;
    if (!numeric && (value.kind == ExprKind::Binary || value.kind == ExprKind::Call)) return false;
    auto operand = [&](std::size_t i) { return is_monotone_value(read, *value.operands[i]); };
    switch (value.kind) {
      case ExprKind::Reference: return value.symbol->initial && is_monotone_value(read, *value.symbol->initial);
      case ExprKind::Convert: return operand(0);
      case ExprKind::Binary:
        if (value.binary_op == BinaryOp::Add) return operand(0) && operand(1);
        return value.binary_op == BinaryOp::Sub && operand(0) && !mentions(region_, *value.operands[1], *read.symbol);
      case ExprKind::Call:
        return (value.builtin == checked::Builtin::Min || value.builtin == checked::Builtin::Max) && operand(0) &&
               operand(1);
      default: return false;
    }
  }

  /// A stale value costs extra runs of the body, so nothing may count them or see in which round they are.
  void check_repeated_runs() {
    for (const Access& access : region_.accesses) {
      bool local = access.symbol && region_.locals.contains(access.symbol);
      if (access.action == Action::Round)
        report(diag::RoundNotFixed, access.location);
      else if (access.action == Action::Reduce && !local &&
               (!is_idempotent(access.stmt->reduction) || access.stmt->old))
        report(diag::CountNotFixed, access.location);
      else if (access.action == Action::Write && !local && !access.is_payload &&
               !is_target_only(region_, *access.value, access.index))
        report(diag::CountNotFixed, access.location);
      else if (access.action == Action::Read && !access.latest && !local && region_.written.contains(access.symbol) &&
               !reads_.contains(&access))
        report(diag::CountNotFixed, access.location);
    }
    check_until();
  }

  /// How many rounds there are depends on the order too, so they may end by themselves only, or decide
  /// nothing but what `until` waits for.
  void check_until() {
    const Expr* until = region_.loop->loop.until;
    if (!until) return;
    for (const Access& access : region_.accesses) {
      bool result = is_change(access) && region_.seen_outside.contains(access.symbol);
      bool fixed = access.action == Action::Write && is_uniform(region_, *access.value) && access.index.empty();
      if (!result || fixed) continue;
      diagnostics_.report(diag::UntilNotFixed, until->location, place(*stale_), access.symbol->name)
          .note(diag::ChangedHere, access.location, access.symbol->name);
    }
  }

  void report(const DiagnosticKind<std::string_view>& kind, Location location) {
    diagnostics_.report(kind, location, place(*stale_)).note(diag::OtherAccess, stale_->location, place(*stale_));
  }

  const Region& region_;
  Diagnostics& diagnostics_;
  std::set<const Access*> reads_;
  const Access* stale_ = nullptr;  // a read that the monotone rule allowed
};

}  // namespace

checked::Places check_overtaken(const Region& region, const Overtaken& overtaken, Diagnostics& diagnostics) {
  return OvertakenCheck(region, diagnostics).run(overtaken);
}

}  // namespace maxwarp::race
