// The recursive-descent parser, for the parse_*.cpp files only.
// After an error it sees nothing but the end of the file until the next statement boundary, so all
// its loops wind down by themselves and report nothing more.
#pragma once

#include <initializer_list>
#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/diagnostics.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

class Parser {
 public:
  Parser(const SourceFile& source, Diagnostics& diagnostics);
  ast::File run();

 private:
  /// Levels of blocks, brackets and operators that may nest; the call stack is the reason.
  static constexpr int deepest = 256;

  /// Counts a level of recursion for as long as it lives.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;

   private:
    Parser& parser_;
  };

  // Tokens.
  const Token& peek(std::size_t ahead = 0) const;
  bool at(TokenKind kind) const { return peek().kind == kind; }
  /// At a name that is spelled so (a word with a meaning in this place only).
  bool at_word(std::string_view word) const { return at(TokenKind::Name) && peek().text == word; }
  Token next();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  void expect(TokenKind kind);
  ast::Name expect_name();
  Location from(Location begin) const;  // to the last token read
  template <typename Kind, typename... Arguments>
  Diagnostic& fail(const Kind& kind, Location at, const Arguments&... arguments);
  void fail_expected(std::string_view what);
  void recover(std::size_t statement_begin);

  // parse.cpp: definitions and types.
  void definition();
  void import();
  void constant();
  void skip_to_definition();
  std::vector<ast::Parameter> parameters(TokenKind end, TokenKind other_end);
  void requirements(ast::Definition& definition);
  std::string documentation_before(std::size_t token) const;
  ast::Type type();
  void extents(ast::Type& type);
  void element_type(ast::Type& type);
  TokenKind scalar_type();

  // parse_statement.cpp
  ast::Block block();
  const ast::Stmt* statement();
  const ast::Stmt* statement_at_keyword();
  const ast::Stmt* declaration();
  const ast::Expr* condition();
  const ast::Stmt* if_statement();
  const ast::Stmt* repeat();
  const ast::Stmt* with_value(ast::StmtKind kind);
  const ast::Stmt* expression_statement();
  const ast::Stmt* assignment(const ast::Expr* target);
  bool at_assignment() const;
  bool at_reduction() const;
  ast::Stmt* make_statement(ast::StmtKind kind);

  // parse_loop.cpp
  const ast::Stmt* labelled(ast::Name label);
  const ast::Stmt* foreach (ast::Name label);
  void foreach_head(ast::Loop& loop);
  void edge_head(ast::Loop& loop);
  void range_head(ast::Loop& loop);
  void no_end(const ast::Loop& loop);
  void after_clause(ast::Loop& loop);
  const ast::Stmt* iterate(ast::Name label);
  void iterate_clauses(ast::Loop& loop);
  const ast::Stmt* for_loop();

  // parse_expression.cpp
  const ast::Expr* expression();
  const ast::Expr* binary(int weakest);
  const ast::Expr* unary();
  const ast::Expr* postfix();
  const ast::Expr* primary();
  const ast::Expr* literal(ast::ExprKind kind);
  const ast::Expr* parenthesized();
  const ast::Expr* set();
  const ast::Expr* name_or_call();
  const ast::Expr* was();
  void list_until(TokenKind end, std::vector<const ast::Expr*>& items);
  const ast::Expr* make(ast::Expr expr);

  const SourceFile& source_;
  Diagnostics& diagnostics_;
  std::vector<Token> all_tokens_;        // with documentation
  std::vector<std::size_t> meaningful_;  // index in all_tokens_ of the tokens without documentation
  std::size_t position_ = 0;             // in meaningful_
  bool panicking_ = false;
  int depth_ = 0;
  ast::File file_;
};

template <typename Kind, typename... Arguments>
Diagnostic& Parser::fail(const Kind& kind, Location at, const Arguments&... arguments) {
  panicking_ = true;
  return diagnostics_.report(kind, at, arguments...);
}

}  // namespace maxwarp
