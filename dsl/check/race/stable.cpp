// Reads whose answer no write of the region can change, though it changes the value.
// Legal: `level[v] == round - 1` while others write `level[w] = round` where `level[w] == inf`, or `level[w] min=
// round`: neither the value before nor the one after is `round - 1`. Illegal: `level[v] != inf`.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::Reduction;

/// The comparison with its sides exchanged.
BinaryOp exchanged(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt: return BinaryOp::Gt;
    case BinaryOp::Le: return BinaryOp::Ge;
    case BinaryOp::Gt: return BinaryOp::Lt;
    case BinaryOp::Ge: return BinaryOp::Le;
    default: return op;
  }
}

/// Whether `element op other` comes out the same before and after the step, if no sum with a variable is at an end of
/// its type.
bool is_same_within(const Step& step, BinaryOp op, const Known& other) {
  std::optional<int> at = order(step.after, other);
  std::optional<bool> after = at ? holds(op, *at) : std::nullopt;
  if (!after) return false;
  if (step.from == Step::From::Value) {
    std::optional<int> from = order(step.before, other);
    return from && holds(op, *from) == after;
  }
  // All that lies beyond `after` has to lie on one side of `other`.
  int side = step.from == Step::From::Above ? 1 : -1;
  return *at * side >= 0 && holds(op, side) == after;
}

/// The value where a sum with a variable is `end` from the offset `from` on.
Known at_end(const Known& value, int end, std::int64_t from) {
  return value.of && value.offset * end >= from * end ? Known{end} : value;
}

/// The same, wherever such sums saturate: from one of the offsets on, upwards or downwards.
bool is_same_across(const Region& region, const Step& step, BinaryOp op, const Known& other) {
  if (!is_same_within(step, op, other)) return false;
  for (const Known* value : {&step.before, &step.after, &other})
    for (int end : {1, -1}) {
      if (!value->of || (end < 0 && !value->negative)) continue;  // what is not negative is far from the smallest value
      const auto moved = [&](const Known& one) { return at_end(one, end, value->offset); };
      const bool same = is_same_within({step.from, moved(step.before), moved(step.after)}, op, moved(other));
      if (!given(region, Premise::StableEnds, same)) return false;
    }
  return true;
}

bool is_element(const Expr& expr, const Symbol& symbol, const std::vector<const Expr*>& index) {
  return expr.kind == ExprKind::Element && expr.symbol == &symbol &&
         std::ranges::equal(expr.operands, index, [](const Expr* a, const Expr* b) { return same(*a, *b); });
}

bool is_element_of(const Expr& expr, const Symbol& symbol) {
  return expr.kind == ExprKind::Element && expr.symbol == &symbol;
}

/// What the changes of a region do to elements.
class StepFinder {
 public:
  explicit StepFinder(const Region& region) : region_(region) {}

  Steps of(const std::vector<const Access*>& changes) const {
    std::vector<Step> steps;
    for (const Access* change : changes) {
      std::optional<Step> made = change->action == Action::Reduce ? reduction(*change) : write(*change);
      if (!given(region_, Premise::StableSteps, made.has_value())) return std::nullopt;
      if (made && std::ranges::find(steps, *made) == steps.end()) steps.push_back(*made);
    }
    return steps;
  }

 private:
  std::optional<Step> write(const Access& change) const {
    std::optional<Known> after = known(region_, *change.value);
    if (!after || !given(region_, Premise::StableSteady, is_steady(region_, change.index))) return std::nullopt;
    for (const Guard* guard : change.at->guards) {
      if (guard->kind != Guard::Kind::If) continue;
      if (std::optional<Known> before = value_before(*guard->conditions[0], change))
        return Step{Step::From::Value, *before, *after};
    }
    return std::nullopt;
  }

  /// `level[w] min= round`: what was above becomes `round`, anything else stays. `|=` and `&=` are steps between
  /// numbers for `bool` alone: 2 |= 1 is neither 1 nor 2.
  std::optional<Step> reduction(const Access& change) const {
    Reduction way = change.stmt->reduction;
    bool truth = given(region_, Premise::StableNumbers, change.symbol->type.scalar == checked::Scalar::Bool);
    bool falls = way == Reduction::Min || (truth && way == Reduction::And);
    bool rises = way == Reduction::Max || (truth && way == Reduction::Or);
    std::optional<Known> after = falls || rises ? known(region_, *change.value) : std::nullopt;
    if (!after) return std::nullopt;
    return Step{falls ? Step::From::Above : Step::From::Below, *after, *after};
  }

