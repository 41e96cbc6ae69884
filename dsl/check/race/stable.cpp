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

/// Whether all whole numbers beyond `bound` are beyond `other`.
bool is_beyond(const Known& bound, const Known& other, int side) {
  std::optional<int> at = order(bound, other);
  if (at && *at * side >= 0) return true;
  Known next = bound;
  next.offset += side;
  return !bound.end && order(next, other).value_or(0) * side > 0;
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
  int side = step.from == Step::From::Above ? 1 : -1;
  if (step.before.end == side) return true;  // nothing is beyond it
  return is_beyond(step.before, other, side) && holds(op, side) == after;
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
      const std::optional<std::int64_t>& reach = end > 0 ? step.most : step.least;
      if (reach && value->of == step.after.of && value->offset * end <= *reach * end) continue;
      const auto moved = [&](const Known& one) { return at_end(one, end, value->offset); };
      const bool same = is_same_within({step.from, moved(step.before), moved(step.after)}, op, moved(other));
      if (!given(region, Premise::StableEnds, same)) return false;
    }
  return true;
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
      if (std::optional<Step> step = step_from(*guard->conditions[0], change)) {
        step->after = *after;
        return with_reach(*step, change);
      }
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
    return with_reach({falls ? Step::From::Above : Step::From::Below, *after, *after}, change);
  }

  Step with_reach(Step step, const Access& change) const {
    if (!step.after.of) return step;
    step.most = reach(region_, *change.at, *step.after.of, 1);
    step.least = reach(region_, *change.at, *step.after.of, -1);
    return step;
  }

  /// The values that the element may have where `condition` holds: one, or all that are beyond one.
  std::optional<Step> step_from(const Expr& given, const Access& change) const {
    const Expr& condition = looked_through(region_, given);
    if (condition.kind != ExprKind::Binary) return std::nullopt;
    const Expr &left = looked_through(region_, *condition.operands[0]),
               &right = looked_through(region_, *condition.operands[1]);
    if (condition.binary_op == BinaryOp::And) {
      std::optional<Step> found = step_from(left, change);
      return found ? found : step_from(right, change);
    }
    const bool first = is_element(left, *change.symbol, change.index);
    if (!first && !is_element(right, *change.symbol, change.index)) return std::nullopt;
    const std::optional<Known> other = known(region_, first ? right : left);
    const BinaryOp op = first ? condition.binary_op : exchanged(condition.binary_op);
    if (!other) return std::nullopt;
    if (op == BinaryOp::Eq) return Step{Step::From::Value, *other, {}};
    if (op == BinaryOp::Gt) return Step{Step::From::Above, *other, {}};
    return op == BinaryOp::Lt ? std::optional(Step{Step::From::Below, *other, {}}) : std::nullopt;
  }

  const Region& region_;
};

/// A comparison of an element of the symbol with a known value.
struct Comparison {
  BinaryOp op;
  Known other;
};

std::optional<Comparison> comparison(const Region& region, const Symbol& symbol, const Expr& expr) {
  const Expr &left = looked_through(region, *expr.operands[0]), &right = looked_through(region, *expr.operands[1]);
  bool first = is_element_of(left, symbol), second = is_element_of(right, symbol);
  std::optional<Known> other = first == second ? std::nullopt : known(region, first ? right : left);
  if (!other) return std::nullopt;
  return Comparison{first ? expr.binary_op : exchanged(expr.binary_op), *other};
}

/// Whether it comes out the same before and after each step. Every value that an element takes in the region follows
/// from the first by such steps, so the answer stays as it was.
bool is_same_across_all(const Region& region, const Symbol& symbol, const Expr& expr) {
  const Steps& steps = region.steps.at(&symbol);
  const std::optional<Comparison> asked = steps ? comparison(region, symbol, expr) : std::nullopt;
  return asked && std::ranges::all_of(*steps, [&](const Step& step) {
           return given(region, Premise::StableAnswer, is_same_across(region, step, asked->op, asked->other));
         });
}

bool compares(const Expr& expr) {
  return expr.kind == ExprKind::Binary && expr.binary_op >= BinaryOp::Eq && expr.binary_op <= BinaryOp::Ge;
}

}  // namespace

void find_steps(Region& region) {
  for (const auto& [symbol, changes] : region.changes) region.steps[symbol] = StepFinder(region).of(changes);
}

bool is_stable(const Region& region, const Expr& expr) {
  if (!compares(expr)) return false;
  for (const Expr* side : expr.operands) {
    const Expr& element = looked_through(region, *side);
    bool changed = element.kind == ExprKind::Element && region.is_written(element.symbol);
    if (changed && is_same_across_all(region, *element.symbol, expr)) return true;
  }
  return false;
}

const Symbol* stable_but_for_ends(const Region& region, const Symbol& symbol, const Expr& given) {
  const Expr& expr = looked_through(region, given);
  if (expr.kind == ExprKind::Binary && expr.binary_op == BinaryOp::And)
    for (const Expr* part : expr.operands)
      if (const Symbol* found = stable_but_for_ends(region, symbol, *part)) return found;
  const Steps& steps = region.steps.at(&symbol);
  const std::optional<Comparison> asked = steps && compares(expr) ? comparison(region, symbol, expr) : std::nullopt;
  const bool within = asked && std::ranges::all_of(*steps, [&](const Step& step) {
                        return is_same_within(step, asked->op, asked->other);
                      });
  return within && !is_same_across_all(region, symbol, expr) ? asked->other.of : nullptr;
}

}  // namespace maxwarp::race
