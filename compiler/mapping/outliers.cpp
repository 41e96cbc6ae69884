// outliers=none|defer[:T[:batch|kernel]]: nodes of more than T edges are put off to a queue and processed after the
// others
// ([H] §3.2, Fig. 6): all in one launch, a block each (`batch`), or in a launch of the whole device each (`kernel`).
// A batch is always legal: the iterations of a parallel loop run in any order. A kernel distributes the edges of a
// node, so D must hold.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// T and the way, as written: `64:kernel`, `:kernel`, `64`, or nothing.
std::optional<Argument> parse_deferral(const std::string& text) {
  const std::string threshold = head(text);
  const NumberAndWord given{number(threshold, 0, 1L << 31), threshold == text ? "batch" : argument(text)};
  const bool way = given.word == "batch" || given.word == "kernel";
  return way && (threshold.empty() || given.number) ? std::optional<Argument>(given) : std::nullopt;
}

const NumberAndWord& deferral(const LoopPlan& plan) {
  return std::get<NumberAndWord>(plan.choice("outliers").argument);
}

bool one_by_one(const LoopPlan& plan) { return deferral(plan).word == "kernel"; }

// What is put off is a node, and what tells it is the number of its edges.
std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.region.domain == parallel::Domain::Range)
    return meaningless("the items of the loop are indices, which have no edges that tell outliers",
                       plan.region.location);
  if (!ir::contains(plan.region.body, StmtKind::NeighborLoop))
    return meaningless("the loop has no neighbor loop, so no item has more edges to walk than others",
                       plan.region.location);
  auto refusal = one_by_one(plan) ? refuse_cut(plan) : std::nullopt;
  if (refusal) refusal->why += "; a batch holds all edges of a node";
  return refusal;
}

// Without T: the view of the graph tells it, from the histogram of the degrees (maxwarp/outliers.h).
const Expr* threshold(LoopPlan& plan, const Expr* work) {
  ir::Arena& arena = plan.arena;
  if (const auto given = deferral(plan).number) return arena.integer(*given, Scalar::Long);
  const Expr* sum = nullptr;
  ir::walk(work, [&](const Expr* e) {
    if (e->kind != ir::ExprKind::Call) return;
    const bool in = e->builtin == ir::Builtin::Indegree;
    const Expr* one = arena.call(in ? ir::Builtin::OutlierIndegree : ir::Builtin::OutlierOutdegree, Scalar::Long, {});
    sum = sum ? arena.binary(ir::BinaryOp::Add, sum, one, Scalar::Long) : one;
  });
  return sum;
}

/// The operator as it runs at one node: of a stage whose teams run what they activate, that of each node.
struct AtNode {
  const Symbol* node;
  ir::Body& body;
};
AtNode at_node(mapped::Stage& stage) {
  for (Stmt* stmt : stage.body)
    if (stmt->kind == StmtKind::Unroll) return {stmt->symbol, stmt->body};
  return {stage.item, stage.body};
}

Stmt* defer(LoopPlan& plan, const Symbol* queue) {
  ir::Arena& arena = plan.arena;
  Stmt* test = arena.stmt(StmtKind::If);
  const AtNode at = at_node(*plan.stage());
  const Expr* work = arena.convert(work_of(plan, at.body, at.node), Scalar::Long);
  const Expr* many = arena.binary(ir::BinaryOp::Gt, work, threshold(plan, work->operands[0]), Scalar::Bool);
  if (at.node != plan.stage()->item) plan.outlier = many;
  test->condition = said_of(plan, many, at.node, plan.stage()->item);
  Stmt* push = arena.stmt(StmtKind::Push);
  push->value = arena.reference(plan.stage()->item);
  push->storage = queue;
  test->body = {push, arena.stmt(StmtKind::SkipItem)};
  test->note = "an outlier: deferred, so that it does not hold up the others";
  return test;
}

// The queue holds nodes; their row bounds are read from the graph.
void read_bounds(ir::Body& body) {
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::NeighborLoop) stmt->first = stmt->end = nullptr;
    read_bounds(stmt->body);
    read_bounds(stmt->other);
  }
}

