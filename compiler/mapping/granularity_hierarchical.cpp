// granularity=hierarchical[:MDT]: hierarchical processing ([R] §III-C, "HP"). A round is made of passes: each walks at
// most MDT edges of every node on a list and lists those that have more. When fewer nodes are left than a block has
// threads, their remaining edges are split evenly. Legal where the neighbor loop is distributive (D), since one
// node's edges go to several kernels. MDT absent: the view of the graph tells it, from the histogram of the degrees
// (maxwarp/split.h).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::Stage;
using mapped::StorageKind;

// The lists and variables that all passes of a round share.
struct Passes {
  LoopPlan& plan;
  const Symbol *rest, *next_rest;  // nodes with edges left, in this pass and in the next
  const Symbol *count, *done;      // of the host: nodes on `rest`, edges of each that have been walked

  explicit Passes(LoopPlan& plan)
      : plan(plan),
        rest(make_storage(plan, "rest", StorageKind::Worklist)),
        next_rest(make_storage(plan, "next_rest", StorageKind::Worklist)),
        count(plan.arena.local("rest_count", Scalar::Int, ir::SymbolKind::Variable)),
        done(plan.arena.local("done", Scalar::Long, ir::SymbolKind::Variable)) {}

  const Expr* limit(ir::Direction direction) const {
    if (const auto most = plan.choice("granularity").number_if_any()) return plan.arena.integer(*most, Scalar::Long);
    return plan.arena.call(direction == ir::Direction::In ? ir::Builtin::SplitIndegree : ir::Builtin::SplitOutdegree,
                           Scalar::Long, {});
  }

  // After the loop: a node that has more edges waits for the next pass.
  Body with_rest(const Body& body, const Stmt* loop, const Stage& stage, const Symbol* list) const {
    Body result;
    for (Stmt* stmt : body) {
      stmt->body = with_rest(stmt->body, loop, stage, list);
      stmt->other = with_rest(stmt->other, loop, stage, list);
      result.push_back(stmt);
      if (stmt != loop) continue;
      const auto row_end = loop->direction == ir::Direction::Out ? ir::Builtin::RowEnd : ir::Builtin::ColumnEnd;
      Stmt* more = plan.arena.stmt(StmtKind::If);
      more->condition = plan.arena.binary(ir::BinaryOp::Lt, plan.arena.reference(stage.end),
                                          plan.arena.call(row_end, Scalar::Edge, {plan.arena.reference(stage.item)}),
                                          Scalar::Bool);
      Stmt* push = plan.arena.stmt(StmtKind::Push);
      push->value = plan.arena.reference(stage.item);
      push->storage = list;
      more->body = {push};
      more->note = "it has edges left for the next pass";
      result.push_back(more);
    }
    return result;
  }

  // Makes the stage one pass over its source: at most MDT edges of each item.
  void cut(Stage* stage, Body body, Stmt* loop, const Symbol* list, const Symbol* walked) const {
    stage->team = {};
    stage->purpose = walked ? "the next edges of each node, one thread per node"
                            : "the first edges of each node, one thread per node";
    stage->source.direction = loop->direction;
    stage->source.done = walked;
    stage->source.most = limit(loop->direction);
    stage->first = plan.arena.local("first", Scalar::Edge);
    stage->end = plan.arena.local("end", Scalar::Edge);
    loop->first = plan.arena.reference(stage->first);
    loop->end = plan.arena.reference(stage->end);
    stage->body = with_rest(body, loop, *stage, list);
  }

  Control* let(const Symbol* symbol, const Expr* value) const {
    Control* control = plan.program.control(ControlKind::Let, plan.region.location);
    control->symbol = symbol;
    control->value = value;
    return control;
  }

