// Pairs of accesses that may meet in one place: which of them are harmless by themselves.
// Legal: `count += 1` with `count += 2`; `grew = true` twice. Illegal: `x[w] = v`; `x[w] = 1` with `x[w] +=
// 1`.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

void note_other(Diagnostic& error, const Access& here, const Access& other) {
  if (other.location.begin != here.location.begin) error.note(diag::OtherAccess, other.location, place(other));
}

/// `if x[v] + 1 < x[w] { x[w] = … }`: that is a minimum.
bool is_compared(const Region& region, const Access& write) {
  return std::ranges::any_of(write.at->guards, [&](const Guard* guard) {
    const Expr& condition = looked_through(region, *guard->conditions[0]);
    if (condition.kind != checked::ExprKind::Binary) return false;
    const auto op = condition.binary_op;
    return op != checked::BinaryOp::Eq && op != checked::BinaryOp::Ne &&
           std::ranges::any_of(condition.operands, [&](const Expr* operand) {
             return looked_through(region, *operand).symbol == write.symbol;
           });
  });
}

/// What an `iterate` has for a value that is made of the one of the element before, round by round; or nothing.
std::string_view by_round(const Region& region, const Access& write) {
  if (!region.is_iterate() || !write.value || is_compared(region, write)) return "";
  const Expr& value = looked_through(region, *write.value);
  const auto is_before = [&](const Expr& part) { return looked_through(region, part).symbol == write.symbol; };
  if (value.kind == checked::ExprKind::Unary && is_before(*value.operands[0])) return "round % 2 == 1";
  if (value.kind != checked::ExprKind::Binary) return "";
  if (value.binary_op == checked::BinaryOp::Sub && is_before(*value.operands[1])) return "round % 2";
  const bool counts = value.binary_op == checked::BinaryOp::Add &&
                      (is_before(*value.operands[0]) || is_before(*value.operands[1]));
  return counts ? "round" : "";
}

bool writes_same_value(const Region& region, const Access& a, const Access& b) {
  if (!given(region, Premise::SameValue, same(*a.value, *b.value))) return false;
  // `x[w] = outdegree(w)`: whoever writes this element writes this value.
  bool of_place = same_index(a, b) && is_target_only(region, *a.value, a.index);
  return given(region, Premise::ValueOfPlace, of_place || is_uniform(region, *a.value));
}

bool replaces(const Access& access) {
  return access.action == Action::Write || access.stmt->reduction == checked::Reduction::Exchange;
}

/// `was(x = 0)` beside `x += y`: in whichever order, each y is taken once.
bool takes_from_sum(const Region& region, const Access& a, const Access& b) {
  auto adds = [](const Access& access) { return access.stmt->reduction == checked::Reduction::Add; };
  auto takes = [&](const Access& access) {
    return access.stmt->reduction == checked::Reduction::Exchange &&
           given(region, Premise::TakesAll, takes_all(access));
  };
  return (takes(a) && adds(b)) || (adds(a) && takes(b));
}

/// Both change the place. `b` stands after `a` in the text. Plain writes that meet other changes go into `unproved`.
void check_changes(const Region& region, const Access& a, const Access& b, checked::Places& unproved,
                   Diagnostics& diagnostics) {
  if (a.is_payload && b.is_payload) return;  // whoever comes last with the value comes last with the payload
  if (replaces(a) && replaces(b)) {
    if (writes_same_value(region, a, b)) return;
    Diagnostic& error = diagnostics.report(diag::PlainWriteRace, b.location, place(b));
    note_other(error, b, a);
    if (const auto round = by_round(region, b); !round.empty())
      error.note(diag::RoundInstead, b.value->location, round);
    unproved.insert({a.location.begin, b.location.begin});
  } else if (a.action != b.action) {
    if (given(region, Premise::WriteOrReduce, false)) return;
    const Access& write = a.action == Action::Write ? a : b;
    const Access& reduce = a.action == Action::Write ? b : a;
    note_other(diagnostics.report(diag::WriteAndReduce, write.location, place(write)), write, reduce);
    unproved.insert(write.location.begin);
  } else if (!given(region, Premise::OneReduction, a.stmt->reduction == b.stmt->reduction) &&
             !takes_from_sum(region, a, b)) {
    note_other(diagnostics.report(diag::MixedReductions, b.location, b.symbol->name, spelling(b.stmt->reduction),
                                  spelling(a.stmt->reduction)),
               b, a);
  }
}

