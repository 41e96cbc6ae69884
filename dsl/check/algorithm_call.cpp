// Algorithms that call algorithms: the body takes the place of the call, its results become variables of the caller.
// A call stands alone at the right of `=`, outside of parallel loops.
#include <utility>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::Space;
using checked::SymbolKind;

const ast::Definition* Checker::called_algorithm(const ast::Expr* expr) const {
  if (!expr || expr->kind != ast::ExprKind::Call) return nullptr;
  auto found = algorithms_.find(expr->name);
  bool known = found != algorithms_.end() && sees(expr->location, found->second->location);
  return known ? found->second : library_algorithm(*expr);
}

bool Checker::algorithm_can_be_called(const ast::Expr& call, const ast::Definition& callee, std::size_t results) {
  std::string_view name = callee.name.text;
  std::size_t least = 0;
  for (const ast::Parameter& parameter : callee.parameters) least += parameter.initial == nullptr;
  if (parallel()) {
    diagnostics_.report(diag::AlgorithmInParallel, call.op_location, name);
  } else if (is_being_called(callee) || callee.name.text == algorithm_->name) {
    diagnostics_.report(diag::RecursiveFunction, call.op_location, name, chain_of_calls(callee));
  } else if (deep_call(call) || !has_room(call.op_location)) {
    return false;
  } else if (call.operands.size() < least || call.operands.size() > callee.parameters.size()) {
    diagnostics_.report(diag::WrongArgumentCount, call.op_location, name, static_cast<int>(callee.parameters.size()),
                        static_cast<int>(call.operands.size()));
  } else if (callee.results.size() != results) {
    diagnostics_.report(diag::ResultCount, call.op_location, name, static_cast<int>(callee.results.size()),
                        static_cast<int>(results));
  } else {
    return has_requirements_of(call, callee);
  }
  return false;
}

/// What the callee asks of the graph, the caller has to ask too: it is checked once, before the run.
bool Checker::has_requirements_of(const ast::Expr& call, const ast::Definition& callee) {
  for (const ast::Requirement& one : callee.requirements) {
    if (one.condition) continue;
    const checked::Requirements& own = algorithm_->requirements;
    bool has = (one.name.text == "symmetric" && own.symmetric) || (one.name.text == "simple" && own.simple) ||
               (one.name.text == "sorted" && own.sorted) || (one.name.text == "tree" && own.tree);
    if (has) continue;
    diagnostics_.report(diag::RequirementOfCallee, call.op_location, callee.name.text, one.name.text, algorithm_->name);
    return false;
  }
  return true;
}

/// The results of the call, in order; empty after an error.
std::vector<checked::Symbol*> Checker::algorithm_call(const ast::Expr& call, const ast::Definition& callee,
                                                      std::size_t results) {
  if (!algorithm_can_be_called(call, callee, results) || !fits_library(call, callee)) return {};
  std::size_t bound = bound_.size();
  bool good = true;
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    ast::Parameter parameter = callee.parameters[i];
    const ast::Expr* argument = i < call.operands.size() ? call.operands[i] : parameter.initial;
    parameter.initial = nullptr;
    good &= argument && bind(*argument, parameter, false, callee);
  }
  std::vector<std::pair<ast::Parameter, Symbol*>> mine(bound_.begin() + static_cast<std::ptrdiff_t>(bound),
                                                       bound_.end());
  bound_.resize(bound);
  if (!good) return {};
  std::size_t reported = diagnostics_.all().size();
  open_call(call, callee);
  checked::Call& opened = program_->calls.back();
  std::size_t outer = scopes_.enter();
  scopes_.open();
  good = bind_parameters(mine) && has_conditions_of(call, callee);
  std::vector<Symbol*> made;
  for (const ast::Parameter& result : callee.results)
    if (Symbol* symbol = good ? result_of_call(result) : nullptr) made.push_back(symbol);
  if (made.size() == results) {
    note_primitive(callee, opened, mine, made);
    for (const ast::Stmt* one : callee.body.statements) statement(*one);
  }
  scopes_.close();
  scopes_.leave(outer);
  close_call();
  diagnostics_.note_since(reported, diag::CalledHere, call.op_location, callee.name.text);
  return made.size() == results ? made : std::vector<Symbol*>();
}

/// A variable that begins as zero, `false` or `none`, as results do.
checked::Symbol* Checker::result_of_call(const ast::Parameter& result) {
  std::optional<checked::Type> type = this->type(result.type);
  if (!type) return nullptr;
  if (type->is_set) type = marks_type();
  Symbol& symbol = make_symbol(unique_name(result.name.text), SymbolKind::Variable, *type, result.name.location);
  scopes_.add_alias(result.name.text, symbol);
  Stmt& declaration = make_stmt(checked::StmtKind::Declare, result.name.location);
  declaration.symbol = &symbol;
  emit(declaration);
  return &symbol;
}

/// `var level = bfs(s)`, `let (level, parent) = bfs_tree(s)`.
void Checker::declare_results(const ast::Stmt& stmt, const ast::Definition& callee) {
  const bool parts = stmt.kind == ast::StmtKind::Destructure;
  const std::vector<ast::Name> names = parts ? stmt.names : std::vector{stmt.name};
  std::vector<Symbol*> results = algorithm_call(*stmt.value, callee, names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (results.empty())
      scopes_.add(make_broken(names[i], SymbolKind::Variable));
    else
      scopes_.add(*results[i], names[i].text, names[i].location, parts);
  }
}

/// `level = bfs(s)`.
void Checker::assign_result(const ast::Stmt& stmt, const ast::Definition& callee) {
  std::vector<Symbol*> results = algorithm_call(*stmt.value, callee, 1);
  if (results.empty()) return;
  ast::Expr name;
  name.kind = ast::ExprKind::Name;
  name.location = stmt.value->location;
  const std::string text = std::string(stmt.value->name) + "(…)";  // what messages call it
  name.name = text;
  scopes_.open();
  scopes_.add_alias(name.name, *results[0]);
  ast::Stmt assignment = stmt;
  assignment.value = &name;
  this->assignment(assignment);
  scopes_.close();
}

}  // namespace maxwarp
