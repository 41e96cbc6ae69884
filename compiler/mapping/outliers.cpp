// outliers=none|defer[:T]: nodes of more than T edges are put off to a queue and processed after the others,
// a block each ([H] §3.2, Fig. 6). Always legal: the iterations of a parallel loop run in any order.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

const char *check(const std::string &text) {
  return text.empty() || number(text, 0, 1L << 31) ? nullptr : "a degree, or nothing";
}

// What is put off is a node, and what tells it is the number of its edges.
std::optional<Refusal> refuse(const LoopPlan &plan) {
  if (plan.region.domain == parallel::Domain::Range)
    return Refusal{"the items of the loop are indices, which have no edges that tell outliers", plan.region.location};
  if (!ir::contains(plan.region.body, StmtKind::NeighborLoop))
    return Refusal{"the loop has no neighbor loop, so no item has more edges to walk than others", plan.region.location};
  return std::nullopt;
}

// Without T: sixteen times the mean degree, and at least 256, the edges that two warps take four at a time.
const Expr *threshold(LoopPlan &plan) {
  ir::Arena &arena = plan.arena;
  const std::string text = argument(plan.choice("outliers"));
  if (!text.empty()) return arena.integer(*number(text, 0, 1L << 31), Scalar::Long);
  const Expr *edges = arena.call(ir::Builtin::Edges, Scalar::Long, {});
  Expr *nodes = arena.expr(ir::ExprKind::Convert, Scalar::Long);
  nodes->operands = {arena.call(ir::Builtin::Nodes, Scalar::Int, {})};
  const Expr *mean = arena.binary(ir::BinaryOp::Div, edges, nodes, Scalar::Long);
  const Expr *far = arena.binary(ir::BinaryOp::Mul, arena.integer(16, Scalar::Long), mean, Scalar::Long);
  return arena.call(ir::Builtin::Max, Scalar::Long, {arena.integer(256, Scalar::Long), far});
}

Stmt *defer(LoopPlan &plan, const Symbol *queue) {
  ir::Arena &arena = plan.arena;
  Stmt *test = arena.stmt(StmtKind::If);
  Expr *work = arena.expr(ir::ExprKind::Convert, Scalar::Long);
  work->operands = {work_of(plan, plan.main->body, plan.main->item)};
  test->condition = arena.binary(ir::BinaryOp::Gt, work, threshold(plan), Scalar::Bool);
  Stmt *push = arena.stmt(StmtKind::Push);
  push->value = arena.reference(plan.main->item);
  push->storage = queue;
  test->body = {push, arena.stmt(StmtKind::SkipItem)};
  test->note = "an outlier: put off, so that it does not hold up the others";
  return test;
}

// The queue holds nodes; their row bounds are read from the graph.
void read_bounds(ir::Body &body) {
  for (Stmt *stmt : body) {
    if (stmt->kind == StmtKind::NeighborLoop) stmt->first = stmt->end = nullptr;
    read_bounds(stmt->body);
    read_bounds(stmt->other);
  }
}

void rewrite(LoopPlan &plan) {
  const Symbol *queue = make_storage(plan, "deferred", mapped::StorageKind::Worklist);
  mapped::Stage *outliers = sibling(plan, *plan.main, plan.main->name + "_outliers", ir::clone(plan.arena, plan.main->body));
  read_bounds(outliers->body);
  outliers->first = outliers->end = nullptr;
  outliers->purpose = "the outliers, a block each";
  outliers->source = {};
  outliers->source.kind = mapped::SourceKind::Worklist;
  outliers->source.list = queue;
  outliers->gate = nullptr;  // a deferred node has passed the gate already
  outliers->team = {};
  outliers->team.kind = mapped::TeamKind::Block;
  plan.main->body.insert(plan.main->body.begin(), defer(plan, queue));
  plan.round.insert(plan.round.begin(), clear(plan, queue));
  plan.round.push_back(run(plan, outliers));
  plan.explanation.push_back("outliers=" + plan.choice("outliers") +
                             ": nodes with more edges than the threshold wait in a queue and get a block each");
}

}  // namespace

const Technique outliers_none{
    .key = "outliers",
    .form = "none",
    .source = "[H]",
    .summary = "every node is processed where it is met",
};

const Technique outliers_defer{
    .key = "outliers",
    .form = "defer[:T]",
    .source = "[H] §3.2, Fig. 6, 8a",
    .summary = "nodes with more than T edges are processed after the others, a block each",
    .machines = gpu_only,
    .check_argument = check,
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
