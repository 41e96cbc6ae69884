// Unary and binary operators: both sides of an arithmetic operator or comparison get one type.
// A side of literals only takes the type of the other side.
#include <algorithm>
#include <utility>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::BinaryOp;
using checked::ExprKind;

namespace {

BinaryOp binary_op(ast::Operator op) {
  switch (op) {
    case ast::Operator::Add: return BinaryOp::Add;
    case ast::Operator::Sub: return BinaryOp::Sub;
    case ast::Operator::Mul: return BinaryOp::Mul;
    case ast::Operator::Div: return BinaryOp::Div;
    case ast::Operator::Mod: return BinaryOp::Mod;
    case ast::Operator::Eq: return BinaryOp::Eq;
    case ast::Operator::Ne: return BinaryOp::Ne;
    case ast::Operator::Lt: return BinaryOp::Lt;
    case ast::Operator::Le: return BinaryOp::Le;
    case ast::Operator::Gt: return BinaryOp::Gt;
    case ast::Operator::Ge: return BinaryOp::Ge;
    case ast::Operator::And: return BinaryOp::And;
    case ast::Operator::Or:
    case ast::Operator::In:
    case ast::Operator::Not:
    case ast::Operator::BitOr:
    case ast::Operator::BitXor:
    case ast::Operator::BitAnd:
    case ast::Operator::ShiftLeft:
    case ast::Operator::ShiftRight:
    case ast::Operator::Neg:
    case ast::Operator::BitNot: break;
  }
  return BinaryOp::Or;
}

bool is_shift(ast::Operator op) { return op == ast::Operator::ShiftLeft || op == ast::Operator::ShiftRight; }

/// Made of literals only, so that it can take any number type; a shift has the type of what is shifted.
bool is_flexible(const ast::Expr& expr) {
  switch (expr.kind) {
    case ast::ExprKind::Integer:
    case ast::ExprKind::Real:
    case ast::ExprKind::Infinity:
    case ast::ExprKind::None: return true;
    case ast::ExprKind::Unary: return expr.op != ast::Operator::Not && is_flexible(*expr.operands[0]);
    case ast::ExprKind::Binary:
      return ast::precedence(expr.op) > ast::precedence(ast::Operator::Eq) && is_flexible(*expr.operands[0]) &&
             (is_shift(expr.op) || is_flexible(*expr.operands[1]));
    case ast::ExprKind::Conditional: return is_flexible(*expr.operands[1]) && is_flexible(*expr.operands[2]);
    case ast::ExprKind::Tuple:
      return std::ranges::all_of(expr.operands, [](const ast::Expr* operand) { return is_flexible(*operand); });
    default: return false;
  }
}

bool has_real(const ast::Expr& expr) {
  if (expr.kind == ast::ExprKind::Real) return true;
  for (const ast::Expr* operand : expr.operands)
    if (has_real(*operand)) return true;
  return false;
}

}  // namespace

/// Checks two sides that will get one type, without converting them yet. The left side goes first where
/// both have a type of their own.
bool Checker::operands(const ast::Expr& a, const ast::Expr& b, Hint hint, const Expr*& left, const Expr*& right) {
  bool flexible_a = is_flexible(a), flexible_b = is_flexible(b);
  auto literal_hint = [&](const ast::Expr& literal, Scalar other) {
    // 1.5 * n of an int n: the literal is no int, it may be a float where one is wanted.
    bool real = has_real(literal) && !checked::is_real(other) && !checked::is_pair(other);
    return real ? (hint == Scalar::Float ? Scalar::Float : Scalar::Double) : other;
  };
  if (flexible_a && flexible_b) {
    if (!hint && (has_real(a) || has_real(b))) hint = Scalar::Double;
    left = expression(a, hint);
    right = expression(b, hint);
  } else if (flexible_a) {
    right = expression(b, hint);
    left = right ? expression(a, literal_hint(a, right->scalar)) : nullptr;
  } else {
    // A tuple beside a pair takes its types.
    bool pair_right = a.kind == ast::ExprKind::Tuple;
    if (pair_right) right = expression(b, hint);
    left = expression(a, right ? Hint(right->scalar) : hint);
    if (pair_right)
      return left && right;
    else if (flexible_b)
      right = left ? expression(b, literal_hint(b, left->scalar)) : nullptr;
    else
      right = expression(b, b.kind == ast::ExprKind::Tuple && left ? Hint(left->scalar) : hint);
  }
  return left && right;
}

