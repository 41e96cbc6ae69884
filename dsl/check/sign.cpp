// The least bounds that hold for every assignment: where one grows, what is made of it is looked at again.
#include "dsl/check/sign.h"

#include <algorithm>
#include <cstdint>
#include <deque>

#include "dsl/check/spelling.h"

namespace maxwarp::checked {
namespace {

constexpr Extent any{true, true, true, true};
constexpr Extent count{false, true, false, false};

/// The values with the other sign. That of the smallest value is `inf`.
Extent turned(const Extent& a) { return {a.positive, a.negative, a.wide, a.negative}; }

Extent product(const Extent& a, const Extent& b) {
  return {(a.negative && b.positive) || (a.positive && b.negative),
          (a.positive && b.positive) || (a.negative && b.negative), true, true};
}

Extent of_literal(std::int64_t value) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  return {value < 0, value > 0, value < -most || value > most, false};
}

template <typename Visit>
void for_each_symbol(const Expr& expr, const Visit& visit) {
  if (expr.symbol) visit(expr.symbol);
  for (const Expr* operand : expr.operands) for_each_symbol(*operand, visit);
}

}  // namespace

SignAnalysis::SignAnalysis(const Algorithm& algorithm) {
  for (const Symbol* parameter : algorithm.parameters) extents_[parameter] = any;
  for (const Symbol* length : algorithm.lengths) extents_[length] = {false, true, true, true};
  for (const Condition& condition : algorithm.requirements.conditions) require(*condition.holds);
  collect(algorithm.body);
  grow();
  for (const Write& write : writes_)
    if (write.value && !write.is_sum) changes_[write.symbol] = changes_[write.symbol] | of(*write.value);
}

/// `weight >= 0 and limit > 0`: what holds for parameters before the run.
void SignAnalysis::require(const Expr& condition) {
  if (condition.kind != ExprKind::Binary) return;
  if (condition.binary_op == BinaryOp::And) {
    for (const Expr* part : condition.operands) require(*part);
    return;
  }
  bound(unwidened(*condition.operands[0]), condition.binary_op, *condition.operands[1]);
  bound(unwidened(*condition.operands[1]), exchanged(condition.binary_op), *condition.operands[0]);
}

void SignAnalysis::bound(const Expr& place, BinaryOp op, const Expr& other) {
  if (place.kind != ExprKind::Reference && place.kind != ExprKind::Element) return;
  const auto found = extents_.find(place.symbol);
  if (found == extents_.end() || !is_integer(place.scalar)) return;
  Extent& extent = found->second;
  const Expr& limit = unwidened(other);
  const Extent there = of(other);
  const bool above = op == BinaryOp::Ge || op == BinaryOp::Gt || op == BinaryOp::Eq;
  const bool below = op == BinaryOp::Le || op == BinaryOp::Lt || op == BinaryOp::Eq;
  const bool above_minus_one = op == BinaryOp::Gt && limit.kind == ExprKind::Unary && limit.unary_op == UnaryOp::Neg &&
                               limit.operands[0]->kind == ExprKind::Integer && limit.operands[0]->integer == 1;
  if (above_minus_one || (above && !there.negative)) extent.negative = false;
  if (below && (!there.positive || (op == BinaryOp::Lt && limit.kind == ExprKind::Integer && limit.integer == 1)))
    extent.positive = false;
  if (below && (!there.positive || (op == BinaryOp::Lt && limit.kind == ExprKind::Infinity))) extent.infinite = false;
}

void SignAnalysis::collect(const Block& block) {
  for (const Stmt* stmt : block) collect(*stmt);
}

void SignAnalysis::collect(const Stmt& stmt) {
  const bool changes = stmt.kind == StmtKind::Assign || stmt.kind == StmtKind::Reduce;
  if (changes && stmt.target->symbol->type.is_tally) {
    writes_.push_back({stmt.target->symbol, stmt.target->operands[0]});  // the keys
    writes_.push_back({stmt.target->symbol, stmt.value, Reduction::Add, nullptr, true});
  } else if (changes)
    writes_.push_back(
        {stmt.target->symbol, stmt.value, stmt.kind == StmtKind::Reduce ? stmt.reduction : Reduction::Any});
  if ((stmt.kind == StmtKind::Declare || stmt.kind == StmtKind::Fill) && stmt.value)
    writes_.push_back({stmt.symbol, stmt.value});
  if (stmt.payload) writes_.push_back({stmt.payload_target->symbol, stmt.payload});
  if (stmt.old) writes_.push_back({stmt.old, stmt.target});
  if (stmt.loop.low) writes_.push_back({stmt.loop.variable, nullptr, Reduction::Any, &stmt.loop});
  if (stmt.loop.domain == LoopDomain::Keys) writes_.push_back({stmt.loop.variable, stmt.loop.of});
  collect(stmt.body);
  collect(stmt.other);
}

void SignAnalysis::grow() {
  std::unordered_map<const Symbol*, std::vector<std::size_t>> readers;
  std::deque<std::size_t> open;
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    open.push_back(i);
    const Write& write = writes_[i];
    const auto add = [&](const Symbol* symbol) { readers[symbol].push_back(i); };
    if (write.how == Reduction::Mul) add(write.symbol);
    for (const Expr* expr :
         {write.value, write.range ? write.range->low : nullptr, write.range ? write.range->high : nullptr})
      if (expr) for_each_symbol(*expr, add);
  }
  for (; !open.empty(); open.pop_front()) {
    const Write& write = writes_[open.front()];
    const Extent more = written(write);
    Extent& extent = (write.is_sum ? sums_ : extents_)[write.symbol];
    if ((extent | more) == extent) continue;
    extent = extent | more;
    const std::vector<std::size_t>& again = readers[write.symbol];
    open.insert(open.end(), again.begin(), again.end());
  }
}

