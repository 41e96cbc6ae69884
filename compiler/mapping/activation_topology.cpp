// activation=topology: every round looks at all nodes; one acts if it was activated in the last round
// ([H] Fig. 2, [N] Fig. 4). Two arrays of marks take turns, so that activating a node for the next round
// cannot erase that it is active in this one. Where activation lasts, one array tells who was ever activated.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

void rewrite(LoopPlan& plan) {
  plan.active = make_storage(plan, plan.lasting ? "marks" : "active", StorageKind::Marks);
  plan.marks = plan.lasting ? plan.active : make_storage(plan, "next", StorageKind::Marks);
  plan.more = make_storage(plan, "more", StorageKind::Cell);
  plan.count = plan.arena.local("count", ir::Scalar::Int, ir::SymbolKind::Variable);
  plan.main->source.kind = mapped::SourceKind::Nodes;
  plan.main->purpose = plan.lasting ? "all nodes; those that were ever activated act"
                                    : "all nodes; those activated in the last round act";
  plan.main->gate = plan.active;
  plan.before = {never_marked(plan, plan.active), clear(plan, plan.more), first_activation(plan)};
  plan.round.insert(plan.round.begin(), clear(plan, plan.more));
  if (!plan.lasting) {
    plan.before.insert(plan.before.begin() + 1, never_marked(plan, plan.marks));
    plan.before.push_back(swap(plan, plan.active, plan.marks));
    plan.after_round = {swap(plan, plan.active, plan.marks)};
  }
  plan.before.push_back(read_back(plan, plan.count, plan.more));
  plan.after_round.push_back(read_back(plan, plan.count, plan.more));
  plan.explanation.push_back(
      "activation=topology: every round looks at all nodes; a flag tells whether one was activated");
}

}  // namespace

const Technique activation_topology{
    .key = "activation",
    .form = "topology",
    .source = "[H] Fig. 2, [N] Fig. 4",
    .summary = "all nodes every round; a flag ends the loop",
    .provides = {Capability::AllNodes, Capability::UniformRounds, Capability::NodeEntries},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
