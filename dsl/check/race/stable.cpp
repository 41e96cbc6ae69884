// Reads whose answer no write of the region can change, though it changes the value.
// Legal: `level[v] == round - 1` while others write `level[w] = round` where `level[w] == inf`: neither the
// value before nor the one behind is `round - 1`. Illegal: `level[v] != inf`.
#include <algorithm>
#include <optional>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;

/// `inf`, a number, or `round` plus a number.
struct Known {
  bool infinite = false, by_round = false;
  std::int64_t offset = 0;
};

/// Far from where sums saturate, so that `round + offset` is finite.
constexpr std::int64_t largest_offset = 1 << 20;

const Expr& looked_through(const Region& region, const Expr& expr) {
  bool constant = expr.kind == ExprKind::Reference && expr.symbol->kind == checked::SymbolKind::Constant;
  bool local = constant && region.locals.contains(expr.symbol) && expr.symbol->initial;
  return local ? looked_through(region, *expr.symbol->initial) : expr;
}

std::optional<Known> known(const Region& region, const Expr& given);

std::optional<Known> known_sum(const Region& region, const Expr& sum) {
  bool minus = sum.binary_op == BinaryOp::Sub;
  if (!minus && sum.binary_op != BinaryOp::Add) return std::nullopt;
  auto left = known(region, *sum.operands[0]), right = known(region, *sum.operands[1]);
  bool usable = left && right && !left->infinite && !right->infinite;
  if (!usable || (right->by_round && (minus || left->by_round))) return std::nullopt;
  Known result{false, left->by_round || right->by_round, left->offset + (minus ? -right->offset : right->offset)};
  return std::abs(result.offset) <= largest_offset ? std::optional(result) : std::nullopt;
}

std::optional<Known> known(const Region& region, const Expr& given) {
  const Expr& expr = looked_through(region, given);
  bool whole = expr.scalar == checked::Scalar::Int || expr.scalar == checked::Scalar::Long ||
               expr.scalar == checked::Scalar::Bool;
  if (!whole) return std::nullopt;
  if (expr.kind == ExprKind::Convert) return known(region, *expr.operands[0]);
  if (expr.kind == ExprKind::Infinity) return Known{true, false, 0};
  if (expr.kind == ExprKind::Integer && std::abs(expr.integer) <= largest_offset)
    return Known{false, false, expr.integer};
  bool round = expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round;
  if (round && !region.has_own_rounds) return Known{false, true, 0};
  return expr.kind == ExprKind::Binary ? known_sum(region, expr) : std::nullopt;
}

/// -1, 0 or 1 as a is less than, equal to or greater than b in every round.
std::optional<int> order(const Known& a, const Known& b) {
  if (a.infinite || b.infinite) return static_cast<int>(a.infinite) - static_cast<int>(b.infinite);
  if (a.by_round == b.by_round) return a.offset < b.offset ? -1 : a.offset > b.offset;
  // `round` is at least 1.
  if (a.by_round) return a.offset + 1 > b.offset ? std::optional(1) : std::nullopt;
  return b.offset + 1 > a.offset ? std::optional(-1) : std::nullopt;
}

std::optional<bool> holds(BinaryOp op, const Known& a, const Known& b) {
  std::optional<int> found = order(a, b);
  if (!found) return std::nullopt;
  switch (op) {
    case BinaryOp::Eq:
      return *found == 0;
    case BinaryOp::Ne:
      return *found != 0;
    case BinaryOp::Lt:
      return *found < 0;
    case BinaryOp::Le:
      return *found <= 0;
    case BinaryOp::Gt:
      return *found > 0;
    case BinaryOp::Ge:
      return *found >= 0;
    default:
      return std::nullopt;
  }
}

/// What a write puts in the place of what.
struct Step {
  Known before, behind;
};

class StableCheck {
 public:
  StableCheck(const Region& region, const Access& read) : region_(region), read_(read) {}

  /// Every value that the element takes in this loop follows from the first by such steps, so an answer
  /// that no step changes stays as it was.
  bool run(const Expr& condition) {
    for (const Access& access : region_.accesses) {
      if (!is_change(access) || access.symbol != read_.symbol) continue;
      std::optional<Step> made = step(access);
      if (!made) return false;
      steps_.push_back(*made);
    }
    return is_stable(condition);
  }

 private:
  bool is_element(const Expr& expr, const Access& access) const {
    return expr.kind == ExprKind::Element && expr.symbol == access.symbol &&
           std::ranges::equal(expr.operands, access.index,
                              [](const Expr* a, const Expr* b) { return same(*a, *b); });
  }

  std::optional<Step> step(const Access& change) const {
    bool plain = change.action == Action::Write && is_steady(region_, change.index);
    std::optional<Known> behind = plain ? known(region_, *change.value) : std::nullopt;
    if (!behind) return std::nullopt;
    for (const Guard* guard : change.guards) {
      if (guard->kind != Guard::Kind::If) continue;
      if (std::optional<Known> before = value_before(*guard->condition, change)) return Step{*before, *behind};
    }
    return std::nullopt;
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
    if (is_element(left, change)) return known(region_, right);
    return is_element(right, change) ? known(region_, left) : std::nullopt;
  }

  bool is_stable(const Expr& given) const {
    const Expr& expr = looked_through(region_, given);
    if (!mentions(region_, expr, *read_.symbol)) return true;
    if (expr.kind == ExprKind::Binary && is_comparison(expr)) return true;
    bool inner = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
    return inner && std::ranges::all_of(expr.operands, [&](const Expr* part) { return is_stable(*part); });
  }

  /// A comparison of the element with a known value that comes out the same before and behind each step.
  bool is_comparison(const Expr& expr) const {
    const Expr &left = looked_through(region_, *expr.operands[0]),
               &right = looked_through(region_, *expr.operands[1]);
    bool first = left.kind == ExprKind::Element && left.symbol == read_.symbol;
    bool second = right.kind == ExprKind::Element && right.symbol == read_.symbol;
    std::optional<Known> other = first == second ? std::nullopt : known(region_, first ? right : left);
    return other && std::ranges::all_of(steps_, [&](const Step& step) {
             auto before = first ? holds(expr.binary_op, step.before, *other)
                                 : holds(expr.binary_op, *other, step.before);
             auto behind = first ? holds(expr.binary_op, step.behind, *other)
                                 : holds(expr.binary_op, *other, step.behind);
             return before && before == behind;
           });
  }

  const Region& region_;
  const Access& read_;
  std::vector<Step> steps_;
};

}  // namespace

bool is_stable(const Region& region, const Access& read) {
  return read.sink_guard && StableCheck(region, read).run(*read.sink_guard->condition);
}

}  // namespace maxwarp::race
