// Functions of the program: the body takes the place of the call, so every later stage sees no functions.
// Whole properties, arrays and sets are passed by name; values become constants or variables of their own.
#include <algorithm>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::ExprKind;
using checked::Space;
using checked::SymbolKind;

namespace {

bool assigns(const ast::Block& block, std::string_view name) {
  return std::ranges::any_of(block.statements, [&](const ast::Stmt* stmt) {
    const ast::Expr* target = stmt->update ? stmt->update->target : stmt->target;
    bool own = target && target->kind == ast::ExprKind::Name && target->name == name;
    return own || assigns(stmt->body, name) || assigns(stmt->other, name);
  });
}

/// `{ return e }`: nothing has to be carried out before its value.
bool is_plain(const ast::Definition& function) {
  return function.body.statements.size() == 1 && function.body.statements[0]->kind == ast::StmtKind::Return;
}

/// The same value wherever it is read: it needs no constant of its own.
bool is_fixed(const checked::Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Infinity:
    case ExprKind::None: return true;
    case ExprKind::Reference:
      return expr.symbol->kind != SymbolKind::Variable && expr.symbol->kind != SymbolKind::Result;
    default: return false;
  }
}

bool is_whole(const ast::Type& type) {
  return type.kind == ast::TypeKind::Property || type.kind == ast::TypeKind::Array || type.kind == ast::TypeKind::Set ||
         type.kind == ast::TypeKind::Tally;
}

}  // namespace

const ast::Definition* Checker::function(const ast::Expr& call) const {
  auto found = functions_.find(call.name);
  return found == functions_.end() || !sees(call.location, found->second->location) ? nullptr : found->second;
}

bool Checker::is_being_called(const ast::Definition& function) const {
  return std::ranges::any_of(calls_, [&](const OpenCall& open) { return open.function == &function; });
}

std::string Checker::chain_of_calls(const ast::Definition& function) const {
  std::string chain;
  auto first = std::ranges::find(calls_, &function, &OpenCall::function);
  for (auto open = first; open != calls_.end(); ++open) chain += fmt::format("{} -> ", open->function->name.text);
  return chain + std::string(function.name.text);
}

bool Checker::can_be_called(const ast::Expr& call, const ast::Definition& function, bool as_statement, bool hoisting) {
  std::string_view name = function.name.text;
  if (is_being_called(function)) {
    diagnostics_.report(diag::RecursiveFunction, call.op_location, name, chain_of_calls(function));
  } else if (deep_call(call) || !has_room(call.op_location)) {
    return false;
  } else if (call.operands.size() != function.parameters.size()) {
    diagnostics_.report(diag::WrongArgumentCount, call.op_location, name, static_cast<int>(function.parameters.size()),
                        static_cast<int>(call.operands.size()));
  } else if (!function.has_return_type && !as_statement) {
    diagnostics_.report(diag::FunctionWithoutValue, call.op_location, name, name);
  } else if (function.has_return_type && as_statement) {
    diagnostics_.report(diag::CallWithoutEffect, call.op_location, name);
  } else if (!is_plain(function) && !hoisting) {
    diagnostics_.report(diag::CallNotFirst, call.op_location, name, name);
  } else {
    return true;
  }
  return false;
}

/// The value of the call; null after an error, and for a function without a value.
const checked::Expr* Checker::function_call(const ast::Expr& call, const ast::Definition& function, bool as_statement) {
  called_.insert(&function);
  bool hoisting = std::exchange(hoisting_allowed_, false);
  if (!can_be_called(call, function, as_statement, hoisting)) return nullptr;
  bool plain = is_plain(function);
  std::size_t bound = bound_.size(), reported = diagnostics_.all().size();
  bool good = true;
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    good &= bind(*call.operands[i], function.parameters[i], plain, function);
  std::vector<std::pair<ast::Parameter, Symbol*>> mine(bound_.begin() + static_cast<std::ptrdiff_t>(bound),
                                                       bound_.end());
  bound_.resize(bound);
  if (!good) return nullptr;
  reported = diagnostics_.all().size();
  open_call(call, function);
  std::size_t outer = scopes_.enter();
  scopes_.open();
  const Expr* value = bind_parameters(mine) ? inlined(function) : nullptr;
  scopes_.close();
  scopes_.leave(outer);
  close_call();
  diagnostics_.note_since(reported, diag::CalledHere, call.op_location, function.name.text);
  hoisting_allowed_ = hoisting && !plain;  // what was carried out stands before all of the statement
  return value;
}

