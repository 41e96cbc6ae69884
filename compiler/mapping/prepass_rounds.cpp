// prepass=rounds: loops in order, topology-driven ([N] §VI-A, VI-E, Fig. 13): rounds over all nodes, in which those act
// whose predecessors have run, be it in the same round; who has acted takes its flag down. A round in which no node
// acts is the last one. There is one writer a node, so fences around the flags are all it takes: no counts, no
// worklist, no atomic operation, no transposed graph. It is what `activation=topology` means on such a loop.
//
// Legal on every loop in order, as prepass=K is. A round runs all ready nodes, so it makes progress if any can; where
// the order is cyclic, the look at who is left reports it.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// Who is not ready is left out; who is raises the flag of the round.
void raise_if_ready(LoopPlan& plan, ir::Body& body, const ir::Symbol* more) {
  for (Stmt* stmt : body) {
    raise_if_ready(plan, stmt->body, more);
    raise_if_ready(plan, stmt->other, more);
    if (std::erase_if(stmt->other, [](const Stmt* one) { return one->kind == StmtKind::Again; }) == 0) continue;
    Stmt* raise = plan.arena.stmt(StmtKind::Store, stmt->location);
    raise->target = plan.arena.reference(more);
    raise->value = plan.arena.integer(1);
    raise->uniform = true;
    stmt->body.push_back(raise);
  }
}

void rewrite(LoopPlan& plan) {
  const ir::Symbol* more = make_storage(plan, "more", mapped::StorageKind::Cell);
  raise_if_ready(plan, plan.stage()->body, more);
  plan.stage()->purpose = "all nodes; ready nodes act";
  repeat_while_raised(plan, more);
  plan.explanation.push_back(
      "prepass=rounds: rounds over all nodes; nodes test the flags of those they wait for, and a flag tells whether "
      "one acted");
}

}  // namespace

const Technique prepass_rounds{
    .key = "prepass",
    .form = "rounds",
    .source = "[N] §VI-A, VI-E, Fig. 13",
    .summary = "flags instead of counts: rounds over all nodes, in which those act that are ready, until none is left",
    .trials = {"rounds"},
    .probes = {"rounds"},
    .needs = {Capability::AllNodes, Capability::ActiveNodes, Capability::PushDirection},
    .built_for = {Capability::LaneTeams, Capability::PlainItems},
    .usual_with = Capability::AllNodes,
    .asks = true,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
