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
#include "compiler/mapping/settled.h"

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

// The bounds of the row of the node, which every node has: they are read while the claim is under way.
bool is_bound(const Stmt* stmt, const Expr* node) {
  if (stmt->kind != StmtKind::Declare || !stmt->value || stmt->value->kind != ExprKind::Call) return false;
  switch (stmt->value->builtin) {
    case ir::Builtin::RowBegin:
    case ir::Builtin::RowEnd:
    case ir::Builtin::ColumnBegin:
    case ir::Builtin::ColumnEnd: return ir::mentions(stmt->value, node->symbol);
    default: return false;
  }
}

// `if w is open { settle w; if claim w {…} }` as the claim with all of that in it, behind the bounds of the row.
// Nothing if it does something else. What the program asks of an open node is not asked of others.
Body claim_alone(const Stmt* branch) {
  if (branch->kind != StmtKind::If || !branch->other.empty() || branch->body.empty()) return {};
  Stmt* claim = branch->body.back();
  if (claim->kind != StmtKind::Claim || !asks_for(branch->condition, claim)) return {};
  Body result, inside;
  for (Stmt* stmt : branch->body) {
    if (stmt == claim) continue;
    const bool bound = is_bound(stmt, claim->value);
    if (!bound && stmt->kind != StmtKind::Declare && !settles(stmt, claim->value->symbol)) return {};
    (bound ? result : inside).push_back(stmt);
  }
  claim->body.insert(claim->body.begin(), inside.begin(), inside.end());
  result.push_back(claim);
  return result;
}

bool let_claims_ask(Body& body) {
  bool some = false;
  Body result;
  for (Stmt* stmt : body) {
    some = let_claims_ask(stmt->body) || some;
    some = let_claims_ask(stmt->other) || some;
    const Body alone = claim_alone(stmt);
    some = some || !alone.empty();
    if (alone.empty()) result.push_back(stmt);
    result.insert(result.end(), alone.begin(), alone.end());
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