bool may_meet(const Region& region, const Access& a, const Access& b) {
  if (is_apart(region, a, b)) return false;
  for (std::size_t level = 0; level < common_loops(a, b); ++level)
    if (!is_separated(region, a, b, level)) return true;
  return false;
}

/// One after the other: by the loop's `after`.
bool are_ordered(const Region& region, const Access& a, const Access& b) {
  return is_ordered(region, a, b) || is_ordered(region, b, a);
}

using Accesses = std::vector<const Access*>;

/// The accesses of one symbol that the region changes.
class SymbolCheck {
 public:
  SymbolCheck(const Region& region, Conflicts& conflicts, Diagnostics& diagnostics)
      : region_(region), conflicts_(conflicts), diagnostics_(diagnostics) {}

  /// All of them stand in the same loops outside of `level`. Where all are told apart at that level, only those in
  /// the same loop of the next one may meet.
  void check(const Accesses& all, std::size_t level) {
    if (std::ranges::none_of(all, [](const Access* one) { return is_change(*one); })) return;
    if (!have_own_places(region_, all, level)) return check_pairs(all);
    std::vector<const Stmt*> loops;
    std::map<const Stmt*, Accesses> inner;
    for (const Access* one : all) {
      if (one->at->loops.size() <= level + 1) continue;
      Accesses& group = inner[one->at->loops[level + 1]];
      if (group.empty()) loops.push_back(one->at->loops[level + 1]);
      group.push_back(one);
    }
    for (const Stmt* loop : loops) check(inner[loop], level + 1);
  }

 private:
  void check_pairs(const Accesses& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i; j < all.size(); ++j) check_pair(*all[i], *all[j]);
  }

  void check_pair(const Access& a, const Access& b) {
    if (!is_change(a) && !is_change(b)) return;
    bool known = conflicts_.shared.contains(a.symbol);
    bool alike = a.action == Action::Reduce && b.action == Action::Reduce && a.stmt->reduction == b.stmt->reduction &&
                 a.stmt->reduction != checked::Reduction::Exchange;
    if ((known && alike) || !may_meet(region_, a, b)) return;
    conflicts_.shared.insert(a.symbol);
    if (are_ordered(region_, a, b)) return;
    if (is_change(a) && is_change(b))
      check_changes(region_, a, b, conflicts_.unproved, diagnostics_);
    else if (!a.latest && !b.latest)
      conflicts_.overtaken.emplace(is_change(a) ? &b : &a, is_change(a) ? &a : &b);
  }

  const Region& region_;
  Conflicts& conflicts_;
  Diagnostics& diagnostics_;
};

}  // namespace

Conflicts check_conflicts(const Region& region, Diagnostics& diagnostics) {
  std::vector<const Symbol*> symbols;
  std::map<const Symbol*, Accesses> by_symbol;
  for (const Access& access : region.accesses) {
    if (!access.symbol || !region.is_written(access.symbol)) continue;
    Accesses& all = by_symbol[access.symbol];
    if (all.empty()) symbols.push_back(access.symbol);
    all.push_back(&access);
  }
  Conflicts conflicts;
  SymbolCheck check(region, conflicts, diagnostics);
  for (const Symbol* symbol : symbols) check.check(by_symbol[symbol], 0);
  return conflicts;
}

}  // namespace maxwarp::race
