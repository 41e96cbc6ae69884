// Expressions: precedence climbing over operators.def, then postfix and primary forms.
// A `(`, `[` or binary sign at the start of a line does not continue the line before.
#include "dsl/syntax/parser.h"

namespace maxwarp {

using ast::Expr;
using ast::ExprKind;
using ast::Operator;

namespace {

constexpr int comparison = 4;

bool binary_operator(TokenKind kind, Operator& op) {
  switch (kind) {
#define MAXWARP_BINARY(Enum, Token, Precedence) \
  case TokenKind::Token: op = Operator::Enum; return true;
#include "dsl/syntax/operators.def"
    default: return false;
  }
}

}  // namespace

const Expr* Parser::make(Expr expr) {
  expr.location = from(expr.location);
  for (const Expr* operand : expr.operands) expr.height = std::max(expr.height, operand->height + 1);
  if (expr.height > deepest && !panicking_) fail(diag::NestingTooDeep, expr.location, deepest);
  if (panicking_) expr.kind = ExprKind::Invalid;
  return &file_.expressions.emplace_back(std::move(expr));
}

const Expr* Parser::expression() {
  Level level(*this);
  const Expr* condition = binary(1);
  if (!at(TokenKind::Question)) return condition;
  Expr expr;
  expr.kind = ExprKind::Conditional;
  expr.location = condition->location;
  expr.op_location = next().location;
  const Expr* yes = expression();
  expect(TokenKind::Colon);
  const Expr* no = expression();
  expr.operands = {condition, yes, no};
  return make(expr);
}

const Expr* Parser::binary(int weakest) {
  const Expr* left = unary();
  bool compared = false;
  for (Operator op; binary_operator(peek().kind, op) && ast::precedence(op) >= weakest;) {
    int strength = ast::precedence(op);
    if (strength > comparison && peek().fresh) break;
    if (strength == comparison && compared) {
      fail(diag::ChainedComparison, peek().location, spelling(op));
      break;
    }
    compared = strength == comparison;
    Expr expr;
    expr.kind = ExprKind::Binary;
    expr.op = op;
    expr.location = left->location;
    expr.op_location = next().location;
    if (op == Operator::Mul && at(TokenKind::Times))
      fail(diag::ForeignOperator, from(expr.op_location), "**", "pow(x, y)");
    Level level(*this);
    const Expr* right = binary(strength + 1);
    expr.operands = {left, right};
    left = make(expr);
  }
  return left;
}

const Expr* Parser::unary() {
  Level level(*this);
  Expr expr;
  expr.location = expr.op_location = peek().location;
  if (at(TokenKind::Minus) || at(TokenKind::Tilde)) {
    expr.kind = ExprKind::Unary;
    expr.op = next().kind == TokenKind::Minus ? Operator::Neg : Operator::BitNot;
    expr.operands = {unary()};
    return make(expr);
  }
  if (accept(TokenKind::Not)) {
    // `not` binds weaker than comparisons: not a == b is not (a == b).
    expr.kind = ExprKind::Unary;
    expr.op = Operator::Not;
    expr.operands = {binary(comparison)};
    return make(expr);
  }
  if (accept(TokenKind::Latest)) {
    expr.kind = ExprKind::Latest;
    expr.operands = {postfix()};
    return make(expr);
  }
  return postfix();
}

const Expr* Parser::postfix() {
  const Expr* base = primary();
  while (at(TokenKind::OpenBracket) && !peek().fresh) {
    Expr expr;
    expr.kind = ExprKind::Index;
    expr.location = base->location;
    next();
    expr.operands = {base};
    list_until(TokenKind::CloseBracket, expr.operands);
    base = make(expr);
  }
  return base;
}

/// One or more expressions and the closing sign.
void Parser::list_until(TokenKind end, std::vector<const Expr*>& items) {
  do {
    items.push_back(expression());
  } while (accept(TokenKind::Comma));
  expect(end);
}

const Expr* Parser::primary() {
  switch (peek().kind) {
    case TokenKind::Integer: return literal(ExprKind::Integer);
    case TokenKind::Real: return literal(ExprKind::Real);
    case TokenKind::True:
    case TokenKind::False: return literal(ExprKind::Boolean);
    case TokenKind::Inf: return literal(ExprKind::Infinity);
    case TokenKind::None: return literal(ExprKind::None);
    case TokenKind::OpenParen: return parenthesized();
    case TokenKind::OpenBrace: return set();
    case TokenKind::Was: return was();
    case TokenKind::Name: return name_or_call();
    case TokenKind::Int:
    case TokenKind::Long:
    case TokenKind::Float:
    case TokenKind::Double:
    case TokenKind::Edge:
      if (peek(1).kind == TokenKind::OpenParen && !peek(1).fresh) return name_or_call();
      break;
    default: break;
  }
  fail_expected("an expression");
  Expr expr;
  expr.location = peek().location;
  return &file_.expressions.emplace_back(expr);
}

const Expr* Parser::literal(ExprKind kind) {
  Token token = next();
  Expr expr;
  expr.kind = kind;
  expr.location = token.location;
  expr.integer = kind == ExprKind::Boolean ? token.kind == TokenKind::True : token.integer;
  expr.real = token.real;
  expr.name = token.text;
  return make(expr);
}

const Expr* Parser::parenthesized() {
  Expr expr;
  expr.kind = ExprKind::Tuple;
  expr.location = next().location;
  do {
    expr.operands.push_back(expression());
  } while (accept(TokenKind::Comma));
  if (!accept(TokenKind::CloseParen) && !panicking_)
    fail(diag::Expected, peek().location, described(peek()), "`)`").note(diag::OpenedHere, expr.location, "(");
  return expr.operands.size() == 1 ? expr.operands[0] : make(expr);
}

const Expr* Parser::set() {
  Expr expr;
  expr.kind = ExprKind::Set;
  expr.location = next().location;
  if (accept(TokenKind::CloseBrace)) return make(expr);
  bool comprehension = at(TokenKind::Name) && peek(1).kind == TokenKind::In;
  if (!comprehension) {
    list_until(TokenKind::CloseBrace, expr.operands);
    return make(expr);
  }
  expr.kind = ExprKind::Comprehension;
  expr.name = next().text;
  next();
  expr.operands = {expression()};
  if (accept(TokenKind::Where)) expr.operands.push_back(expression());
  expect(TokenKind::CloseBrace);
  return make(expr);
}

const Expr* Parser::name_or_call() {
  Token token = next();
  Expr expr;
  expr.kind = ExprKind::Name;
  expr.location = expr.op_location = token.location;
  expr.name = token.text;
  if (!at(TokenKind::OpenParen) || peek().fresh) return make(expr);
  next();
  expr.kind = ExprKind::Call;
  if (!accept(TokenKind::CloseParen)) list_until(TokenKind::CloseParen, expr.operands);
  return make(expr);
}

const Expr* Parser::was() {
  Expr expr;
  expr.kind = ExprKind::Was;
  expr.location = expr.op_location = next().location;
  expect(TokenKind::OpenParen);
  const Expr* target = postfix();
  if (!panicking_ && !at_assignment()) fail_expected("`=` or a reduction such as `+=`");
  expr.update = assignment(target);
  expect(TokenKind::CloseParen);
  return make(expr);
}

}  // namespace maxwarp
