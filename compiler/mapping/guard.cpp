// guard=on|off: whether a reduction that several threads may make looks first whether it changes anything.
//
// Most offers come too late: of all edges of a graph few lower a distance. The load before the atomic operation is
// relaxed and coherent, so an update that it finds useless is one that read the element at that moment and left it as
// it was: one of the orders that the program allows. Nothing has to be proved.
//
// Many threads that load one address at a time cost one load; as many atomic operations on it go one after the other. A
// round with few edges waits for the load, too (measured: docs/performance.md).
//
// Where a bit tells both whether a node is settled and whether this thread has claimed it (dedup=bits), the question
// before the claim is such a load. With `off`, the claim alone asks.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;

// Whether `condition` asks what `claim` asks again: that the bit of the node is not set.
bool asks_for(const Expr* condition, const Stmt* claim) {
  if (condition->kind != ExprKind::Unary || condition->unary_op != ir::UnaryOp::Not) return false;
  const Expr *bit = condition->operands[0], *node = claim->value;
  return !claim->target && bit->kind == ExprKind::Contains && bit->symbol == claim->storage &&
         node->kind == ExprKind::Reference && bit->operands[0]->kind == ExprKind::Reference &&
         bit->operands[0]->symbol == node->symbol;
}

// Whether it is as good if one thread does it as if all do who find the node open: an element of the node gets a value.
bool settles(const Stmt* stmt, const Expr* node) {
  const bool stores = stmt->kind == StmtKind::Store ||
                      (stmt->kind == StmtKind::Reduce && stmt->reduction == ir::Reduction::Any && !stmt->changed);
  return stores && stmt->target->kind == ExprKind::Element && stmt->target->operands.size() == 1 &&
         stmt->target->operands[0]->kind == ExprKind::Reference && stmt->target->operands[0]->symbol == node->symbol;
}

// `if w is open { settle w; if claim w {…} }`: the claim with all of that in it, or null.
Stmt* claim_alone(const Stmt* branch) {
  if (!is_condition({const_cast<Stmt*>(branch)}) || branch->body.back()->kind != StmtKind::Claim) return nullptr;
  Stmt* claim = branch->body.back();
  if (!asks_for(branch->condition, claim)) return nullptr;
  Body settling;
  for (Stmt* stmt : branch->body) {
    if (stmt == claim || stmt->kind == StmtKind::Declare) continue;
    if (!settles(stmt, claim->value)) return nullptr;
    settling.push_back(stmt);
  }
  claim->body.insert(claim->body.begin(), settling.begin(), settling.end());
  return claim;
}

bool let_claims_ask(Body& body) {
  bool some = false;
  Body result;
  for (Stmt* stmt : body) {
    some = let_claims_ask(stmt->body) || some;
    some = let_claims_ask(stmt->other) || some;
    Stmt* claim = stmt->kind == StmtKind::If && !stmt->body.empty() ? claim_alone(stmt) : nullptr;
    if (!claim) {
      result.push_back(stmt);
      continue;
    }
    some = true;
    for (Stmt* inner : stmt->body)  // what is declared stays in front of the claim
      if (inner->kind == StmtKind::Declare) result.push_back(inner);
    result.push_back(claim);
  }
  body = result;
  return some;
}

void rewrite_off(LoopPlan& plan) {
  bool some = false;
  for (mapped::Stage* stage : round_stages(plan)) some = let_claims_ask(stage->body) || some;
  if (some)
    plan.explanation.push_back("guard=off: setting the bit of a node is the only question whether it is settled");
}

}  // namespace

const Technique guard_on{
    .key = "guard",
    .form = "on",
    .source = "beyond (ECL)",
    .summary = "a load before an atomic operation tells whether it changes anything",
    .machines = gpu_only,
    .rewrite =
        [](LoopPlan& plan) {
          for (mapped::Stage* stage : activating_stages(plan)) stage->guarded = true;
        },
};

const Technique guard_off{
    .key = "guard",
    .form = "off",
    .source = "[N] §II-B",
    .summary = "no load before an atomic operation; with `dedup=bits` no question before a claim",
    .machines = gpu_only,
    .rewrite = rewrite_off,
};

}  // namespace maxwarp::mapping
