// Decides the facts by looking at the effects of an operator; says of each refusal which statement is to blame.
#include "compiler/analysis/facts.h"

#include <set>

#include "compiler/analysis/activation.h"
#include "compiler/analysis/iterations.h"
#include "compiler/analysis/operator.h"
#include "compiler/parallel/first_change.h"
#include "compiler/parallel/lookup.h"
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

bool idempotent(Reduction reduction) {
  return reduction != Reduction::Add && reduction != Reduction::Mul && reduction != Reduction::Exchange;
}

bool reads(const Body& body, const Symbol* symbol) {
  bool found = false;
  ir::walk_expressions(body, [&](const Expr* e) { found = found || e->symbol == symbol; });
  return found;
}

// Whether a value is the same whenever the item is run: it reads nothing but loop variables, scalars of the host and
// what the operator does not change.
bool is_steady(const Expr* value, const Body& body) {
  bool steady = true;
  ir::walk(value, [&](const Expr* e) {
    if (!e->symbol) return;
    const bool local = e->symbol->type.space == Space::Local;
    const bool loop = e->symbol->kind == ir::SymbolKind::LoopNode || e->symbol->kind == ir::SymbolKind::LoopEdge;
    bool changed = local && !loop;
    ir::walk(body, [&](const Stmt* stmt) {
      changed = changed || (is_effect(stmt) && stmt->target && stmt->target->symbol == e->symbol);
    });
    steady = steady && !changed;
  });
  return steady;
}

// All stores store one value, or such that is `harmless`.
Fact stores_again(const Body& body, const std::function<bool(const Stmt*)>& harmless) {
  Fact fact;
  ir::walk(body, [&](const Stmt* stmt) {
    if (fact && stmt->kind == StmtKind::Store && !stmt->uniform && !harmless(stmt))
      fact = not_built("a plain store is not known to store the same value again", stmt->location);
  });
  return fact;
}

Fact repeatable(const parallel::Region& region) {
  Fact fact;
  ir::walk_expressions(region.body, [&](const Expr* e) {
    if (e->latest) fact = not_built("the operator reads the `latest` value", e->location);
    if (e->symbol && region.remembered.count(e->location.begin))
      fact = no("the operator reads `" + e->symbol->name + "`, which an earlier run of the node may have changed",
                e->location);
  });
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (!fact.holds) return;
    if (stmt->kind == StmtKind::Count && is_effect(stmt))
      fact = not_built("a tally counts every execution", stmt->location);
    if (stmt->kind == StmtKind::Reduce && is_effect(stmt) && !idempotent(stmt->reduction))
      fact = no("an addition or product counts every execution", stmt->location);
    if (stmt->kind == StmtKind::Reduce && stmt->old)
      fact = no("the operator uses the value that a reduction found", stmt->location);
  });
  return fact ? stores_again(region.body, [&](const Stmt* store) { return is_steady(store->value, region.body); })
              : fact;
}

Fact rerunnable(const parallel::Region& region, const Symbol* round, const Fact& repeatable) {
  if (round && reads(region.body, round)) return no("the operator reads `round`", region.location);
  return repeatable ? stores_again(region.body, [](const Stmt*) { return false; }) : repeatable;
}

// Every property that the operator changes is changed by one reduction in one direction (M).
Fact monotone(const Body& body) {
  std::map<const Symbol*, Reduction> seen;
  Fact fact;
  ir::walk(body, [&](const Stmt* stmt) {
    if (!is_effect(stmt) || stmt->kind != StmtKind::Reduce) return;
    const auto [it, fresh] = seen.emplace(stmt->target->symbol, stmt->reduction);
    if (!fresh && it->second != stmt->reduction)
      fact = not_built("`" + it->first->name + "` is changed by two different reductions", stmt->location);
  });
  return fact;
}

std::set<const Symbol*> changed_by(const Body& body, StmtKind kind) {
  std::set<const Symbol*> symbols;
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->kind == kind && is_effect(stmt)) symbols.insert(stmt->target->symbol);
  });
  return symbols;
}

// What the operator stores decides nothing that it does, so a run in another round does the same. After a guard that
// settles a neighbor, a store of the same value only decides whether it is stored once more.
Fact order_free(const parallel::Region& region, const Facts& facts, bool guarded) {
  if (!facts.rerunnable) return facts.rerunnable;
  if (Fact fact = monotone(region.body); !fact) return fact;
  if (guarded) return {};
  const Expr* read = read_of(region.body, changed_by(region.body, StmtKind::Store), [](const Expr*) { return false; });
  return read ? not_built("the operator reads `" + read->symbol->name + "`, which it stores", read->location) : Fact{};
}

