// The printer behind print.h, for the print_*.cpp files only.
// The two forms differ in details only, so one printer writes both.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "dsl/check/program.h"

namespace maxwarp {

class ProgramPrinter {
 public:
  /// `as_checked`: show spaces, conversions and the outcomes of reductions; `with_sets`: what is a set to the program
  /// is written as one, else by its elements.
  explicit ProgramPrinter(bool as_checked, bool with_sets = false) : as_checked_(as_checked), with_sets_(with_sets) {}
  std::string program(const checked::Program& program);
  /// An expression in parentheses if it binds weaker than `precedence`.
  std::string expression(const checked::Expr& expr, int precedence = 0) const;

 private:
  // print_expression.cpp
  std::string operand_list(const checked::Expr& expr) const;
  std::string call(const checked::Expr& expr) const;
  std::string place(const checked::Expr& expr) const;

  // print_program.cpp
  void algorithm(const checked::Algorithm& algorithm);
  std::string declared(const checked::Symbol& symbol) const;
  std::string type(const checked::Type& type) const;
  static std::string tally(const checked::Type& type);
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
  std::string iterate(const checked::Stmt& stmt) const;
  std::string clause(std::string_view word, const checked::Expr* expr) const;
  std::string update(const checked::Stmt& reduce) const;
  void line(std::string_view text);

  // print_set.cpp: sets that are variables.
  bool is_set(const checked::Symbol* symbol) const { return with_sets_ && symbol && symbol->type.is_marks; }
  bool is_member(const checked::Expr& expr) const {
    return expr.kind == checked::ExprKind::Element && is_set(expr.symbol);
  }
  bool set_statement(const checked::Stmt& stmt);
  std::string until(const checked::Stmt& iterate) const;

  int strength(const checked::Expr& expr) const;

  bool as_checked_;
  bool with_sets_;
  std::map<const checked::Symbol*, const checked::Symbol*>
      sizes_;  // variables that the checker made, and the sets whose size they are
  int indent_ = 0;
  std::string out_;
};

}  // namespace maxwarp