void Checker::open_call(const ast::Expr& call, const ast::Definition& callee) {
  calls_.push_back({&callee, &program_->calls.emplace_back(checked::Call{std::string(callee.name.text),
                                                                         call.op_location, callee.body.location})});
  around_.push_back(Around::Call);
}

void Checker::close_call() {
  around_.pop_back();
  calls_.pop_back();
}

/// Gives the arguments the names of the parameters.
bool Checker::bind_parameters(const std::vector<std::pair<ast::Parameter, Symbol*>>& bound) {
  bool good = true;
  for (auto& [parameter, symbol] : bound)
    good &= parameter.type.kind != ast::TypeKind::Array || bind_extents(parameter, *symbol);
  for (auto& [parameter, symbol] : bound) {
    if (is_whole(parameter.type) || substitutes_.contains(symbol))
      scopes_.add_alias(parameter.name.text, *symbol);
    else
      scopes_.add(*symbol, parameter.name.text);
  }
  return good;
}

/// Checks one argument in the place of the call.
bool Checker::bind(const ast::Expr& argument, const ast::Parameter& parameter, bool plain,
                   const ast::Definition& function) {
  if (parameter.initial) {
    diagnostics_.report(diag::DefaultOfFunction, parameter.initial->location, parameter.name.text);
    return false;
  }
  if (is_whole(parameter.type)) {
    Symbol* symbol = whole_argument(argument, parameter);
    if (symbol) bound_.emplace_back(parameter, symbol);
    return symbol != nullptr;
  }
  std::optional<checked::Type> type = this->type(parameter.type);
  if (!type) return false;
  const Expr* value = this->value(argument, type->scalar, parameter.name.text);
  if (value) bind_value(parameter, *value, plain, function);
  return value != nullptr;
}

/// The property, array or set that an argument names, if it is one as the parameter says.
checked::Symbol* Checker::whole_argument(const ast::Expr& argument, const ast::Parameter& parameter) {
  if (argument.kind != ast::ExprKind::Name) {
    diagnostics_.report(diag::ArgumentNotWhole, argument.location, parameter.name.text);
    return nullptr;
  }
  Symbol* symbol = symbol_of(argument);
  if (!symbol) return nullptr;
  scopes_.mark_read(symbol);
  ast::Type head = parameter.type;
  std::vector<Scalar> indices;
  for (const ast::Expr* extent : head.extents) indices.push_back(element_extent(*extent).value_or(Scalar::Long));
  head.extents.clear();
  std::optional<checked::Type> wanted = type(head);
  if (!wanted) return nullptr;
  const checked::Type& found = symbol->type;
  // The type of the keys is found as anywhere.
  bool tallies = found.is_tally && wanted->is_tally && found.sum == wanted->sum;
  bool same = !found.is_tally && !wanted->is_tally && found.space == wanted->space && found.scalar == wanted->scalar &&
              found.is_set == wanted->is_set && found.indices == indices && !is_set_variable(symbol);
  same |= tallies;
  same |= wanted->is_set && is_set_variable(symbol);
  if (same) return symbol;
  diagnostics_.report(diag::ArgumentOfOtherType, argument.location, symbol->name, parameter.name.text)
      .note(diag::DeclaredHere, parameter.name.location, parameter.name.text);
  return nullptr;
}