// The nodes that stand under `if changed { … activate w }` of a body, by `changed`: what `if x[w] min= …` is by now.
using Activations = std::map<const Symbol*, std::set<const Symbol*>>;
Activations activations_in(const Body& body) {
  Activations activations;
  for (const Stmt* stmt : body) {
    if (stmt->kind != StmtKind::If || stmt->condition->kind != ExprKind::Reference) continue;
    for (const Stmt* inner : stmt->body)
      if (inner->kind == StmtKind::Activate && inner->value->kind == ExprKind::Reference)
        activations[stmt->condition->symbol].insert(inner->value->symbol);
  }
  return activations;
}

bool activates_what_it_changes(const Activations& activations, const Stmt* reduce) {
  const Expr* node = reduce->target->operands[0];
  if (!reduce->changed || reduce->target->operands.size() != 1 || node->kind != ExprKind::Reference) return false;
  const auto found = activations.find(reduce->changed);
  return found != activations.end() && found->second.contains(node->symbol);
}

void all_activate(const Body& body, Fact& fact) {
  const Activations activations = activations_in(body);
  for (const Stmt* stmt : body) {
    const bool changes = stmt->kind == StmtKind::Reduce && is_effect(stmt) && stmt->target->kind == ExprKind::Element;
    if (fact && changes && !activates_what_it_changes(activations, stmt))
      fact = no("the change of `" + stmt->target->symbol->name + "` does not activate the changed node",
                stmt->location);
    all_activate(stmt->body, fact);
    all_activate(stmt->other, fact);
  }
}

Fact offers_again(const parallel::Region& region, const Facts& facts) {
  if (!facts.order_free) return facts.order_free;
  Fact fact = facts.changes_activate;
  const auto own = [&](const Expr* e) { return ir::is_element_at(e, region.item); };
  const Expr* read = read_of(region.body, changed_by(region.body, StmtKind::Reduce), own);
  if (fact && read)
    fact = not_built("what a node offers depends on `" + read->symbol->name + "` of another node", read->location);
  return fact;
}

// A sum or minimum that nothing of the region asks for may be at other nodes, as reductions of several threads may meet
// anywhere. With a second loop it may not: turned around, that one does not wait for all iterations of the first.
Fact reduces_elsewhere(const parallel::Region& region, const Stmt* stmt, const Symbol* neighbor) {
  const auto nowhere = [](const Expr*) { return false; };
  if (const Expr* read = read_of(region.body, {stmt->target->symbol}, nowhere))
    return no("the operator reads `" + read->symbol->name + "`, which it changes elsewhere than at the neighbor `" +
                  neighbor->name + "`",
              read->location);
  int loops = 0;
  ir::walk(region.body, [&](const Stmt* one) { loops += one->kind == StmtKind::NeighborLoop; });
  if (loops == 1 && stmt->kind == StmtKind::Reduce && !stmt->changed && !stmt->old) return {};
  return not_built("an effect is not at the neighbor `" + neighbor->name + "`", stmt->location);
}

// Every effect in the loop is at its own target node, or need not be.
Fact effects_at_target(const parallel::Region& region, const Stmt* loop) {
  Fact fact;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::NeighborLoop) fact = not_built("neighbor loops are nested", stmt->location);
    if (!is_effect(stmt) || !fact.holds) return;
    if (stmt->kind == StmtKind::Count) {
      fact = not_built("the operator counts in a tally", stmt->location);
      return;
    }
    const Expr* node = stmt->kind == StmtKind::Activate ? stmt->value
                       : stmt->target->kind == ExprKind::Element && stmt->target->operands.size() == 1
                           ? stmt->target->operands[0]
                           : nullptr;
    if (node && node->kind == ExprKind::Reference && node->symbol == loop->symbol) return;
    fact = stmt->kind == StmtKind::Activate ? not_built("it does not activate the neighbor alone", stmt->location)
                                            : reduces_elsewhere(region, stmt, loop->symbol);
  });
  return fact;
}

// After its guard the loop does the same for every neighbor: it stores and activates, on no further condition.
bool all_settle(const Body& body) {
  if (body.size() != 1 || body[0]->kind != StmtKind::If) return false;
  for (const Stmt* stmt : body[0]->body)
    if (stmt->kind != StmtKind::Store && stmt->kind != StmtKind::Activate && stmt->kind != StmtKind::Declare)
      return false;
  return true;
}

