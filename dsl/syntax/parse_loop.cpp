// Heads of foreach, iterate and for.
// The words neighbor, inneighbor, adjacent and key are names everywhere else.
#include "dsl/syntax/parser.h"

namespace maxwarp {

using ast::LoopSpace;
using ast::Stmt;
using ast::StmtKind;

const Stmt* Parser::labelled(ast::Name label) { return at(TokenKind::Foreach) ? foreach (label) : iterate(label); }

const Stmt* Parser::foreach (ast::Name label) {
  Stmt* stmt = make_statement(StmtKind::Foreach);
  next();
  stmt->loop.label = label;
  foreach_head(stmt->loop);
  if (accept(TokenKind::Where)) stmt->loop.where = expression();
  if (at(TokenKind::After)) after_clause(stmt->loop);
  stmt->body = block();
  return stmt;
}

void Parser::foreach_head(ast::Loop& loop) {
  bool neighbors = peek(1).kind == TokenKind::Name && peek(2).kind == TokenKind::Of;
  if (accept(TokenKind::Node)) {
    loop.space = LoopSpace::Node;
    loop.variable = expect_name();
    if (accept(TokenKind::In)) loop.source = expression();
  } else if (accept(TokenKind::Edge)) {
    edge_head(loop);
  } else if (neighbors && (at_word("neighbor") || at_word("inneighbor") || at_word("adjacent"))) {
    std::string_view word = next().text;
    loop.space = word == "neighbor"     ? LoopSpace::Neighbor
                 : word == "inneighbor" ? LoopSpace::InNeighbor
                                        : LoopSpace::Adjacent;
    loop.variable = expect_name();
    next();
    loop.of = expression();
    if (accept(TokenKind::Via)) loop.edge = expect_name();
  } else if (at_word("key") && peek(1).kind == TokenKind::Name) {
    next();
    loop.space = LoopSpace::Key;
    loop.variable = expect_name();
    expect(TokenKind::In);
    loop.of = expression();
  } else if (at(TokenKind::Name) && peek(1).kind == TokenKind::In) {
    range_head(loop);
  } else {
    fail_expected(
        "`node v`, `edge u -> w`, `neighbor w of v`, `inneighbor u of v`, `adjacent w of v`, `key k in t` or `i in "
        "a..b`");
  }
}

void Parser::edge_head(ast::Loop& loop) {
  loop.space = LoopSpace::Edge;
  loop.variable = expect_name();
  if (!panicking_ && !at(TokenKind::Arrow)) fail(diag::EdgeWithoutEnds, loop.variable.location, loop.variable.text);
  expect(TokenKind::Arrow);
  loop.target = expect_name();
  if (accept(TokenKind::Via)) loop.edge = expect_name();
}

/// `v in nodes`, `w in neighbors(v)`: other languages write so.
void Parser::no_end(const ast::Loop& loop) {
  const ast::Expr& low = *loop.low;
  const bool edges = low.kind == ast::ExprKind::Name && low.name == "edges";
  if (edges) fail(diag::EdgeWithoutEnds, loop.variable.location, loop.variable.text);
  if (low.kind == ast::ExprKind::Name && !edges) fail(diag::LoopOverNames, low.location, loop.variable.text, low.name);
  if (low.kind != ast::ExprKind::Call) return;
  for (const std::string_view loops : {"neighbor", "inneighbor", "adjacent"})
    if (low.name == std::string(loops) + "s") fail(diag::LoopOverNeighbors, low.location, loop.variable.text, loops);
}

void Parser::range_head(ast::Loop& loop) {
  loop.space = LoopSpace::Range;
  loop.variable = expect_name();
  next();
  loop.low = expression();
  if (!panicking_ && !at(TokenKind::DotDot)) no_end(loop);
  expect(TokenKind::DotDot);
  loop.high = expression();
  loop.by_location = peek().location;
  if (accept(TokenKind::By)) loop.step = expression();
}

void Parser::after_clause(ast::Loop& loop) {
  loop.after_location = next().location;
  if (!at_word("neighbor") && !at_word("inneighbor") && !at_word("adjacent"))
    fail_expected("`neighbor`, `inneighbor` or `adjacent`");
  loop.after_direction = expect_name();
  loop.after_variable = expect_name();
  if (accept(TokenKind::Where)) loop.after_where = expression();
}

const Stmt* Parser::iterate(ast::Name label) {
  Stmt* stmt = make_statement(StmtKind::Iterate);
  next();
  stmt->loop.label = label;
  if (accept(TokenKind::Edge)) {
    edge_head(stmt->loop);
  } else if (accept(TokenKind::Node)) {
    stmt->loop.variable = expect_name();
  } else {
    fail_expected("`node v` or `edge v -> w`");
  }
  expect(TokenKind::From);
  stmt->loop.source = expression();
  iterate_clauses(stmt->loop);
  stmt->body = block();
  return stmt;
}

void Parser::iterate_clauses(ast::Loop& loop) {
  while (at(TokenKind::Where) || at(TokenKind::By) || at(TokenKind::Until)) {
    Token word = next();
    const ast::Expr*& clause = word.kind == TokenKind::Where ? loop.where
                               : word.kind == TokenKind::By  ? loop.by
                                                             : loop.until;
    if (clause) fail(diag::RepeatedClause, word.location, spelling(word.kind));
    if (word.kind == TokenKind::By) loop.by_location = word.location;
    clause = expression();
  }
}

const Stmt* Parser::for_loop() {
  Stmt* stmt = make_statement(StmtKind::For);
  next();
  stmt->loop.variable = expect_name();
  expect(TokenKind::In);
  stmt->loop.low = expression();
  if (accept(TokenKind::DotDot)) stmt->loop.high = expression();
  stmt->loop.by_location = peek().location;
  if (stmt->loop.high && accept(TokenKind::By)) stmt->loop.step = expression();
  stmt->body = block();
  return stmt;
}

}  // namespace maxwarp