/// Widens the narrower side, or both to double (long and float).
bool Checker::unify(const ast::Expr& at, const Expr*& left, const Expr*& right) {
  if (left->scalar == right->scalar) return true;
  const bool widens_left = checked::widens(left->scalar, right->scalar);
  const Scalar wider = widens_left ? right->scalar : left->scalar;
  const Scalar narrower = widens_left ? left->scalar : right->scalar;
  const Scalar common = narrower == Scalar::Long ? Scalar::Double : wider;
  if (!checked::is_number(left->scalar) || !checked::is_number(right->scalar)) {
    Location place = at.op_location.valid() ? at.op_location : at.location;
    diagnostics_.report(diag::DifferentTypes, place, spelling(left->scalar), spelling(right->scalar));
    return false;
  }
  left = convert(left, common);
  right = convert(right, common);
  return left && right;
}

const checked::Expr* Checker::unary(const ast::Expr& expr, Hint hint) {
  if (expr.op == ast::Operator::BitNot) {
    const Expr* operand = bits_operand(expr, *expr.operands[0], hint);
    return operand ? make_call(checked::Builtin::BitNot, Scalar::Bits, expr.location, {operand}) : nullptr;
  }
  bool negation = expr.op == ast::Operator::Neg;
  const Expr* operand = negation ? expression(*expr.operands[0], hint) : value(*expr.operands[0], Scalar::Bool);
  if (!operand) return nullptr;
  if (negation && !checked::is_number(operand->scalar)) {
    diagnostics_.report(diag::NoArithmetic, expr.op_location, spelling(operand->scalar), "-");
    return nullptr;
  }
  if (negation && operand->kind == ExprKind::Infinity && checked::is_integer(operand->scalar)) {
    diagnostics_.report(diag::NegativeInfinity, expr.location, spelling(operand->scalar));
    return nullptr;
  }
  Expr& made = make_expr(ExprKind::Unary, operand->scalar, expr.location);
  made.unary_op = negation ? checked::UnaryOp::Neg : checked::UnaryOp::Not;
  made.operands = {operand};
  return &made;
}

const checked::Expr* Checker::binary(const ast::Expr& expr, Hint hint) {
  switch (expr.op) {
    case ast::Operator::Or:
    case ast::Operator::And: return logical(expr);
    case ast::Operator::In: return membership(expr);
    case ast::Operator::Add:
    case ast::Operator::Sub:
    case ast::Operator::Mul:
    case ast::Operator::Div:
    case ast::Operator::Mod: return arithmetic(expr, hint);
    case ast::Operator::BitOr:
    case ast::Operator::BitXor:
    case ast::Operator::BitAnd:
    case ast::Operator::ShiftLeft:
    case ast::Operator::ShiftRight: return bitwise(expr, hint);
    default: return comparison(expr);
  }
}

const checked::Expr* Checker::arithmetic(const ast::Expr& expr, Hint hint) {
  const Expr *left = nullptr, *right = nullptr;
  if (hint && !checked::is_number(*hint)) hint.reset();
  if (!operands(*expr.operands[0], *expr.operands[1], hint, left, right)) return nullptr;
  for (const Expr* side : {left, right}) {
    if (checked::is_number(side->scalar)) continue;
    diagnostics_.report(diag::NoArithmetic, side->location, spelling(side->scalar), spelling(expr.op));
    return nullptr;
  }
  if (!unify(expr, left, right)) return nullptr;
  if (expr.op == ast::Operator::Mod && !checked::is_integer(left->scalar)) {
    diagnostics_.report(diag::NoArithmetic, expr.op_location, spelling(left->scalar), "%");
    return nullptr;
  }
  bool by_zero = right->kind == ExprKind::Integer && right->integer == 0;
  if (by_zero && (expr.op == ast::Operator::Div || expr.op == ast::Operator::Mod)) {
    diagnostics_.report(diag::DivisionByZero, right->location);
    return nullptr;
  }
  Expr& made = make_expr(ExprKind::Binary, left->scalar, expr.location);
  made.binary_op = binary_op(expr.op);
  made.operands = {left, right};
  return &made;
}

