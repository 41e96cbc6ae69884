// prepass=none|K:separate|combined: loops in order without counts ([N] §VI-E, Fig. 13). All nodes are looked at: one
// whose predecessors have run runs, stores what it has made, and takes its flag down; there is one writer a node, so
// fences around the flags are all it takes, and no atomic operation, no worklist, no transposed graph. K passes leave
// out whoever is not ready; then threads wait for the nodes that are left. separate: every pass is a kernel. combined:
// each thread makes the passes over its own nodes, and waits, in one kernel.
//
// Legal on every loop in order: the race check admits only what a node may do when all those before it are done, in
// whatever order the others run. What could go wrong is that no thread makes progress. A thread that waits does so from
// one iteration of its loop to the next, never inside of one, so lanes of a warp may wait for one another. And it gives
// up after a while (maxwarp/turns.h): the node may wait for another one of the thread's own, for one of a block that
// has not started, or for itself. Then the kernel is launched again. Every launch tries every node, so it gets some
// done if any can be; a launch that has not got one done proves that the order is cyclic, which the look at who is left
// reports.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::BinaryOp;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::Stage;

std::optional<Argument> parse_passes(const std::string& text) {
  const auto count = number(head(text), 0, 64);
  const std::string way = argument(text);
  if (!count || (way != "separate" && way != "combined")) return std::nullopt;
  return NumberAndWord{count, way};
}

Control* let(LoopPlan& plan, const Symbol* symbol, const ir::Expr* value) {
  Control* control = plan.program.control(ControlKind::Let, plan.region.location);
  control->symbol = symbol;
  control->value = value;
  return control;
}

Control* repeat(LoopPlan& plan, const std::string& counter, mapped::Sequence body) {
  Control* control = plan.program.control(ControlKind::Repeat, plan.region.location);
  control->round = plan.arena.local(counter, Scalar::Int, ir::SymbolKind::Variable);
  control->body = std::move(body);
  return control;
}

// A pass leaves out who is not ready.
void leave_out(ir::Body& body) {
  std::erase_if(body, [](const Stmt* stmt) { return stmt->kind == StmtKind::Again; });
  for (Stmt* stmt : body) {
    leave_out(stmt->body);
    leave_out(stmt->other);
  }
}

// The stage as a pass, `count` times; returns another one for those that are left.
Stage* split_off(LoopPlan& plan, int count) {
  Stage* pass = plan.stage();
  Stage* rest = sibling(plan, *pass, pass->name + "_rest", ir::clone(plan.arena, pass->body));
  leave_out(pass->body);
  pass->purpose = "all nodes; ready nodes act";
  if (count == 1) return rest;
  Control* all = repeat(plan, "pass", plan.way().operation);
  all->value = plan.arena.integer(count);
  plan.way().operation = {all};
  return rest;
}

// Launches of the stage, until no item is left or none makes progress.
void wait_for_rest(LoopPlan& plan, Stage* stage) {
  ir::Arena& arena = plan.arena;
  stage->purpose = "all nodes; ready nodes act, the others are retried";
  stage->unready = make_storage(plan, "unready", mapped::StorageKind::Cell, Scalar::Long);
  const Symbol* left = arena.local("left", Scalar::Long, ir::SymbolKind::Variable);
  const Symbol* before = arena.local("left_before", Scalar::Long, ir::SymbolKind::Variable);
  Control* launches = repeat(plan, "launch",
                             {let(plan, before, arena.reference(left)), clear(plan, stage->unready), run(plan, stage),
                              read_back(plan, left, stage->unready)});
  const auto equals = [&](const ir::Expr* value) {
    return arena.binary(BinaryOp::Eq, arena.reference(left), value, Scalar::Bool);
  };
  launches->condition = arena.binary(BinaryOp::Or, equals(arena.integer(0, Scalar::Long)),
                                     equals(arena.reference(before)), Scalar::Bool);
  mapped::Sequence& operation = plan.way().operation;
  operation.insert(operation.end(), {let(plan, left, arena.integer(0, Scalar::Long)), launches});
}

void rewrite(LoopPlan& plan) {
  const auto& [number, way] = std::get<NumberAndWord>(plan.choice("prepass").argument);
  const int passes = static_cast<int>(*number);
  const bool separate = way == "separate";
  Stage* rest = plan.stage();
  if (separate && passes > 0)
    rest = split_off(plan, passes);
  else
    plan.way().operation.clear();
  wait_for_rest(plan, rest);
  if (!separate) rest->passes = passes;
  plan.explanation.push_back("prepass=" + plan.choice("prepass").text +
                             ": nodes test the flags of those they wait for; " +
                             (separate ? "passes are kernels" : "each thread makes the passes over its own nodes") +
                             ", and then waits for the remaining ones");
}

}  // namespace

const Technique prepass_none{
    .key = "prepass",
    .form = "none",
    .source = "Kahn 1962; [N] Fig. 13 data-driven",
    .summary = "a first pass counts the predecessors of each node; rounds run over the nodes that wait for none",
    .provides = {Capability::UniformRounds},
};

const Technique prepass_passes{
    .key = "prepass",
    .form = "K:separate|combined",
    .source = "[N] §VI-E, Fig. 13",
    .summary =
        "flags instead of counts: K passes over all nodes, in which those act that are ready, then threads wait for "
        "the rest; "
        "passes are kernels, or all is one",
    .trials = {"1:combined", "5:combined", "1:separate", "0:combined"},
    .probes = {"1:separate", "2:combined"},
    // It looks at all nodes, in its own loop of the host: there is no set of active nodes.
    .needs = {Capability::AllNodes, Capability::ActiveNodes, Capability::PushDirection},
    .built_for = {Capability::HostControl, Capability::LaneTeams, Capability::PlainItems, Capability::FixedItems},
    .asks = true,
    .parse = parse_passes,
    .expected = "a number of passes from 0 to 64, then `:separate` or `:combined`",
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