  /// The value that the element has where `condition` holds.
  std::optional<Known> value_before(const Expr& given, const Access& change) const {
    const Expr& condition = looked_through(region_, given);
    if (condition.kind != ExprKind::Binary) return std::nullopt;
    const Expr &left = looked_through(region_, *condition.operands[0]),
               &right = looked_through(region_, *condition.operands[1]);
    if (condition.binary_op == BinaryOp::And) {
      std::optional<Known> found = value_before(left, change);
      return found ? found : value_before(right, change);
    }
    if (condition.binary_op != BinaryOp::Eq) return std::nullopt;
    if (is_element(left, *change.symbol, change.index)) return known(region_, right);
    return is_element(right, *change.symbol, change.index) ? known(region_, left) : std::nullopt;
  }

  const Region& region_;
};

/// A comparison of an element of the symbol with a known value that comes out the same before and after each step.
/// Every value that an element takes in the region follows from the first by such steps, so the answer stays as it was.
bool is_same_across_all(const Region& region, const Symbol& symbol, const Expr& expr) {
  const Steps& steps = region.steps.at(&symbol);
  if (!steps) return false;
  const Expr &left = looked_through(region, *expr.operands[0]), &right = looked_through(region, *expr.operands[1]);
  bool first = is_element_of(left, symbol), second = is_element_of(right, symbol);
  std::optional<Known> other = first == second ? std::nullopt : known(region, first ? right : left);
  BinaryOp op = first ? expr.binary_op : exchanged(expr.binary_op);
  return other && std::ranges::all_of(*steps, [&](const Step& step) {
           return given(region, Premise::StableAnswer, is_same_across(region, step, op, *other));
         });
}

/// `p[v] == value`, which held when an access was reached.
struct Equality {
  const Expr* condition;
  const Symbol* symbol;
  Known value;
};

/// What is known to be equal about elements at the place of the access.
void equalities(const Region& region, const Expr& given, const Access& access, std::vector<Equality>& found) {
  const Expr& expr = looked_through(region, given);
  if (expr.kind != ExprKind::Binary) return;
  if (expr.binary_op == BinaryOp::And)
    for (const Expr* part : expr.operands) equalities(region, *part, access, found);
  if (expr.binary_op != BinaryOp::Eq) return;
  for (std::size_t side : {0, 1}) {
    const Expr &element = looked_through(region, *expr.operands[side]), &other = *expr.operands[1 - side];
    bool usable = element.kind == ExprKind::Element && is_element(element, *element.symbol, access.index);
    if (std::optional<Known> value = usable ? known(region, other) : std::nullopt)
      found.push_back({&expr, element.symbol, *value});
  }
}

std::vector<Equality> equalities(const Region& region, const Access& access) {
  std::vector<Equality> found;
  for (const Guard* guard : access.at->guards)
    if (guard->kind == Guard::Kind::If) equalities(region, *guard->conditions[0], access, found);
  return found;
}

bool lasts(const Region& region, const Equality& fact) {
  return !region.is_written(fact.symbol) || is_same_across_all(region, *fact.symbol, *fact.condition);
}

}  // namespace

void find_steps(Region& region) {
  for (const auto& [symbol, changes] : region.changes) region.steps[symbol] = StepFinder(region).of(changes);
}

bool is_stable(const Region& region, const Expr& comparison) {
  if (comparison.kind != ExprKind::Binary || comparison.binary_op < BinaryOp::Eq || comparison.binary_op > BinaryOp::Ge)
    return false;
  for (const Expr* side : comparison.operands) {
    const Expr& expr = looked_through(region, *side);
    bool changed = expr.kind == ExprKind::Element && region.is_written(expr.symbol);
    if (changed && is_same_across_all(region, *expr.symbol, comparison)) return true;
  }
  return false;
}

bool is_apart(const Region& region, const Access& a, const Access& b) {
  bool steady = is_steady(region, a.index) && is_steady(region, b.index);
  if (a.index.size() != 1 || b.index.size() != 1 || !given(region, Premise::ApartSteady, steady)) return false;
  for (const Equality& one : equalities(region, a))
    for (const Equality& other : equalities(region, b)) {
      if (one.symbol != other.symbol) continue;
      bool far = !one.value.of && !other.value.of;  // both `depth` and `depth - 1` may be `inf`
      bool differ = far && order(one.value, other.value).value_or(0) != 0;
      bool last = lasts(region, one) || lasts(region, other);
      if (given(region, Premise::ApartDiffer, differ) && given(region, Premise::ApartLasts, last)) return true;
    }
  return false;
}

}  // namespace maxwarp::race
