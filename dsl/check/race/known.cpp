// What an expression is, as a number, `inf`, or a number that is added to the round or to a variable of the run.
#include "dsl/check/race/known.h"

namespace maxwarp::race {

using checked::BinaryOp;
using checked::ExprKind;

const Expr& looked_through(const Region& region, const Expr& expr) {
  bool constant = expr.kind == ExprKind::Reference && expr.symbol->kind == checked::SymbolKind::Constant;
  bool local = constant && region.locals.contains(expr.symbol) && expr.symbol->initial;
  return local ? looked_through(region, *expr.symbol->initial) : expr;
}

namespace {

/// Far from where sums saturate, so that `round + offset` is finite.
constexpr std::int64_t largest_offset = 1 << 20;

/// One evaluation, each constant in it once.
class Evaluation {
 public:
  explicit Evaluation(const Region& region) : region_(region) {}

  std::optional<Known> of(const Expr& expr) {
    bool constant = expr.kind == ExprKind::Reference && &looked_through(region_, expr) != &expr;
    if (!constant) return of_form(expr);
    auto [found, fresh] = constants_.try_emplace(expr.symbol);
    if (fresh) found->second = of(*expr.symbol->initial);
    return found->second;
  }

 private:
  std::optional<Known> of_form(const Expr& expr) {
    bool whole = expr.scalar == checked::Scalar::Int || expr.scalar == checked::Scalar::Long ||
                 expr.scalar == checked::Scalar::Bool;
    if (!whole) return std::nullopt;
    if (expr.kind == ExprKind::Convert) return of_widened(*expr.operands[0]);
    if (expr.kind == ExprKind::Infinity) return Known{1};
    if (expr.kind == ExprKind::Integer && std::abs(expr.integer) <= largest_offset)
      return Known{0, false, expr.integer};
    if (expr.kind == ExprKind::Unary) return of_negated(*expr.operands[0]);
    bool round = expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round;
    if (round && !region_.has_own_rounds) return Known{0, true};
    if (expr.kind == ExprKind::Reference) return of_variable(*expr.symbol);
    return expr.kind == ExprKind::Binary ? of_sum(expr) : std::nullopt;
  }

  /// -1, or the smallest value as that of `inf`; of a `bool` nothing.
  std::optional<Known> of_negated(const Expr& expr) {
    std::optional<Known> inner = expr.scalar == checked::Scalar::Bool ? std::nullopt : of(expr);
    if (!inner || is_relative(*inner)) return std::nullopt;
    return Known{-inner->end, false, -inner->offset};
  }

  /// Sums with a variable saturate in their own type.
  std::optional<Known> of_widened(const Expr& expr) {
    std::optional<Known> inner = of(expr);
    return inner && inner->of ? std::nullopt : inner;
  }

  /// `depth`, a number of the run that the region does not change.
  std::optional<Known> of_variable(const Symbol& symbol) const {
    bool fixed = symbol.type.space == checked::Space::Global && symbol.type.scalar != checked::Scalar::Bool &&
                 !region_.is_written(&symbol) && !region_.locals.contains(&symbol);
    if (!fixed) return std::nullopt;
    return Known{0, false, 0, &symbol, !region_.signs || region_.signs->of(symbol).negative};
  }

  std::optional<Known> of_sum(const Expr& sum) {
    bool minus = sum.binary_op == BinaryOp::Sub;
    if (!minus && sum.binary_op != BinaryOp::Add) return std::nullopt;
    auto left = of(*sum.operands[0]), right = of(*sum.operands[1]);
    bool usable = left && right && !left->end && !right->end;
    if (!usable || (is_relative(*right) && (minus || is_relative(*left)))) return std::nullopt;
    // (depth + 1) - 1 is not `depth` where the first sum saturates.
    if ((left->of && left->offset != 0) || (right->of && right->offset != 0)) return std::nullopt;
    Known result{0, left->by_round || right->by_round, left->offset + (minus ? -right->offset : right->offset),
                 left->of ? left->of : right->of, left->negative || right->negative};
    return std::abs(result.offset) <= largest_offset ? std::optional(result) : std::nullopt;
  }

  static bool is_relative(const Known& value) { return value.by_round || value.of; }

  const Region& region_;
  std::map<const Symbol*, std::optional<Known>> constants_;
};

}  // namespace

std::optional<Known> known(const Region& region, const Expr& expr) { return Evaluation(region).of(expr); }

namespace {

void widen_reach(const Region& region, const Expr& given, const Symbol& variable, int end,
                 std::optional<std::int64_t>& most) {
  const Expr& expr = looked_through(region, given);
  if (expr.kind != ExprKind::Binary) return;
  if (expr.binary_op == BinaryOp::And)
    for (const Expr* part : expr.operands) widen_reach(region, *part, variable, end, most);
  for (std::size_t side : {0, 1}) {
    const auto sum = known(region, *expr.operands[side]), limit = known(region, *expr.operands[1 - side]);
    if (!sum || sum->of != &variable) continue;
    const BinaryOp op = side == 0 ? expr.binary_op : exchanged(expr.binary_op);
    const bool number = limit && !limit->end && !limit->of && !limit->by_round;
    const bool below = op == (end > 0 ? BinaryOp::Lt : BinaryOp::Gt);
    if (!below && !(number && op == (end > 0 ? BinaryOp::Le : BinaryOp::Ge))) continue;
    const std::int64_t found = number ? end * largest_offset : sum->offset;  // a number is far from both ends
    if (!most || found * end > *most * end) most = found;
  }
}

}  // namespace

std::optional<std::int64_t> reach(const Region& region, const Context& at, const Symbol& variable, int end) {
  std::optional<std::int64_t> most;
  for (const Guard* guard : at.guards)
    if (guard->kind == Guard::Kind::If) widen_reach(region, *guard->conditions[0], variable, end, most);
  if (region.requirements)
    for (const checked::Condition& one : region.requirements->conditions)
      widen_reach(region, *one.holds, variable, end, most);
  return most;
}

std::optional<int> order(const Known& a, const Known& b) {
  if (a.end || b.end) return (a.end > b.end) - (a.end < b.end);
  if (a.of != b.of) {
    // A variable that is never negative is beyond any number that is.
    if (!a.of && !a.by_round && !b.negative && a.offset < b.offset) return -1;
    return !b.of && !b.by_round && !a.negative && b.offset < a.offset ? std::optional(1) : std::nullopt;
  }
  if (a.by_round == b.by_round) return a.offset < b.offset ? -1 : a.offset > b.offset;
  // `round` is at least 1.
  if (a.by_round) return a.offset + 1 > b.offset ? std::optional(1) : std::nullopt;
  return b.offset + 1 > a.offset ? std::optional(-1) : std::nullopt;
}

std::optional<bool> holds(BinaryOp op, int order) {
  switch (op) {
    case BinaryOp::Eq: return order == 0;
    case BinaryOp::Ne: return order != 0;
    case BinaryOp::Lt: return order < 0;
    case BinaryOp::Le: return order <= 0;
    case BinaryOp::Gt: return order > 0;
    case BinaryOp::Ge: return order >= 0;
    default: return std::nullopt;
  }
}

}  // namespace maxwarp::race
