// Constants outside of definitions: `let damping = 0.85`. The value is checked where the name is used, so that a
// literal adapts to its place there, too; no later stage sees a name.
#include "dsl/check/builtin.h"
#include "dsl/check/checker.h"

namespace maxwarp {

void Checker::file_constants() {
  for (const ast::Stmt* one : file_.constants) {
    if (const auto first = constants_.find(one->name.text); first != constants_.end()) {
      diagnostics_.report(diag::Redeclared, one->name.location, one->name.text)
          .note(diag::DeclaredHere, first->second->name.location, one->name.text);
    } else {
      check_constant(*one);
      constants_.emplace(one->name.text, one);  // seen from here on
    }
  }
}

void Checker::check_constant(const ast::Stmt& constant) {
  if (constant.has_type && constant.type.kind != ast::TypeKind::Scalar) {
    diagnostics_.report(diag::ConstantNotScalar, constant.type.location, constant.name.text);
  } else if (const ast::Expr* part = find_variable_part(*constant.value)) {
    diagnostics_.report(diag::ConstantNotFixed, part->location, constant.name.text);
  } else if (evaluate(constant, {})) {
    return;
  }
  broken_constants_.insert(&constant);
}

/// The first part of the value that is no literal, no constant above it, and no arithmetic; or null.
const ast::Expr* Checker::find_variable_part(const ast::Expr& expr) const {
  switch (expr.kind) {
    case ast::ExprKind::Integer:
    case ast::ExprKind::Real:
    case ast::ExprKind::Boolean:
    case ast::ExprKind::Infinity: return nullptr;
    case ast::ExprKind::Name: return file_constant(expr) ? nullptr : &expr;
    case ast::ExprKind::Call: {
      const auto builtin = builtin_function(expr.name);
      if (function(expr) || !builtin || !is_arithmetic(*builtin)) return &expr;
      break;
    }
    case ast::ExprKind::Unary:
    case ast::ExprKind::Binary:
    case ast::ExprKind::Conditional: break;
    default: return &expr;
  }
  for (const ast::Expr* operand : expr.operands)
    if (const ast::Expr* part = find_variable_part(*operand)) return part;
  return nullptr;
}

/// The constant of that name, or null.
const ast::Stmt* Checker::file_constant(const ast::Expr& name) const {
  const auto found = constants_.find(name.name);
  return found == constants_.end() || !sees(name.location, found->second->location) ? nullptr : found->second;
}

const checked::Expr* Checker::constant_value(const ast::Expr& use, const ast::Stmt& constant, Hint hint) {
  used_constants_.insert(&constant);
  if (broken_constants_.contains(&constant) || !has_room(use.location)) return nullptr;
  const std::size_t reported = diagnostics_.all().size();
  const Expr* value = evaluate(constant, hint);
  if (value && calls_.empty()) text_ += extent_of(*value).nodes;  // in a call each node has been counted
  diagnostics_.note_since(reported, diag::ConstantUsedHere, use.location, constant.name.text);
  return value;
}

/// The value of a constant, which sees nothing but other constants.
const checked::Expr* Checker::evaluate(const ast::Stmt& constant, Hint hint) {
  const std::size_t outer = scopes_.enter();
  const Expr* value = nullptr;
  if (!constant.has_type)
    value = expression(*constant.value, hint);
  else if (const std::optional<checked::Type> type = this->type(constant.type))
    value = this->value(*constant.value, type->scalar, constant.name.text);
  scopes_.leave(outer);
  return of_bearable_size(value, constant.value->location, constant.name.text);
}

}  // namespace maxwarp
