// Pairs of values: their types, `(a, b)`, `first(t)` and `second(t)`, `let (a, b) = t`.
// A longer tuple exists in comparisons only, where no value of it is kept.
#include <algorithm>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::Builtin;
using checked::ExprKind;

/// `number` may be the first value only: that is what the one mark of a type stands for.
std::optional<checked::Scalar> Checker::pair_type(const ast::Type& type, bool& is_number) {
  if (type.components.size() != 2) {
    diagnostics_.report(diag::TupleLength, type.location, static_cast<int>(type.components.size()));
    return std::nullopt;
  }
  if (type.components[1] == TokenKind::Number) {
    diagnostics_.report(diag::NumberInPair, type.location);
    return std::nullopt;
  }
  if (std::ranges::find(type.components, TokenKind::Bits) != type.components.end()) {
    diagnostics_.report(diag::BitsInPair, type.location);
    return std::nullopt;
  }
  bool second_is_number = false;
  Scalar first = plain_scalar(type.components[0], is_number);
  return checked::pair_of(first, plain_scalar(type.components[1], second_is_number));
}

const checked::Expr* Checker::tuple(const ast::Expr& expr, Hint hint) {
  if (expr.operands.size() != 2) {
    diagnostics_.report(diag::TupleLength, expr.location, static_cast<int>(expr.operands.size()));
    return nullptr;
  }
  bool known = hint && checked::is_pair(*hint);
  const Expr* first = known ? value(*expr.operands[0], checked::first_of(*hint)) : expression(*expr.operands[0]);
  const Expr* second = known ? value(*expr.operands[1], checked::second_of(*hint)) : expression(*expr.operands[1]);
  if (!first || !second) return nullptr;
  for (const Expr* side : {first, second}) {
    if (side->scalar == Scalar::Bits) {
      diagnostics_.report(diag::BitsInPair, side->location);
      return nullptr;
    }
    if (!checked::is_pair(side->scalar)) continue;
    diagnostics_.report(diag::PairInPair, side->location, spelling(side->scalar));
    return nullptr;
  }
  Expr& made = make_expr(ExprKind::Pair, checked::pair_of(first->scalar, second->scalar), expr.location);
  made.operands = {first, second};
  return &made;
}

/// `first(t)`, `second(t)`.
const checked::Expr* Checker::part(const ast::Expr& expr, Builtin builtin) {
  const Expr* pair = expression(*expr.operands[0]);
  if (!pair) return nullptr;
  if (!checked::is_pair(pair->scalar)) {
    diagnostics_.report(diag::NotAPair, pair->location, spelling(pair->scalar));
    return nullptr;
  }
  Scalar scalar = builtin == Builtin::First ? checked::first_of(pair->scalar) : checked::second_of(pair->scalar);
  return make_call(builtin, scalar, expr.location, {pair});
}

/// `let (a, b) = t`: t is evaluated once.
void Checker::destructuring(const ast::Stmt& stmt) {
  const Expr* pair = stmt.names.size() == 2 ? expression(*stmt.value) : nullptr;
  if (stmt.names.size() != 2)
    diagnostics_.report(diag::TupleLength, stmt.location, static_cast<int>(stmt.names.size()));
  else if (pair && !checked::is_pair(pair->scalar))
    diagnostics_.report(diag::NotAPair, pair->location, spelling(pair->scalar));
  if (!pair || !checked::is_pair(pair->scalar)) {
    for (const ast::Name& name : stmt.names) scopes_.add(make_broken(name, checked::SymbolKind::Variable));
    return;
  }
  Symbol& whole = make_local("pair", pair->scalar, stmt.location);
  whole.type.space = scalar_space();
  Stmt& kept = make_stmt(checked::StmtKind::Declare, stmt.location);
  kept.symbol = &whole;
  kept.value = whole.initial = pair;
  emit(kept);
  for (Builtin builtin : {Builtin::First, Builtin::Second}) {
    ast::Stmt one = stmt;
    one.name = stmt.names[builtin == Builtin::First ? 0 : 1];
    Scalar scalar = builtin == Builtin::First ? checked::first_of(pair->scalar) : checked::second_of(pair->scalar);
    checked::Type type;
    type.scalar = scalar;
    type.space = scalar_space();
    declare(one, type, make_call(builtin, scalar, stmt.location, {&reference(whole, stmt.location)}));
  }
}

}  // namespace maxwarp
