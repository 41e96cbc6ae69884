// Finds where the program leaves something open, then follows each such place to the results.
#include "dsl/check/choices.h"

#include <algorithm>

#include "dsl/check/flow.h"
#include "dsl/check/spelling.h"

namespace maxwarp::checked {
namespace {

bool is_parallel(const Stmt& stmt) { return stmt.kind == StmtKind::Foreach || stmt.kind == StmtKind::Iterate; }

/// The choices, and where the effects of each begin.
struct Found {
  std::vector<Choice> choices;
  std::vector<Origins> origins;
};

class Finder {
 public:
  explicit Finder(const Algorithm& algorithm) : algorithm_(algorithm) {}

  Found run() {
    block(algorithm_.body, {});
    return std::move(found_);
  }

 private:
  struct Around {
    const Stmt* outermost = nullptr;  // the parallel loop around everything
    int loops = 0;                    // how many are around
  };

  Origins& at(ChoiceKind kind, const std::string& name, Location location) {
    const auto [place, is_new] = places_.try_emplace({kind, name}, found_.choices.size());
    if (is_new) {
      found_.choices.push_back({kind, name, location, {}});
      found_.origins.emplace_back();
    }
    return found_.origins[place->second];
  }

  void block(const Block& statements, Around around) {
    for (const Stmt* stmt : statements) statement(*stmt, around);
  }

  void statement(const Stmt& stmt, Around around) {
    if (stmt.kind == StmtKind::Declare) declared_[stmt.symbol] = around.loops;
    for_each_expression(stmt, [&](const Expr& expr) { expression(expr, stmt, around); });
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
    const bool all = stmt.target->kind == ExprKind::Reference || symbol->type.is_tally;
    return all || separate == algorithm_.separate.end() || !separate->second.contains(symbol);
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

  void expression(const Expr& expr, const Stmt& stmt, Around around) {
    for (const Expr* operand : expr.operands) expression(*operand, stmt, around);
    if (expr.latest) {
      Origins& origins = at(ChoiceKind::Latest, expr.symbol->name, expr.location);
      origins.readers.insert(&stmt);
      origins.outcomes.insert(around.outermost);
    }
    if (expr.kind == ExprKind::Call && expr.builtin == Builtin::Before)
      at(ChoiceKind::Before, "before", expr.location).readers.insert(&stmt);
    // A GPU may round a product and a sum once instead of twice; functions may differ in the last digits.
    const bool function = expr.kind == ExprKind::Call && (expr.builtin == Builtin::Exp ||
                                                          expr.builtin == Builtin::Log || expr.builtin == Builtin::Pow);
    const bool product = expr.kind == ExprKind::Binary && expr.binary_op == BinaryOp::Mul && is_real(expr.scalar);
    if (function) at(ChoiceKind::Rounding, std::string(spelling(expr.builtin)), expr.location).readers.insert(&stmt);
    if (product) at(ChoiceKind::Rounding, "*", expr.location).readers.insert(&stmt);
  }

  const Algorithm& algorithm_;
  std::map<const Symbol*, int> declared_;                             // in how many parallel loops; not here: in none
  std::map<std::pair<ChoiceKind, std::string>, std::size_t> places_;  // in what is found
  Found found_;
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
  Found found = Finder(algorithm).run();
  const auto results = Flow(algorithm).results_of(found.origins);
  for (std::size_t i = 0; i < results.size(); ++i) found.choices[i].results = results[i];
  std::erase_if(found.choices, [](const Choice& choice) { return choice.results.empty(); });
  return std::move(found.choices);
}

std::set<const Symbol*> open_values(const Algorithm& algorithm) {
  const Found found = Finder(algorithm).run();
  Origins rounded, others;
  for (std::size_t i = 0; i < found.choices.size(); ++i) {
    const ChoiceKind kind = found.choices[i].kind;
    if (kind == ChoiceKind::Before) continue;  // the mapping's, not the run's
    Origins& all = kind == ChoiceKind::Rounding ? rounded : others;
    const Origins& origins = found.origins[i];
    all.readers.insert(origins.readers.begin(), origins.readers.end());
    all.targets.insert(origins.targets.begin(), origins.targets.end());
    all.payloads.insert(origins.payloads.begin(), origins.payloads.end());
    all.outcomes.insert(origins.outcomes.begin(), origins.outcomes.end());
  }
  const Flow flow(algorithm);
  std::set<const Symbol*> open = flow.reached_from(others);
  for (const Symbol* symbol : flow.reached_from(rounded))
    if (!is_real(symbol->type.scalar)) open.insert(symbol);
  return open;
}

}  // namespace maxwarp::checked