namespace {

checked::Builtin bit_builtin(ast::Operator op) {
  switch (op) {
    case ast::Operator::BitOr: return checked::Builtin::BitOr;
    case ast::Operator::BitXor: return checked::Builtin::BitXor;
    case ast::Operator::ShiftLeft: return checked::Builtin::ShiftLeft;
    case ast::Operator::ShiftRight: return checked::Builtin::ShiftRight;
    default: return checked::Builtin::BitAnd;
  }
}

/// What to write where an operator of bits has another operand.
std::string_view instead_of(ast::Operator op, checked::Scalar found) {
  const bool truth = found == checked::Scalar::Bool;
  switch (op) {
    case ast::Operator::BitAnd: return truth ? "and" : "bits(…)";
    case ast::Operator::BitOr: return truth ? "or" : "bits(…)";
    case ast::Operator::BitXor: return truth ? "!=" : "pow(x, y)` or `bits(…)";
    case ast::Operator::BitNot: return truth ? "not" : "bits(…)";
    default: return "bits(…)";
  }
}

}  // namespace

/// An operand of an operator of bits. A literal is one where the other operand or the context has bits.
const checked::Expr* Checker::bits_operand(const ast::Expr& at, const ast::Expr& operand, Hint hint) {
  const Expr* made = expression(operand, hint == Scalar::Bits ? hint : Hint());
  if (!made || made->scalar == Scalar::Bits) return made;
  diagnostics_.report(diag::OperatorOfBits, at.op_location, spelling(at.op), spelling(made->scalar),
                      instead_of(at.op, made->scalar));
  return nullptr;
}

/// By how many bits: an `int` or a `long`.
const checked::Expr* Checker::shift_count(const ast::Expr& expr) {
  const Expr* count = expression(expr);
  return count && !checked::is_integer(count->scalar) ? convert(count, Scalar::Long) : count;
}

const checked::Expr* Checker::bitwise(const ast::Expr& expr, Hint hint) {
  const ast::Expr &a = *expr.operands[0], &b = *expr.operands[1];
  const bool shift = is_shift(expr.op);
  const bool both_literals = is_flexible(a) && is_flexible(b);
  const Hint side = shift || both_literals ? hint : Hint(Scalar::Bits);
  const Expr* left = bits_operand(expr, a, side);
  const Expr* right = shift ? shift_count(b) : bits_operand(expr, b, side);
  return left && right ? make_call(bit_builtin(expr.op), Scalar::Bits, expr.location, {left, right}) : nullptr;
}

const checked::Expr* Checker::comparison(const ast::Expr& expr) {
  const Expr *left = nullptr, *right = nullptr;
  if (expr.operands[0]->kind == ast::ExprKind::Tuple && expr.operands[1]->kind == ast::ExprKind::Tuple)
    return lexicographic(expr);
  if (!compared(expr, left, right)) return nullptr;
  Expr& made = make_expr(ExprKind::Binary, Scalar::Bool, expr.location);
  made.binary_op = binary_op(expr.op);
  made.operands = {left, right};
  return &made;
}

/// The sides of a comparison, of one type.
bool Checker::compared(const ast::Expr& expr, const Expr*& left, const Expr*& right) {
  if (!operands(*expr.operands[0], *expr.operands[1], {}, left, right)) return false;
  if (!unify(expr, left, right)) return false;
  bool equality = expr.op == ast::Operator::Eq || expr.op == ast::Operator::Ne;
  const bool ordered = left->scalar != Scalar::Bool && left->scalar != Scalar::Bits;
  if (ordered || equality) return true;
  diagnostics_.report(diag::NoArithmetic, expr.op_location, spelling(left->scalar), spelling(expr.op));
  return false;
}

/// What a comparison of tuples compares, each side once, in their order.
bool Checker::sides_of(const ast::Expr& expr, const ast::Expr& left, const ast::Expr& right, Sides& sides) {
  if (left.kind != ast::ExprKind::Tuple || right.kind != ast::ExprKind::Tuple) {
    ast::Expr pair = expr;
    pair.operands = {&left, &right};
    auto& [a, b] = sides.emplace_back();
    return compared(pair, a, b);
  }
  if (left.operands.size() != right.operands.size()) {
    diagnostics_.report(diag::DifferentTypes, expr.op_location, "tuple", "tuple of another length");
    return false;
  }
  for (std::size_t i = 0; i < left.operands.size(); ++i)
    if (!sides_of(expr, *left.operands[i], *right.operands[i], sides)) return false;
  return true;
}

