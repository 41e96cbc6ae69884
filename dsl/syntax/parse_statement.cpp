// Blocks and statements without loops.
// Each statement starts at a keyword or is an assignment or call; the block recovers from its errors.
#include <array>

#include "compiler/support/source_file.h"
#include "compiler/support/suggest.h"
#include "dsl/syntax/parser.h"

namespace maxwarp {

using ast::Expr;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;

Stmt* Parser::make_statement(StmtKind kind) {
  Stmt& stmt = file_.statements.emplace_back();
  stmt.kind = kind;
  stmt.location = peek().location;
  return &stmt;
}

ast::Block Parser::block() {
  ast::Block block;
  block.location = peek().location;
  Level level(*this);
  if (!at(TokenKind::OpenBrace)) {
    fail_expected("`{`");
    return block;
  }
  Location open = next().location;
  while (!at(TokenKind::CloseBrace) && !at(TokenKind::End)) {
    if (accept(TokenKind::Semicolon)) continue;
    if (at(TokenKind::Algorithm) && peek().fresh) break;
    std::size_t begin = position_;
    const Stmt* stmt = statement();
    if (!panicking_)
      block.statements.push_back(stmt);
    else
      recover(begin);
  }
  if (!accept(TokenKind::CloseBrace) && !panicking_)
    fail(diag::Expected, peek().location, described(peek()), "`}`").note(diag::OpenedHere, open, "{");
  block.location = from(block.location);
  return block;
}

const Stmt* Parser::statement() {
  Level level(*this);
  bool label = at(TokenKind::Name) && peek(1).kind == TokenKind::Colon &&
               (peek(2).kind == TokenKind::Foreach || peek(2).kind == TokenKind::Iterate);
  if (label) {
    ast::Name name = expect_name();
    next();
    return labelled(name);
  }
  if (at(TokenKind::Name) || at(TokenKind::OpenParen)) return expression_statement();
  return statement_at_keyword();
}

const Stmt* Parser::statement_at_keyword() {
  switch (peek().kind) {
    case TokenKind::Let:
    case TokenKind::Var: return declaration();
    case TokenKind::If: return if_statement();
    case TokenKind::Foreach:
    case TokenKind::Iterate: return labelled({});
    case TokenKind::For: return for_loop();
    case TokenKind::Repeat: return repeat();
    case TokenKind::Activate: return with_value(StmtKind::Activate);
    case TokenKind::Assert: return with_value(StmtKind::Assert);
    case TokenKind::Return: return with_value(StmtKind::Return);
    case TokenKind::While: {
      Stmt* stmt = make_statement(StmtKind::While);
      next();
      stmt->condition = condition();
      stmt->body = block();
      return stmt;
    }
    case TokenKind::Break: {
      Stmt* stmt = make_statement(StmtKind::Break);
      next();
      return stmt;
    }
    default: break;
  }
  fail_expected("a statement");
  return make_statement(StmtKind::Invalid);
}

const Stmt* Parser::declaration() {
  Stmt* stmt = make_statement(StmtKind::Declare);
  stmt->constant = next().kind == TokenKind::Let;
  if (accept(TokenKind::OpenParen)) {
    stmt->kind = StmtKind::Destructure;
    do {
      stmt->names.push_back(expect_name());
    } while (accept(TokenKind::Comma));
    expect(TokenKind::CloseParen);
    expect(TokenKind::Assign);
    stmt->value = expression();
    return stmt;
  }
  stmt->name = expect_name();
  stmt->has_type = accept(TokenKind::Colon);
  if (stmt->has_type) stmt->type = type();
  if (accept(TokenKind::Assign)) stmt->value = expression();
  if (!panicking_ && !stmt->has_type && !stmt->value) fail_expected("`:` and a type, or `=` and a value");
  return stmt;
}

/// A `{` here is the body of a condition that was forgotten, and no set.
const Expr* Parser::condition() {
  if (at(TokenKind::OpenBrace)) fail_expected("a condition");
  return expression();
}

const Stmt* Parser::if_statement() {
  Stmt* stmt = make_statement(StmtKind::If);
  next();
  const Expr* condition = this->condition();
  if (at(TokenKind::Assign))
    fail(diag::AssignmentAsCondition, peek().location).instead("==");
  else if (at_reduction())
    stmt->update = assignment(condition);
  else
    stmt->condition = condition;
  stmt->body = block();
  stmt->else_location = peek().location;
  if (!accept(TokenKind::Else)) return stmt;
  if (!at(TokenKind::If)) {
    stmt->other = block();
    return stmt;
  }
  stmt->other.location = peek().location;
  const Stmt* nested = statement();
  if (!panicking_) stmt->other.statements.push_back(nested);
  return stmt;
}

const Stmt* Parser::repeat() {
  Stmt* stmt = make_statement(StmtKind::Repeat);
  next();
  if (at_word("up") && peek(1).kind == TokenKind::Name && peek(1).text == "to") {
    next();
    next();
    stmt->value = expression();
  } else if (!at(TokenKind::OpenBrace)) {
    stmt->value = expression();
  }
  stmt->body = block();
  if (accept(TokenKind::Until)) stmt->condition = expression();
  return stmt;
}

const Stmt* Parser::with_value(StmtKind kind) {
  Stmt* stmt = make_statement(kind);
  next();
  stmt->value = expression();
  return stmt;
}

const Stmt* Parser::expression_statement() {
  Token first = peek();
  const Expr* target = postfix();
  if (at_assignment()) return assignment(target);
  Stmt* stmt = make_statement(StmtKind::Call);
  stmt->location = target->location;
  stmt->value = target;
  if (panicking_ || target->kind == ExprKind::Call) return stmt;
  static constexpr std::array<std::string_view, 10> heads = {"let",    "var",   "if",       "foreach", "iterate",
                                                             "repeat", "while", "activate", "break",   "for"};
  std::string_view meant = closest(first.text, heads);
  if (!meant.empty() && target->kind == ExprKind::Name)
    fail(diag::MisspelledStatement, first.location, first.text, meant).instead(std::string(meant));
  else if (peek().fresh || at(TokenKind::CloseBrace) || at(TokenKind::Semicolon))
    fail(diag::NotAStatement, target->location, source_.text_at(target->location));
  else
    fail_expected("`=` or a reduction such as `+=`");
  return stmt;
}

bool Parser::at_reduction() const {
  switch (peek().kind) {
    case TokenKind::MinAssign:
    case TokenKind::MaxAssign:
    case TokenKind::AnyAssign:
    case TokenKind::PlusAssign:
    case TokenKind::MinusAssign:
    case TokenKind::TimesAssign:
    case TokenKind::OrAssign:
    case TokenKind::AndAssign: return true;
    default: return false;
  }
}

bool Parser::at_assignment() const { return at(TokenKind::Assign) || at(TokenKind::DivideAssign) || at_reduction(); }

const Stmt* Parser::assignment(const Expr* target) {
  Stmt* stmt = make_statement(StmtKind::Assign);
  stmt->location = target->location;
  stmt->target = target;
  Token op = next();
  stmt->op = op.kind;
  stmt->op_location = op.location;
  stmt->value = expression();
  if (!at(TokenKind::With)) return stmt;
  Location location = next().location;
  do {
    ast::With with;
    with.location = location;
    with.target = postfix();
    expect(TokenKind::Assign);
    with.value = expression();
    stmt->withs.push_back(with);
  } while (accept(TokenKind::Comma));
  return stmt;
}

}  // namespace maxwarp