// The condition of the first statement reads only the target: it can be asked before any edge is looked at.
bool target_only_guard(const Stmt* loop, const Symbol* item) {
  if (loop->body.size() != 1 || loop->body[0]->kind != StmtKind::If || !loop->body[0]->other.empty()) return false;
  const Expr* condition = loop->body[0]->condition;
  if (parallel::mentions(condition, item)) return false;
  return !loop->edge || !parallel::mentions(condition, loop->edge);
}

// Only without neighbor loops there is nothing to cut. Tallies could be merged, and a variable that edges give one
// value is an `or`; that the race check lets no edge depend on the last one's, `--no-race-check` aside.
Fact not_cut(const parallel::Region& region, Fact fact) {
  fact.limit = contains(region.body, StmtKind::NeighborLoop);
  fact.empty = !fact.limit;
  return fact;
}

// Where neither way is open, what no cutting at any time allows is said rather than what phases do not reach.
Fact distributive(const parallel::Region& region, const Fact& apart) {
  if (apart || !contains(region.body, StmtKind::NeighborLoop)) return apart;
  Fact phases = runs_in_phases(region);
  return not_cut(region, phases || apart.limit ? phases : apart);
}

// Turning a loop around runs the same iterations from the other end; only leaving early needs more. Of two loops all
// iterations of the first come before those of the second: then those at one pair of nodes keep their order, and that
// of others is free, as they belong to different nodes.
Fact pullable(const parallel::Region& region, const Fact& apart) {
  Fact fact;
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (fact && stmt->kind == StmtKind::NeighborLoop) fact = effects_at_target(region, stmt);
  });
  if (fact && apart) return {};
  return fact || (fact.limit && !apart) ? not_cut(region, apart) : fact;
}

// Whether the number of the round decides what happens, where others only store it.
bool round_decides(const Body& body, const Symbol* round) {
  bool found = false;
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) return;
    for (const Expr* expr : ir::expressions_of(stmt)) found = found || parallel::mentions(expr, round);
  });
  return found;
}

// Whether an offer may get better along a cycle, for more rounds than there are nodes: a sum of what is not negative
// does not, nor a minimum or maximum.
bool may_go_on(const Expr* offer) {
  bool may = false;
  ir::walk(offer, [&](const Expr* e) {
    using ir::BinaryOp;
    const bool binary = e->kind == ExprKind::Binary &&
                        (e->binary_op == BinaryOp::Sub || e->binary_op == BinaryOp::Mul ||
                         e->binary_op == BinaryOp::Div || e->binary_op == BinaryOp::Mod);
    may = may || binary || (e->kind == ExprKind::Call && e->scalar == ir::Scalar::Bits);
  });
  return may;
}

}  // namespace

const Stmt* only_loop(const Body& body) {
  const Stmt* loop = nullptr;
  for (const Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Declare) continue;
    if (stmt->kind != StmtKind::NeighborLoop || loop) return nullptr;
    loop = stmt;
  }
  return loop;
}

Facts analyse(const parallel::Region& region, const Symbol* round) {
  Facts facts;
  facts.repeatable = repeatable(region);
  facts.rerunnable = rerunnable(region, round, facts.repeatable);
  facts.activated_once = activated_once(region, round);
  facts.activates_changes = activates_changes(region, round);
  all_activate(region.body, facts.changes_activate);
  const Fact apart = cuts_apart(region);
  facts.distributive = distributive(region, apart);
  facts.in_phases = facts.distributive && !apart;
  facts.pullable = pullable(region, apart);
  facts.components = components(region);
  facts.component_sums = not_cut(region, component_sums(region));
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (stmt->kind != StmtKind::Reduce || !is_effect(stmt) || !(stmt->changed || stmt->old)) return;
    if (!idempotent(stmt->reduction) || may_go_on(stmt->value)) facts.few_rounds = false;
  });
  if (round && round_decides(region.body, round)) facts.few_rounds = false;
  const Stmt* loop = only_loop(region.body);
  const bool guarded = loop && all_settle(loop->body) && target_only_guard(loop, region.item);
  facts.first_settles = (guarded && !parallel::looked_up_by_value(loop->body[0]->condition)) ||
                        (loop && parallel::first_change(loop, round));
  facts.order_free = order_free(region, facts, guarded);
  facts.offers_again = offers_again(region, facts);
  return facts;
}

}  // namespace maxwarp::analysis
