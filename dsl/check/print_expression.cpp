// Expressions as text with no more parentheses than needed.
// Conversions that the program does not write are shown in the checked form only; the text form leaves them to the
// checker.
#include <fmt/format.h>

#include <optional>

#include "dsl/check/print.h"
#include "dsl/check/printer.h"
#include "dsl/check/spelling.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

using checked::BinaryOp;
using checked::Expr;
using checked::ExprKind;

namespace {

constexpr int conditional_strength = 0, not_strength = 3, comparison_strength = 4;
const int negation_strength = precedence(ast::Operator::Neg), primary_strength = negation_strength + 1;

/// The sign of an operator of bits, which is a built-in function of the checked program.
std::optional<ast::Operator> sign_of(checked::Builtin builtin) {
  switch (builtin) {
    case checked::Builtin::BitOr: return ast::Operator::BitOr;
    case checked::Builtin::BitXor: return ast::Operator::BitXor;
    case checked::Builtin::BitAnd: return ast::Operator::BitAnd;
    case checked::Builtin::BitNot: return ast::Operator::BitNot;
    case checked::Builtin::ShiftLeft: return ast::Operator::ShiftLeft;
    case checked::Builtin::ShiftRight: return ast::Operator::ShiftRight;
    default: return std::nullopt;
  }
}

int plain_strength(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Conditional: return conditional_strength;
    case ExprKind::Binary: return precedence(expr.binary_op);
    case ExprKind::Unary: return expr.unary_op == checked::UnaryOp::Not ? not_strength : negation_strength;
    case ExprKind::Contains: return comparison_strength;
    case ExprKind::Call:
      if (const auto sign = sign_of(expr.builtin)) return precedence(*sign);
      return expr.builtin == checked::Builtin::HasEdge ? comparison_strength : primary_strength;
    default: return primary_strength;
  }
}

/// Shortest text that reads back as the same number, always with a mark of a real.
std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

int ProgramPrinter::strength(const Expr& expr) const {
  return is_member(expr) ? comparison_strength : plain_strength(expr);
}

std::string ProgramPrinter::operand_list(const Expr& expr) const {
  std::string text;
  for (const Expr* operand : expr.operands) text += (text.empty() ? "" : ", ") + expression(*operand);
  return text;
}

std::string ProgramPrinter::call(const Expr& expr) const {
  if (expr.builtin == checked::Builtin::HasEdge)
    return fmt::format("{} in neighbors({})", expression(*expr.operands[0], comparison_strength + 1),
                       expression(*expr.operands[1]));
  if (expr.builtin == checked::Builtin::SumOf)
    return fmt::format("{}[{}]", expression(*expr.operands[0]), expression(*expr.operands[1]));
  if (expr.operands.empty()) return std::string(spelling(expr.builtin));
  if (const auto sign = sign_of(expr.builtin)) {
    const int own = precedence(*sign);
    const std::string first = expression(*expr.operands[0], own);
    if (expr.operands.size() == 1) return fmt::format("{}{}", spelling(*sign), first);
    return fmt::format("{} {} {}", first, spelling(*sign), expression(*expr.operands[1], own + 1));
  }
  return fmt::format("{}({})", spelling(expr.builtin), operand_list(expr));
}

/// A variable or element; of a set: whether the node is in it.
std::string ProgramPrinter::place(const Expr& expr) const {
  if (auto size = sizes_.find(expr.symbol); size != sizes_.end()) return fmt::format("size({})", size->second->name);
  const char* relaxed = expr.relaxed ? "relaxed " : "";
  if (expr.operands.empty()) return relaxed + expr.symbol->name;
  if (is_member(expr))
    return fmt::format("{} in {}", expression(*expr.operands[0], comparison_strength + 1), expr.symbol->name);
  return fmt::format("{}{}{}[{}]", relaxed, expr.latest ? "latest " : "", expr.symbol->name, operand_list(expr));
}

std::string ProgramPrinter::expression(const Expr& expr, int weakest) const {
  if (expr.kind == ExprKind::Convert && !as_checked_ && !expr.written) return expression(*expr.operands[0], weakest);
  int own = strength(expr);
  if (own < weakest) return fmt::format("({})", expression(expr));
  switch (expr.kind) {
    case ExprKind::Integer:
      if (expr.scalar == checked::Scalar::Bool) return expr.integer ? "true" : "false";
      return fmt::format("{}", expr.integer);
    case ExprKind::Real: return real_text(expr.real);
    case ExprKind::Infinity: return "inf";
    case ExprKind::None: return "none";
    case ExprKind::Reference:
    case ExprKind::Element: return place(expr);
    case ExprKind::Unary:
      return expr.unary_op == checked::UnaryOp::Not
                 ? fmt::format("not {}", expression(*expr.operands[0], comparison_strength))
                 : fmt::format("-{}", expression(*expr.operands[0], negation_strength));
    case ExprKind::Binary:
      // Comparisons do not chain, so neither side may be one.
      return fmt::format("{} {} {}", expression(*expr.operands[0], own + (own == comparison_strength)),
                         spelling(expr.binary_op), expression(*expr.operands[1], own + 1));
    case ExprKind::Conditional:
      return fmt::format("{} ? {} : {}", expression(*expr.operands[0], 1), expression(*expr.operands[1]),
                         expression(*expr.operands[2]));
    case ExprKind::Convert: {
      const bool number = expr.operands[0]->scalar == checked::Scalar::Node;
      return fmt::format("{}({})", number ? "index" : spelling(expr.scalar), expression(*expr.operands[0]));
    }
    case ExprKind::Call: return call(expr);
    case ExprKind::Pair: return fmt::format("({})", operand_list(expr));
    case ExprKind::Contains:
      return fmt::format("{} in {}", expression(*expr.operands[0], comparison_strength + 1), expr.symbol->name);
  }
  return "";
}

std::string print_expression(const Expr& expr) { return ProgramPrinter(false).expression(expr); }

}  // namespace maxwarp
