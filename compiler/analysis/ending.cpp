// Looks for everything that sees in which round a loop ends.
#include "compiler/analysis/ending.h"

#include <set>

#include "compiler/analysis/operator.h"

namespace maxwarp::analysis {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using parallel::Control;

// A store of `true` to the flag, the only way to change it.
bool raises(const Stmt* stmt, const Symbol* flag) {
  return stmt->kind == StmtKind::Store && stmt->target->kind == ExprKind::Reference && stmt->target->symbol == flag &&
         stmt->value->kind == ExprKind::Integer && stmt->value->integer == 1;
}

/// What the operator changes besides the flag; a fact that does not hold where it does more with the flag than raise
/// it.
struct Changes {
  std::set<const Symbol*> others = {};
  Fact fact = {};

  Changes(const ir::Body& body, const Symbol* flag) {
    ir::walk(body, [&](const Stmt* stmt) {
      if (!is_effect(stmt) || stmt->kind == StmtKind::Activate || raises(stmt, flag)) return;
      const Symbol* changed = stmt->target ? stmt->target->symbol : nullptr;
      if (!changed || changed == flag)
        fact = no("`until` depends on more than a flag that the operator raises", stmt->location);
      others.insert(changed);
    });
  }
};

// The place of something outside of `rounds` that reads one of `symbols`, or an invalid one. Where `rounds` runs
// several times, it is such a place itself.
struct Readers {
  const std::set<const Symbol*>& symbols;
  const Control* rounds;
  Location found = {};

  void look(const Expr* expr, Location place) {
    ir::walk(expr, [&](const Expr* e) {
      if (!found.valid() && symbols.count(e->symbol)) found = e->location.valid() ? e->location : place;
    });
  }

  // Of what is changed only where it is counts.
  void look_at_place(const Expr* target, Location place) {
    for (const Expr* operand : target->operands) look(operand, place);
  }

  void look(const parallel::Region& region) {
    for (const Expr* expr : {region.low, region.high, region.step}) look(expr, region.location);
    ir::walk(region.body, [&](const Stmt* stmt) {
      for (const Expr* expr : ir::expressions_of(stmt))
        if (stmt->kind == StmtKind::Store && expr == stmt->target)
          look_at_place(expr, stmt->location);
        else
          look(expr, stmt->location);
    });
  }

  void look(const parallel::Sequence& sequence, bool again) {
    for (const Control* control : sequence) {
      if (control == rounds && again && !found.valid()) found = control->location;
      for (const Expr* expr : {control->value, control->condition, control->from_where, control->by})
        look(expr, control->location);
      for (const Expr* node : control->from) look(node, control->location);
      if (control->target) look_at_place(control->target, control->location);
      if (symbols.count(control->symbol) && control->kind == parallel::ControlKind::Expect && !found.valid())
        found = control->location;
      if (control != rounds) look(control->region);
      const bool loop = control->kind != parallel::ControlKind::If;
      look(control->body, again || loop);
      look(control->other, again || loop);
    }
  }
};

}  // namespace

Fact ends_anywhere(const parallel::Program& program, const Control& rounds) {
  const Expr* until = rounds.condition;
  if (!until) return {};
  if (until->kind != ExprKind::Reference || !rounds.body.empty())
    return no("`until` depends on more than a flag that the operator raises", rounds.location);
  const Changes changes(rounds.region.body, until->symbol);
  if (!changes.fact) return changes.fact;
  for (const Symbol* result : program.algorithm->results)
    if (changes.others.count(result))
      return no("how far a round gets shows in `" + result->name + "`", result->location);
  Readers readers{changes.others, &rounds};
  readers.look(program.body, false);
  return readers.found.valid() ? no("how far a round gets is looked at after the loop", readers.found) : Fact{};
}

}  // namespace maxwarp::analysis