/// `x: [n, m] int`: n and m are names for the extents of the argument; `node` is the same everywhere.
bool Checker::bind_extents(const ast::Parameter& parameter, const Symbol& argument) {
  for (std::size_t i = 0; i < parameter.type.extents.size(); ++i) {
    const ast::Expr& extent = *parameter.type.extents[i];
    if (element_extent(extent)) continue;
    if (extent.kind != ast::ExprKind::Name) {
      diagnostics_.report(diag::ExtentOfFunction, extent.location);
      return false;
    }
    if (!scopes_.find(extent.name))
      scopes_.add_alias(extent.name, substitute(extent.name, *argument.type.extents[i], extent.location));
  }
  return true;
}

checked::Symbol& Checker::substitute(std::string_view name, const Expr& value, Location location) {
  checked::Type type;
  type.scalar = value.scalar;
  type.space = scalar_space();
  Symbol& symbol = make_symbol(std::string(name), SymbolKind::Constant, type, location);
  substitutes_[&symbol] = &value;
  return symbol;
}

void Checker::bind_value(const ast::Parameter& parameter, const Expr& value, bool plain,
                         const ast::Definition& function) {
  bool written = assigns(function.body, parameter.name.text);
  if (!written && (plain || is_fixed(value))) {
    bound_.emplace_back(parameter, &substitute(parameter.name.text, value, parameter.name.location));
    return;
  }
  checked::Type type;
  type.scalar = value.scalar;
  type.space = scalar_space();
  Symbol& symbol = make_symbol(unique_name(parameter.name.text), written ? SymbolKind::Variable : SymbolKind::Constant,
                               type, parameter.name.location);
  if (!written) symbol.initial = &value;
  Stmt& made = make_stmt(checked::StmtKind::Declare, parameter.name.location);
  made.symbol = &symbol;
  made.value = &value;
  emit(made);
  bound_.emplace_back(parameter, &symbol);
}

/// A name that neither the algorithm nor what was inlined before has.
std::string Checker::unique_name(std::string_view wish) {
  std::string name(wish);
  for (int& number = numbers_[name]; taken_.contains(name);) name = fmt::format("{}{}", wish, ++number + 1);
  taken_.insert(name);
  add_text(static_cast<std::int64_t>(name.size() / 16));
  return name;
}

const checked::Expr* Checker::inlined(const ast::Definition& function) {
  const std::vector<const ast::Stmt*>& body = function.body.statements;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i]->kind == ast::StmtKind::Return && i + 1 == body.size()) return returned(*body[i], function);
    statement(*body[i]);
  }
  if (function.has_return_type) diagnostics_.report(diag::MissingReturn, function.name.location, function.name.text);
  return nullptr;
}

const checked::Expr* Checker::returned(const ast::Stmt& stmt, const ast::Definition& function) {
  if (!function.has_return_type) {
    diagnostics_.report(diag::ReturnWithoutType, stmt.location, function.name.text);
    return nullptr;
  }
  std::optional<checked::Type> type = this->type(function.return_type);
  if (!type) return nullptr;
  if (is_whole(function.return_type)) {
    diagnostics_.report(diag::NotSupportedYet, function.return_type.location, "a whole property as a value",
                        "a parameter for it, and its elements in the body");
    return nullptr;
  }
  bool plain = is_plain(function);
  hoisting_allowed_ = !plain;
  const Expr* value = this->value(*stmt.value, type->scalar);
  if (!value || !of_bearable_size(value, stmt.location, function.name.text)) return nullptr;
  if (plain || is_fixed(*value)) return value;
  // What follows in the statement of the call may change what the value was made of.
  checked::Type result;
  result.scalar = value->scalar;
  result.space = scalar_space();
  Symbol& symbol = make_symbol(unique_name(fmt::format("{}_result", function.name.text)), SymbolKind::Constant, result,
                               stmt.location);
  symbol.initial = value;
  Stmt& made = make_stmt(checked::StmtKind::Declare, stmt.location);
  made.symbol = &symbol;
  made.value = value;
  emit(made);
  Expr& reference = make_expr(ExprKind::Reference, value->scalar, stmt.location);
  reference.symbol = &symbol;
  return &reference;
}

}  // namespace maxwarp
