// Expressions: names, elements, `?:` and the dispatch to the other files.
// A literal takes the type that its place hints at; everything else has a type of its own.
#include <utility>

#include "compiler/support/suggest.h"
#include "dsl/check/builtin.h"
#include "dsl/check/growth.h"

namespace maxwarp {

using checked::ExprKind;
using checked::Space;

const checked::Expr* Checker::expression(const ast::Expr& expr, Hint hint) {
  Level level(*this, expr.location);
  return level.is_bearable() ? measured(expression_of_kind(expr, hint)) : nullptr;
}

const checked::Expr* Checker::expression_of_kind(const ast::Expr& expr, Hint hint) {
  switch (expr.kind) {
    case ast::ExprKind::Invalid: return nullptr;
    case ast::ExprKind::Integer: return integer(expr, hint);
    case ast::ExprKind::Real: return real(expr, hint);
    case ast::ExprKind::Boolean: return boolean(expr);
    case ast::ExprKind::Infinity: return infinity(expr, hint);
    case ast::ExprKind::None: return none(expr, hint);
    case ast::ExprKind::Name: return name(expr, hint);
    case ast::ExprKind::Index: return element(expr);
    case ast::ExprKind::Unary: return unary(expr, hint);
    case ast::ExprKind::Binary: return binary(expr, hint);
    case ast::ExprKind::Conditional: return conditional(expr, hint);
    case ast::ExprKind::Call: return call(expr, hint);
    case ast::ExprKind::Tuple: return tuple(expr, hint);
    case ast::ExprKind::Set:
    case ast::ExprKind::Comprehension: return unnamed_set(expr);
    case ast::ExprKind::Was: return was(expr);
    case ast::ExprKind::Latest: return latest(expr);
  }
  return nullptr;
}

const checked::Expr* Checker::unnamed_set(const ast::Expr& expr) {
  diagnostics_.report(diag::NotSupportedYet, expr.location, "a set as a value",
                      "`var s: node set = …` before, and `x in s`");
  return nullptr;
}

/// An expression that is evaluated again and again (or perhaps never): nothing can be carried out before it.
const checked::Expr* Checker::repeated_expression(const ast::Expr& expr, Scalar wanted) {
  bool outer = std::exchange(hoisting_allowed_, false);
  const Expr* made = value(expr, wanted);
  hoisting_allowed_ = outer;
  return made;
}

const checked::Expr* Checker::value(const ast::Expr& expr, Scalar wanted, std::string_view name) {
  const Expr* made = expression(expr, wanted);
  return made ? convert(made, wanted, name) : nullptr;
}

void Checker::report_unknown(const ast::Expr& name) {
  if (builtin_function(name.name)) {
    diagnostics_.report(diag::FunctionAsValue, name.location, name.name, name.name);
    return;
  }
  if (report_hidden(name)) return;
  std::vector<std::string_view> known = scopes_.names();
  for (std::string_view one : builtin_value_names()) known.push_back(one);
  for (const auto& [constant, stmt] : constants_) known.push_back(constant);
  std::string_view meant = closest(name.name, known);
  if (meant.empty())
    diagnostics_.report(diag::UnknownName, name.location, name.name);
  else
    diagnostics_.report(diag::MisspelledName, name.location, name.name, meant).instead(std::string(meant));
}

/// The symbol of a name; null if it is unknown (reported) or its declaration was an error.
checked::Symbol* Checker::symbol_of(const ast::Expr& name) {
  Symbol* symbol = scopes_.find(name.name);
  if (!symbol) {
    if (const ast::Stmt* constant = file_constant(name))
      diagnostics_.report(diag::ConstantAsPlace, name.location, name.name)
          .note(diag::DeclaredHere, constant->name.location, name.name);
    else if (builtin_value(name.name))
      diagnostics_.report(diag::BuiltinAsPlace, name.location, name.name);
    else
      report_unknown(name);
  }
  return symbol && !broken_.contains(symbol) ? symbol : nullptr;
}

const checked::Expr* Checker::name(const ast::Expr& expr, Hint hint) {
  hoisting_allowed_ = false;
  if (!scopes_.find(expr.name)) {
    if (const ast::Stmt* constant = file_constant(expr)) return constant_value(expr, *constant, hint);
    if (std::optional<checked::Builtin> builtin = builtin_value(expr.name)) return builtin_name(expr, *builtin);
    if (expr.name == "all") return unnamed_set(expr);
    report_unknown(expr);
    return nullptr;
  }
  const Symbol* symbol = symbol_of(expr);
  if (!symbol) return nullptr;
  scopes_.mark_read(symbol);
  if (auto found = substitutes_.find(symbol); found != substitutes_.end()) {
    add_text(extent_of(*found->second).nodes);
    return found->second;
  }
  if (symbol->type.is_tally) {
    diagnostics_.report(diag::TallyAsValue, expr.location, symbol->name);
    return nullptr;
  }
  bool set = symbol->type.is_set || is_set_variable(symbol);
  if (set && hint == Scalar::Bool) return has_members(expr);
  if (set) {
    diagnostics_.report(diag::SetAsValue, expr.location, symbol->name, symbol->name, symbol->name);
    return nullptr;
  }
  if (requiring_ && (symbol->type.space == Space::Node || symbol->type.space == Space::Edge)) {
    Expr& each = make_expr(ExprKind::Element, symbol->type.scalar, expr.location);
    each.symbol = symbol;
    return &each;
  }
  if (symbol->type.space != Space::Global && symbol->type.space != Space::Local) {
    diagnostics_.report(diag::WholeAsValue, expr.location, symbol->name, spelling(symbol->type.space), symbol->name);
    return nullptr;
  }
  Expr& made = make_expr(ExprKind::Reference, symbol->type.scalar, expr.location);
  made.symbol = symbol;
  return &made;
}

const checked::Expr* Checker::element(const ast::Expr& expr) {
  const ast::Expr& base = *expr.operands[0];
  if (base.kind != ast::ExprKind::Name) {
    diagnostics_.report(diag::NotIndexable, base.location, "this");
    return nullptr;
  }
  hoisting_allowed_ = false;
  Symbol* symbol = symbol_of(base);
  if (!symbol) return nullptr;
  scopes_.mark_read(symbol);
  if (symbol->type.is_tally) return sum_of(expr, *symbol);
  Expr& made = make_expr(ExprKind::Element, symbol->type.scalar, expr.location);
  made.symbol = symbol;
  return indices(expr, *symbol, made) ? &made : nullptr;
}

/// The programmer says that the result is right whichever value is seen.
const checked::Expr* Checker::latest(const ast::Expr& expr) {
  if (expr.operands[0]->kind != ast::ExprKind::Index) {
    diagnostics_.report(diag::LatestOfValue, expr.location);
    return nullptr;
  }
  const Expr* read = element(*expr.operands[0]);
  if (!read) return nullptr;
  Expr& made = make_expr(ExprKind::Element, read->scalar, expr.location);
  made = *read;
  made.latest = true;
  return &made;
}

/// Checks the indices of `symbol[…]` and adds them to `result`.
bool Checker::indices(const ast::Expr& expr, const Symbol& symbol, Expr& result) {
  Space space = symbol.type.space;
  bool scalar = symbol.type.is_set || is_set_variable(&symbol) || space == Space::Global || space == Space::Local;
  if (scalar) {
    diagnostics_.report(diag::NotIndexable, expr.operands[0]->location, fmt::format("`{}`", symbol.name));
    return false;
  }
  std::size_t given = expr.operands.size() - 1;
  std::size_t needed = space == Space::Array ? symbol.type.extents.size() : 1;
  if (given != needed) {
    diagnostics_.report(diag::WrongIndexCount, expr.location, symbol.name, static_cast<int>(needed),
                        static_cast<int>(given));
    return false;
  }
  for (std::size_t i = 1; i < expr.operands.size(); ++i) {
    Scalar wanted = space == Space::Array  ? symbol.type.indices[i - 1]
                    : space == Space::Node ? Scalar::Node
                                           : Scalar::Edge;
    const Expr* index = value(*expr.operands[i], wanted);
    if (!index) return false;
    result.operands.push_back(index);
  }
  return true;
}

const checked::Expr* Checker::conditional(const ast::Expr& expr, Hint hint) {
  const Expr* condition = value(*expr.operands[0], Scalar::Bool);
  bool outer = std::exchange(hoisting_allowed_, false);
  const Expr *yes = nullptr, *no = nullptr;
  bool good = operands(*expr.operands[1], *expr.operands[2], hint, yes, no) && unify(expr, yes, no);
  hoisting_allowed_ = outer;
  if (!condition || !good) return nullptr;
  Expr& made = make_expr(ExprKind::Conditional, yes->scalar, expr.location);
  made.operands = {condition, yes, no};
  return &made;
}

}  // namespace maxwarp