// The stage at hand, for the nodes in the queue.
mapped::Stage for_outliers(const LoopPlan& plan, const Symbol* queue) {
  mapped::Stage stage = *plan.stage();
  stage.item = at_node(*plan.stage()).node;
  stage.name += "_outliers";
  stage.source = {mapped::SourceKind::Worklist, queue};
  stage.first = stage.end = nullptr;
  stage.gate = nullptr;  // a deferred node has passed the gate already
  stage.team = {};
  return stage;
}

// All outliers in one launch.
void batch(LoopPlan& plan, const Symbol* queue, ir::Body body) {
  const mapped::Stage outliers = for_outliers(plan, queue);
  mapped::Stage* stage = sibling(plan, outliers, outliers.name, std::move(body));
  stage->purpose = "the outliers of `" + plan.stage()->name + "`, one block each";
  stage->team.kind = mapped::TeamKind::Block;
  plan.way().operation.push_back(run(plan, stage));
}

mapped::Control* let(LoopPlan& plan, const Symbol* symbol, const Expr* value) {
  mapped::Control* control = plan.program.control(mapped::ControlKind::Let, plan.region.location);
  control->symbol = symbol;
  control->value = value;
  return control;
}

// One launch after the other, each for one outlier.
void launch_each(LoopPlan& plan, const Symbol* queue, const ir::Body& body) {
  ir::Arena& arena = plan.arena;
  const Symbol *count = arena.local("outliers", Scalar::Int), *entry = arena.local("outlier", Scalar::Int);
  mapped::Control* loop = plan.program.control(mapped::ControlKind::While, plan.region.location);
  loop->within_round = true;
  loop->condition = arena.binary(ir::BinaryOp::Lt, arena.reference(entry), arena.reference(count), Scalar::Bool);
  mapped::Sequence& operation = plan.way().operation;
  const mapped::Stage outliers = for_outliers(plan, queue);
  const Phases phases = phases_of(plan, body);
  run_before(plan, outliers, phases, operation);
  for (const auto& [part, neighbors] : cut_operator(plan, phases.loops)) {
    mapped::Stage* stage = sibling(plan, outliers, plan.stage()->name + "_outlier", {});
    work_on_edges(*stage, part, neighbors);
    stage->purpose = "one outlier, one thread per edge";
    stage->source.entry = entry;
    loop->body.push_back(run(plan, stage));
  }
  loop->body.push_back(
      let(plan, entry, arena.binary(ir::BinaryOp::Add, arena.reference(entry), arena.integer(1), Scalar::Int)));
  operation.insert(operation.end(), {read_back(plan, count, queue), let(plan, entry, arena.integer(0)), loop});
  run_after(plan, outliers, phases, operation);
}

void rewrite(LoopPlan& plan) {
  const Symbol* queue = make_storage(plan, "deferred", mapped::StorageKind::Worklist);
  plan.deferred = queue;
  ir::Body body = ir::clone(plan.arena, at_node(*plan.stage()).body);
  read_bounds(body);
  plan.stage()->body.insert(plan.stage()->body.begin(), defer(plan, queue));
  plan.way().before_round.push_back(clear(plan, queue));
  if (one_by_one(plan))
    launch_each(plan, queue, body);
  else
    batch(plan, queue, std::move(body));
  plan.explanation.push_back("outliers=" + plan.choice("outliers").text +
                             ": nodes with more edges than the threshold wait in a queue and get " +
                             (one_by_one(plan) ? "a launch each" : "a block each"));
}

}  // namespace

const Technique outliers_none{
    .key = "outliers",
    .form = "none",
    .source = "[H]",
    .summary = "every node is processed where it is met",
    .provides = {Capability::PlainItems},
};

const Technique outliers_defer{
    .key = "outliers",
    .form = "defer[:T[:batch|kernel]]",
    .source = "[H] §3.2, Fig. 6, 8a",
    .summary =
        "nodes with more than T edges wait until the others are done; then a block each, or a launch each. Without T "
        "the "
        "degree histogram determines it: at most one node in 64 waits",
    .machines = gpu_only,
    .trials = {"defer", "defer:64", "defer:1024"},
    .probes = {"defer", "defer:2", "defer:1:kernel"},
    .parse = parse_deferral,
    .expected = "a degree or nothing, then `:batch` or `:kernel` or nothing",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
