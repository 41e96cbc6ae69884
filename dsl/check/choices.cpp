// Finds where the program leaves something open, then follows each such place to the results.
#include "dsl/check/choices.h"

#include <algorithm>

#include "dsl/check/flow.h"
#include "dsl/check/spelling.h"

namespace maxwarp::checked {
namespace {

bool is_parallel(const Stmt& stmt) { return stmt.kind == StmtKind::Foreach || stmt.kind == StmtKind::Iterate; }

/// One choice and where its effects begin.
struct Found {
  Choice choice;
  Origins origins;
};

class Finder {
 public:
  explicit Finder(const Algorithm& algorithm) : algorithm_(algorithm) {}

  std::vector<Found> run() {
    block(algorithm_.body, {});
    return std::move(found_);
  }

 private:
  struct Around {
    const Stmt* outermost = nullptr;  // the parallel loop around everything
    int loops = 0;                    // how many are around
  };

  Origins& at(ChoiceKind kind, const std::string& name, Location location) {
    for (Found& found : found_)
      if (found.choice.kind == kind && found.choice.name == name) return found.origins;
    return found_.emplace_back(Found{{kind, name, location, {}}, {}}).origins;
  }

  void block(const Block& statements, Around around) {
    for (const Stmt* stmt : statements) statement(*stmt, around);
  }

  void statement(const Stmt& stmt, Around around) {
    if (stmt.kind == StmtKind::Declare) declared_[stmt.symbol] = around.loops;
    for_each_expression(stmt, [&](const Expr& expr) { expression(expr, around); });
    if (stmt.kind == StmtKind::Reduce) reduction(stmt, around);
    Around inside = around;
    if (is_parallel(stmt)) {
      if (!inside.outermost) inside.outermost = &stmt;
      ++inside.loops;
    }
    block(stmt.body, inside);
    block(stmt.other, stmt.kind == StmtKind::Iterate ? around : inside);
  }

  /// Whether several iterations may come to the place, in whichever order.
  bool is_shared(const Stmt& stmt, Around around) const {
    const Symbol* symbol = stmt.target->symbol;
    const auto declared = declared_.find(symbol);
    if (around.loops == (declared == declared_.end() ? 0 : declared->second)) return false;
    const auto separate = algorithm_.separate.find(around.outermost);
    return stmt.target->kind == ExprKind::Reference || separate == algorithm_.separate.end() ||
           !separate->second.contains(symbol);
  }

  void reduction(const Stmt& stmt, Around around) {
    if (!is_shared(stmt, around)) return;
    const std::string& name = stmt.target->symbol->name;
    if (stmt.reduction == Reduction::Any) at(ChoiceKind::Any, name, stmt.location).targets.insert(&stmt);
    if (stmt.payload)
      at(ChoiceKind::Payload, stmt.payload_target->symbol->name, stmt.payload_target->location).payloads.insert(&stmt);
    if (stmt.reduction == Reduction::Exchange) at(ChoiceKind::Exchange, name, stmt.location).targets.insert(&stmt);
    const bool accumulates = stmt.reduction == Reduction::Add || stmt.reduction == Reduction::Mul;
    if (accumulates && is_real(stmt.target->scalar))
      at(ChoiceKind::Rounding, name, stmt.location).targets.insert(&stmt);
    if (const auto sum = algorithm_.sums.find(&stmt); sum != algorithm_.sums.end() && sum->second.open)
      at(ChoiceKind::Overflow, name, stmt.location).targets.insert(&stmt);
  }

  void expression(const Expr& expr, Around around) {
    for (const Expr* operand : expr.operands) expression(*operand, around);
    if (expr.latest) {
      Origins& origins = at(ChoiceKind::Latest, expr.symbol->name, expr.location);
      origins.reads.insert(&expr);
      origins.outcomes.insert(around.outermost);
    }
    if (expr.kind == ExprKind::Call && expr.builtin == Builtin::Before)
      at(ChoiceKind::Before, "before", expr.location).reads.insert(&expr);
    // A GPU may round a product and a sum once instead of twice; functions may differ in the last digits.
    const bool function = expr.kind == ExprKind::Call && (expr.builtin == Builtin::Exp || expr.builtin == Builtin::Log);
    const bool product = expr.kind == ExprKind::Binary && expr.binary_op == BinaryOp::Mul && is_real(expr.scalar);
    if (function) at(ChoiceKind::Rounding, std::string(spelling(expr.builtin)), expr.location).reads.insert(&expr);
    if (product) at(ChoiceKind::Rounding, "*", expr.location).reads.insert(&expr);
  }

  const Algorithm& algorithm_;
  std::map<const Symbol*, int> declared_;  // in how many parallel loops; not here: in none
  std::vector<Found> found_;
};

}  // namespace

std::string_view spelling(ChoiceKind kind) {
  switch (kind) {
    case ChoiceKind::Any: return "any";
    case ChoiceKind::Payload: return "payload";
    case ChoiceKind::Exchange: return "exchange";
    case ChoiceKind::Latest: return "latest";
    case ChoiceKind::Before: return "before";
    case ChoiceKind::Rounding: return "rounding";
    case ChoiceKind::Overflow: return "overflow";
  }
  return "";
}

std::vector<Choice> choices_of(const Algorithm& algorithm) {
  std::vector<Choice> choices;
  for (Found& found : Finder(algorithm).run()) {
    const std::set<const Symbol*> reached = reached_from(algorithm, found.origins);
    for (const Symbol* result : algorithm.results)
      if (reached.contains(result)) found.choice.results.push_back(result);
    if (!found.choice.results.empty()) choices.push_back(std::move(found.choice));
  }
  return choices;
}

std::set<const Symbol*> open_values(const Algorithm& algorithm) {
  Origins rounded, others;
  for (const Found& found : Finder(algorithm).run()) {
    if (found.choice.kind == ChoiceKind::Before) continue;  // the mapping's, not the run's
    Origins& origins = found.choice.kind == ChoiceKind::Rounding ? rounded : others;
    origins.reads.insert(found.origins.reads.begin(), found.origins.reads.end());
    origins.targets.insert(found.origins.targets.begin(), found.origins.targets.end());
    origins.payloads.insert(found.origins.payloads.begin(), found.origins.payloads.end());
    origins.outcomes.insert(found.origins.outcomes.begin(), found.origins.outcomes.end());
  }
  std::set<const Symbol*> open = reached_from(algorithm, others);
  for (const Symbol* symbol : reached_from(algorithm, rounded))
    if (!is_real(symbol->type.scalar)) open.insert(symbol);
  return open;
}

}  // namespace maxwarp::checked
