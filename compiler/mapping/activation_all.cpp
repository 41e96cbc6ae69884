// activation=topology:all: every round runs the operator at all nodes and asks none whether it was activated, as in the
// Bellman-Ford form of [N] (§II-C, Fig. 4). An activation only raises the flag of the round; a round that raises none
// is the last one. Legal where nodes may run at any time, those that were never activated, too (everywhere.h).
//
// Legal: shortest paths from `inf`. Illegal: `if not seen[w] { seen[w] = true; activate w }`, which nodes that were
// never reached would do as well.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.rounds->ordered)
    return meaningless("in an ordered loop a node runs once, in its turn", plan.region.location);
  if (auto refusal = refuse_until(plan, "nodes that run without being active get farther in a round")) return refusal;
  return refuse_without(plan.facts.runs_everywhere);
}

// The first round runs in any case: nodes that were not activated change nothing.
void rewrite(LoopPlan& plan) {
  plan.lasting = true;
  plan.next.any = make_storage(plan, "more", mapped::StorageKind::Cell);
  plan.stage()->source.kind = mapped::SourceKind::Nodes;
  plan.stage()->purpose = "all nodes act";
  plan.start_sink = plan.way().sink = Sink::Marks;
  repeat_while_raised(plan, plan.next.any);
  plan.explanation.push_back(
      "activation=topology:all: every round runs all nodes, whether activated or not; a flag tells whether anything "
      "changed (R, O)");
}

}  // namespace

const Technique activation_all{
    .key = "activation",
    .form = "topology:all",
    .source = "[N] §II-C, IV-A, Fig. 4",
    .summary = "all nodes act in every round, activated or not; a flag tells whether anything changed",
    .trials = {"topology:all"},
    .probes = {"topology:all"},
    .provides = {Capability::AllNodes, Capability::NodeRounds, Capability::UniformRounds, Capability::NodeEntries},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