/// What a place may hold after the write, besides what it may hold before.
Extent SignAnalysis::written(const Write& write) {
  if (write.range) {
    const Extent low = of(*write.range->low), high = of(*write.range->high);
    // Up to an `inf`, steps of a `long` lead beyond 32 bits.
    const bool wide = write.symbol->type.scalar == Scalar::Long && (low.wide || high.wide || high.infinite);
    return {low.negative, high.positive, wide, false};
  }
  Extent value = of(*write.value);
  if (write.how == Reduction::Mul) value = product(extents_[write.symbol], value);
  if (write.how == Reduction::Add || write.how == Reduction::Mul) value.wide = value.infinite = true;
  if (write.how == Reduction::Or) value.infinite = true;  // 2147483646 |= 1
  return value;
}

Extent SignAnalysis::of(const Expr& expr) const {
  Extent extent = of_any(expr);
  if (expr.scalar == Scalar::Int) extent.wide = false;
  return extent;
}

Extent SignAnalysis::of(const Symbol& symbol) const {
  const auto found = extents_.find(&symbol);
  if (found != extents_.end()) return found->second;
  return symbol.initial ? of(*symbol.initial) : Extent{};
}

Extent SignAnalysis::of_any(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::Integer: return of_literal(expr.integer);
    case ExprKind::Infinity: return {false, true, false, true};
    case ExprKind::Real: return any;
    case ExprKind::None: return {};
    case ExprKind::Contains: return count;
    case ExprKind::Reference:
    case ExprKind::Element: return of(*expr.symbol);
    case ExprKind::Unary: return expr.unary_op == UnaryOp::Neg ? turned(of(*expr.operands[0])) : count;
    case ExprKind::Binary: return of_binary(expr);
    case ExprKind::Conditional: return of(*expr.operands[1]) | of(*expr.operands[2]);
    case ExprKind::Convert: {
      const Expr& inner = *expr.operands[0];
      return inner.scalar == Scalar::Node ? of_number(inner) : of(inner);
    }
    case ExprKind::Call: return of_call(expr);
    case ExprKind::Pair: return of(*expr.operands[0]) | of(*expr.operands[1]);
  }
  return any;
}

/// `index(v)`: -1 of `none`, which no loop goes over.
Extent SignAnalysis::of_number(const Expr& node) {
  const bool there = node.kind == ExprKind::Reference && node.symbol->kind == SymbolKind::LoopNode;
  return {!there, true, false, false};
}

Extent SignAnalysis::of_binary(const Expr& expr) const {
  if (expr.scalar == Scalar::Bool) return count;
  const Extent a = of(*expr.operands[0]), b = of(*expr.operands[1]);
  const bool wide = expr.scalar == Scalar::Long;  // of two numbers of 32 bits, too
  Extent result = any;
  switch (expr.binary_op) {
    case BinaryOp::Add: result = a | b; break;
    case BinaryOp::Sub: result = a | turned(b); break;
    case BinaryOp::Mul: result = product(a, b); break;
    case BinaryOp::Div:  // what is divided by 0 keeps its sign
      result = b.negative ? a | turned(a) : a;
      break;
    case BinaryOp::Mod: return a;
    default: break;
  }
  result.wide = wide;
  result.infinite = true;  // where it is beyond the end, or divided by 0
  return result;
}

Extent SignAnalysis::of_call(const Expr& expr) const {
  const auto operand = [&](std::size_t i) { return of(*expr.operands[i]); };
  switch (expr.builtin) {
    case Builtin::Min: {
      const Extent a = operand(0), b = operand(1);
      return {a.negative || b.negative, a.positive && b.positive, a.wide || b.wide, a.infinite && b.infinite};
    }
    case Builtin::Max: {
      const Extent a = operand(0), b = operand(1);
      return {a.negative && b.negative, a.positive || b.positive, a.wide || b.wide, a.infinite || b.infinite};
    }
    case Builtin::Abs: {
      const Extent a = operand(0);
      return {false, a.negative || a.positive, a.wide, a.infinite || a.negative};
    }
    case Builtin::ToInt:
    case Builtin::ToLong: {
      if (expr.operands[0]->scalar == Scalar::Bits) return {false, true, true, true};
      const Extent a = operand(0);  // of real numbers, anything
      return {a.negative, a.positive, a.wide, true};
    }
    case Builtin::First:
    case Builtin::Second: return operand(0);
    case Builtin::Most: return operand(0) | operand(1);
    case Builtin::SumOf: {
      const auto found = sums_.find(expr.operands[0]->symbol);
      return found == sums_.end() ? Extent{} : found->second;
    }
    case Builtin::Edges:
    case Builtin::Absent:
    case Builtin::HIndex: return {false, true, true, false};
    default: return is_integer(expr.scalar) ? count : any;  // degrees, the round, random_below
  }
}

Extent SignAnalysis::changes_of(const Symbol* symbol) const {
  const auto found = changes_.find(symbol);
  return found == changes_.end() ? Extent{} : found->second;
}

}  // namespace maxwarp::checked