/// `(a, b) < (c, d)` is `a < c or (a == c and b < d)`; `(a, b) == (c, d)` compares each.
const checked::Expr* Checker::lexicographic(const ast::Expr& expr) {
  Sides sides;
  if (!sides_of(expr, *expr.operands[0], *expr.operands[1], sides)) return nullptr;
  auto joined = [&](BinaryOp op, const Expr* a, const Expr* b) {
    Expr& made = make_expr(ExprKind::Binary, Scalar::Bool, expr.location);
    made.binary_op = op;
    made.operands = {a, b};
    return &made;
  };
  bool equal = expr.op == ast::Operator::Eq, differs = expr.op == ast::Operator::Ne;
  BinaryOp op = binary_op(expr.op);
  BinaryOp strict = op == BinaryOp::Le ? BinaryOp::Lt : op == BinaryOp::Ge ? BinaryOp::Gt : op;
  const Expr* result = joined(op, sides.back().first, sides.back().second);
  for (std::size_t i = sides.size() - 1; i-- > 0;) {
    auto [a, b] = sides[i];
    if (equal || differs)
      result = joined(equal ? BinaryOp::And : BinaryOp::Or, joined(op, a, b), result);
    else
      result = joined(BinaryOp::Or, joined(strict, a, b), joined(BinaryOp::And, joined(BinaryOp::Eq, a, b), result));
  }
  return of_bearable_size(result, expr.location, spelling(expr.op));
}

const checked::Expr* Checker::logical(const ast::Expr& expr) {
  const Expr* left = value(*expr.operands[0], Scalar::Bool);
  // The right side may not be evaluated at all.
  const Expr* right = repeated_expression(*expr.operands[1], Scalar::Bool);
  if (!left || !right) return nullptr;
  Expr& made = make_expr(ExprKind::Binary, Scalar::Bool, expr.location);
  made.binary_op = binary_op(expr.op);
  made.operands = {left, right};
  return &made;
}

/// `x in neighbors(v)`, `x in inneighbors(v)`, `x in adjacents(v)` and `x in set`.
const checked::Expr* Checker::membership(const ast::Expr& expr) {
  const Expr* element = value(*expr.operands[0], Scalar::Node);
  const ast::Expr& set = *expr.operands[1];
  bool call = set.kind == ast::ExprKind::Call;
  if (call && (set.name == "neighbors" || set.name == "inneighbors" || set.name == "adjacents")) {
    if (set.operands.size() != 1) {
      diagnostics_.report(diag::WrongArgumentCount, set.op_location, set.name, 1,
                          static_cast<int>(set.operands.size()));
      return nullptr;
    }
    const Expr* node = value(*set.operands[0], Scalar::Node);
    return element && node ? among_neighbors(*element, *node, set.name, expr.location) : nullptr;
  }
  if (set.kind == ast::ExprKind::Call) return expression(set), nullptr;
  const Symbol* symbol = marks_of(set);
  return element && symbol ? &member(*symbol, *element, expr.location) : nullptr;
}

/// An in-neighbor is the source of an edge to v. The second search for an adjacent node is only for directed graphs.
const checked::Expr* Checker::among_neighbors(const Expr& element, const Expr& node, std::string_view set,
                                              Location location) {
  using checked::Builtin;
  const Expr* out = make_call(Builtin::HasEdge, Scalar::Bool, location, {&element, &node});
  if (set == "neighbors") return out;
  const Expr* in = make_call(Builtin::HasEdge, Scalar::Bool, location, {&node, &element});
  if (set == "inneighbors") return in;
  const Expr* directed = make_call(Builtin::Directed, Scalar::Bool, location, {});
  Expr& differ = make_expr(ExprKind::Binary, Scalar::Bool, location);
  differ.binary_op = BinaryOp::Ne;
  differ.operands = {&element, &node};
  Expr& either = make_expr(ExprKind::Binary, Scalar::Bool, location);
  either.binary_op = BinaryOp::Or;
  either.operands = {out, both(directed, in)};
  const Expr* among = algorithm_->requirements.simple ? &either : both(&differ, &either);
  return of_bearable_size(among, location, set);
}

}  // namespace maxwarp
