// Why a node that was activated may not run before the round ends, by whoever activated it. Legal where O holds: it
// runs in the round in which it is activated, or in the next, and each change is followed by a run of the changed node
// by who made the change; two that run one node at a time repeat each other (R).
//
// Legal: `if level[w] min= level[v] + 1 { activate w }`. Illegal: `level[w] = round`, which one that runs ahead would
// set too small; and a tally of the iteration, whose memory two at one node would share.
//
// A node of a loop in order needs what the nodes before it have left. Who finds that it waits for none of them could
// run it at once, but then a fence would have to part what they leave from their telling so.
//
// An operator may read two properties that change: of two that each change one of them and then run the node, each
// might see only its own change. So a fence parts each change from the run. Of all who change a node, the one whose
// fence comes last sees what the others have changed before theirs, and its run makes up for theirs.
#include <set>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

std::set<const ir::Symbol*> changed_in(const ir::Body& body) {
  std::set<const ir::Symbol*> changed;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool change = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
    if (change && stmt->target->symbol->type.space != ir::Space::Local) changed.insert(stmt->target->symbol);
  });
  return changed;
}

}  // namespace

std::optional<Refusal> refuse_until(const LoopPlan& plan, const std::string& why) {
  const analysis::Fact& fact = plan.facts.ends_anywhere;
  if (fact) return std::nullopt;
  return wrong("`until` asks after every round, " + why + ", and " + fact.why, fact.place);
}

bool needs_fence(const LoopPlan& plan) {
  const std::set<const ir::Symbol*> changed = changed_in(plan.region.body);
  std::set<const ir::Symbol*> read;
  ir::walk(plan.region.body, [&](const Stmt* stmt) {
    for (const ir::Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const ir::Expr* e) {
        if (e != stmt->target && e->symbol && changed.contains(e->symbol)) read.insert(e->symbol);
      });
  });
  return read.size() > 1;
}

std::optional<Refusal> refuse_running_ahead(const LoopPlan& plan, const std::string& who) {
  if (plan.rounds->ordered)
    return not_yet("a " + who + " that runs ahead may not see what the nodes before it in the order have just left",
                   plan.region.location);
  if (auto refusal = refuse_until(plan, "a " + who + " that runs ahead gets farther in one")) return refusal;
  if (const auto refusal = refuse_without(plan.facts.order_free)) return refusal;
  std::optional<Refusal> refusal;
  ir::walk(plan.region.body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::OpenTally && !refusal)
      refusal = wrong(
          "two threads may run one node at a time, and would share its tally `" + stmt->tally->view->name + "`",
          stmt->location);
  });
  return refusal;
}

}  // namespace maxwarp::mapping
