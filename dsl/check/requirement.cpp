// Conditions of `requires`: about parameters, known before the run. A parameter of nodes or edges stands for each of
// its values. What a called algorithm requires, its caller has to require in the same words.
#include <algorithm>
#include <utility>

#include "dsl/check/builtin.h"
#include "dsl/check/checker.h"
#include "dsl/check/print.h"
#include "dsl/check/race/constant.h"

namespace maxwarp {

using checked::Builtin;
using checked::ExprKind;
using checked::Space;
using checked::SymbolKind;

void Checker::conditions(const ast::Definition& definition) {
  required_.clear();
  for (const ast::Requirement& one : definition.requirements) {
    if (!one.condition) continue;
    const Expr* condition = required(*one.condition);
    if (!condition) continue;
    if (!is_known_before(*condition)) {
      diagnostics_.report(diag::RequirementNotFixed, condition->location);
    } else if (std::optional<Space> space = space_of_condition(*condition)) {
      algorithm_->requirements.conditions.push_back({condition, *space});
      required_.insert(print_expression(*condition));
    }
  }
}

/// The condition with its types. Nothing can be carried out before it.
const checked::Expr* Checker::required(const ast::Expr& condition) {
  checked::Block before;
  checked::Block* outer = std::exchange(block_, &before);
  checked::Block preamble = preamble_;
  requiring_ = true;
  const Expr* made = repeated_expression(condition, Scalar::Bool);
  requiring_ = false;
  block_ = outer;
  std::swap(preamble_, preamble);
  if (before.empty() || !made) return made;
  diagnostics_.report(diag::RequirementNotFixed, condition.location);
  return nullptr;
}

/// Legal: `weight >= 0`, `damping < 1 and limit <= nodes`. Illegal: `outdegree(source) > 0`, `weight[e] > 0`.
bool Checker::is_known_before(const Expr& expr) const {
  bool call = expr.kind == ExprKind::Call;
  bool fact = call && expr.operands.empty() && expr.builtin != Builtin::Round;
  bool math = call && is_arithmetic(expr.builtin);
  bool each = expr.kind == ExprKind::Element && expr.operands.empty();
  if ((call && !fact && !math) || (expr.kind == ExprKind::Element && !each) || expr.kind == ExprKind::Contains)
    return false;
  bool given = !expr.symbol || expr.symbol->kind == SymbolKind::Parameter || expr.symbol->kind == SymbolKind::Length;
  return given && std::ranges::all_of(expr.operands, [&](const Expr* part) { return is_known_before(*part); });
}

namespace {

/// The first property that the condition names beside `other`, of another space than that; or null.
const checked::Symbol* property_in(const checked::Expr& expr, const checked::Symbol* other) {
  bool found = expr.kind == ExprKind::Element && (!other || other->type.space != expr.symbol->type.space);
  if (found) return expr.symbol;
  for (const checked::Expr* part : expr.operands)
    if (const checked::Symbol* symbol = property_in(*part, other)) return symbol;
  return nullptr;
}

}  // namespace

std::optional<checked::Space> Checker::space_of_condition(const Expr& condition) {
  const Symbol* first = property_in(condition, nullptr);
  if (!first) return Space::Global;
  const Symbol* second = property_in(condition, first);
  if (!second) return first->type.space;
  diagnostics_.report(diag::RequirementOfTwoSpaces, condition.location, first->name, spelling(first->type.space),
                      second->name, spelling(second->type.space));
  return std::nullopt;
}

/// In the scope of the callee, whose parameters are the arguments of the call.
bool Checker::has_conditions_of(const ast::Expr& call, const ast::Definition& callee) {
  bool all = true;
  for (const ast::Requirement& one : callee.requirements) {
    const Expr* wanted = one.condition ? required(*one.condition) : nullptr;
    if (!one.condition) continue;
    int room = largest_expression;
    const Expr* expanded = wanted ? this->expanded(*wanted, room) : nullptr;
    all &= wanted && has_condition(call, callee, expanded ? *expanded : *wanted);
  }
  return all;
}

bool Checker::has_condition(const ast::Expr& call, const ast::Definition& callee, const Expr& wanted) {
  std::optional<bool> answer = constant_condition(wanted);
  if (answer == true) return true;
  std::string text = print_expression(wanted);
  if (required_.contains(text)) return true;
  const auto& kind = is_known_before(wanted) && !answer ? diag::RequirementOfCallee : diag::RequirementOfOthers;
  diagnostics_.report(kind, call.op_location, callee.name.text, text, algorithm_->name);
  return false;
}

/// The expression with the values of constants in the place of their names; null if that takes more than `room` nodes.
const checked::Expr* Checker::expanded(const Expr& expr, int& room) {
  if (--room < 0) return nullptr;
  bool constant = expr.kind == ExprKind::Reference && expr.symbol->kind == SymbolKind::Constant && expr.symbol->initial;
  if (constant) return expanded(*expr.symbol->initial, room);
  Expr& made = make_expr(expr.kind, expr.scalar, expr.location);
  made = expr;
  for (const Expr*& part : made.operands)
    if (!(part = expanded(*part, room))) return nullptr;
  return &made;
}

}  // namespace maxwarp