  // Passes over `rest` as long as they fill a block; then the edges that are left are split evenly.
  void over_rest(Stage* pass, const Stage& whole, const Body& body, Stmt* loop, std::vector<Control*>& round) const {
    ir::Arena& arena = plan.arena;
    auto [rest_body, rest_loop] = copy_with(arena, body, loop);
    Stage* shares = sibling(plan, whole, whole.name + "_rest", {});
    shares->source = {mapped::SourceKind::Worklist, rest};
    shares->source.count = count;
    shares->gate = pass->gate = nullptr;  // a node on the list has passed the gate already
    cut(pass, body, loop, next_rest, done);
    pass->source.kind = mapped::SourceKind::Worklist;
    pass->source.list = rest;
    pass->source.count = count;
    Control* passes = plan.program.control(ControlKind::While, plan.region.location);
    const Expr* block = arena.integer(plan.choice("block").number());
    passes->condition = arena.binary(ir::BinaryOp::Ge, arena.reference(count), block, Scalar::Bool);
    const Expr* further = arena.binary(ir::BinaryOp::Add, arena.reference(done), limit(loop->direction), Scalar::Long);
    passes->body = {clear(plan, next_rest), run(plan, pass), swap(plan, rest, next_rest), let(done, further),
                    read_back(plan, count, rest)};
    Control* some = plan.program.control(ControlKind::If, plan.region.location);
    some->condition = arena.binary(ir::BinaryOp::Ne, arena.reference(count), arena.integer(0), Scalar::Bool);
    some->body = {share_few(plan, shares, rest_body, rest_loop, rest, {.done = done})};
    round.insert(round.end(), {passes, some});
  }
};

void rewrite(LoopPlan& plan) {
  plan.stage()->operator_of = nullptr;  // a stage has some edges of a node, and a later one has others
  const Stage whole = *plan.stage();
  mapped::Sequence round;
  const Phases phases = phases_of(plan, whole.body);
  run_before(plan, whole, phases, round);
  const Passes passes(plan);
  auto cuts = cut_operator(plan, phases.loops);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    auto& [body, loop] = cuts[i];
    Stage* stage = i == 0 ? plan.stage() : sibling(plan, whole, whole.name + "_in", {});
    if (whole.source.kind == mapped::SourceKind::Worklist && i + 1 == cuts.size() && phases.after.empty()) {
      // No one reads the active nodes after the last loop: their list becomes that of the first pass.
      round.insert(round.end(), {swap(plan, plan.active.list, passes.rest),
                                 passes.let(passes.count, plan.arena.reference(plan.count)),
                                 passes.let(passes.done, plan.arena.integer(0, Scalar::Long))});
      passes.over_rest(stage, whole, body, loop, round);
      continue;
    }
    auto [first_body, first_loop] = copy_with(plan.arena, body, loop);
    passes.cut(stage, std::move(first_body), first_loop, passes.rest, nullptr);
    round.insert(round.end(),
                 {clear(plan, passes.rest), run(plan, stage), passes.let(passes.done, passes.limit(loop->direction)),
                  read_back(plan, passes.count, passes.rest)});
    passes.over_rest(sibling(plan, whole, whole.name + "_pass", {}), whole, body, loop, round);
  }
  run_after(plan, whole, phases, round);
  plan.way().operation = round;
  plan.explanation.push_back(
      "granularity=" + plan.choice("granularity").text +
      ": passes over at most so many edges of each node; few nodes that are left share their edges evenly");
}

}  // namespace

const Technique granularity_hierarchical{
    .key = "granularity",
    .form = "hierarchical[:MDT]",
    .source = "[R] HP, §III-C",
    .summary =
        "passes over at most MDT edges per node, on shrinking lists; with fewer nodes than a block has threads, as "
        "`decompose`. Without MDT "
        "the "
        "degree histogram determines it",
    .machines = gpu_only,
    .trials = {"hierarchical", "hierarchical:32"},
    .probes = {"hierarchical", "hierarchical:2"},
    .provides = {Capability::NodeWorklist, Capability::ManyTeams, Capability::OneOwner, Capability::BatchOwner},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .parse = parse_optional_number<1, 1L << 31>,
    .expected = "a number of edges, of 1 at least, or nothing",
    .refuse = refuse_cut,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
