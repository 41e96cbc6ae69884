// The printer behind print.h, for the print_*.cpp files only.
// The two forms differ in details only, so one printer writes both.
#pragma once

#include <string>
#include <string_view>

#include "dsl/check/program.h"

namespace maxwarp {

class ProgramPrinter {
 public:
  /// `as_checked`: show spaces, conversions and the outcomes of reductions.
  explicit ProgramPrinter(bool as_checked) : as_checked_(as_checked) {}
  std::string program(const checked::Program& program);
  /// An expression in parentheses if it binds weaker than `precedence`.
  std::string expression(const checked::Expr& expr, int precedence = 0) const;

 private:
  // print_expression.cpp
  std::string operand_list(const checked::Expr& expr) const;
  std::string call(const checked::Expr& expr) const;

  // print_program.cpp
  void algorithm(const checked::Algorithm& algorithm);
  std::string declared(const checked::Symbol& symbol) const;
  std::string type(const checked::Type& type) const;
  void block(const checked::Block& block);
  void body(std::string_view head, const checked::Block& block);
  void statement(const checked::Stmt& stmt, const checked::Stmt* next);
  void declaration(const checked::Stmt& stmt);
  void reduction(const checked::Stmt& stmt);
  void if_statement(const checked::Stmt& stmt, const std::string& condition);
  void repeat(const checked::Stmt& stmt);
  std::string foreach (const checked::Loop& loop) const;
  std::string after(const checked::Loop& loop) const;
  std::string for_head(const checked::Loop& loop) const;
  std::string source(const checked::Loop& loop) const;
  std::string iterate(const checked::Loop& loop) const;
  std::string clause(std::string_view word, const checked::Expr* expr) const;
  std::string update(const checked::Stmt& reduce) const;
  void line(std::string_view text);

  bool as_checked_;
  int indent_ = 0;
  std::string out_;
};

}  // namespace maxwarp
