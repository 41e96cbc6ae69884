// Expressions as C++ text, the same for every target. How memory is read is the mapped IR's decision.
#pragma once

#include "compiler/emit/names.h"

namespace maxwarp::emit {

/// Prints expressions in one scope. On the device, cells are pointers.
class Expressions {
 public:
  Expressions(const mapped::Program& program, Names& names, const mapped::Stage* stage)
      : program_(program), names_(names), stage_(stage) {}

  /// The expression; parenthesised if it binds weaker than `binding` (0: never).
  std::string print(const ir::Expr* expr, int binding = 0) const;
  /// The place of an element or cell: what `&` of it would be.
  std::string address(const ir::Expr* target) const;
  /// How many indices a range of indices has.
  std::string index_count(const mapped::Source& range) const;
  /// The element or cell as an lvalue.
  std::string place(const ir::Expr* target) const;
  /// A scalar in the memory of the device.
  bool is_cell(const ir::Symbol* symbol) const;

 private:
  std::string binary(const ir::Expr* expr, int binding) const;
  std::string arithmetic(const ir::Expr* expr, int binding) const;
  std::string narrowed(const ir::Expr* expr) const;
  std::string check(const ir::Expr* expr) const;
  std::string call(const ir::Expr* expr) const;
  std::string node_or_none(const ir::Expr* node) const;
  std::string literal(const ir::Expr* expr) const;
  std::string convert(const ir::Expr* expr) const;
  std::string list(const std::vector<const ir::Expr*>& operands) const;
  bool on_device() const { return stage_ != nullptr; }

  const mapped::Program& program_;
  Names& names_;
  const mapped::Stage* stage_;
};

}  // namespace maxwarp::emit
