// activation=topology: every round looks at all nodes; one acts if it was activated in the last round
// ([H] Fig. 2, [N] Fig. 4). Two arrays of marks take turns, so that activating a node for the next round
// cannot erase that it is active in this one. Where activation lasts, one array tells who was ever activated.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

void rewrite(LoopPlan& plan) {
  plan.active.marks = make_storage(plan, plan.lasting ? "marks" : "active", StorageKind::Marks);
  plan.next.marks = plan.lasting ? plan.active.marks : make_storage(plan, "next", StorageKind::Marks);
  plan.count = make_count(plan);
  plan.stage()->source.kind = mapped::SourceKind::Nodes;
  plan.stage()->purpose = plan.lasting ? "all nodes; those that were ever activated act"
                                       : "all nodes; those activated in the last round act";
  plan.stage()->gate = plan.active.marks;
  plan.start_sink = plan.way().sink = Sink::Marks;
  plan.start = {never_marked(plan, plan.active.marks)};
  if (!plan.lasting) plan.start.push_back(never_marked(plan, plan.next.marks));
  begin_marked(plan);
  if (!plan.lasting) plan.start_advance.swaps = plan.way().advance.swaps = {{plan.active.marks, plan.next.marks}};
  plan.explanation.push_back(std::string("activation=topology: every round looks at all nodes; ") +
                             (plan.next.any ? "a flag tells whether one was activated"
                                            : "after it those that were activated are counted, for `until`"));
}

}  // namespace

const Technique activation_topology{
    .key = "activation",
    .form = "topology",
    .source = "[H] Fig. 2, [N] Fig. 4",
    .summary = "all nodes every round; a flag ends the loop",
    .provides = {Capability::AllNodes, Capability::NodeRounds, Capability::ActiveNodes, Capability::UniformRounds,
                 Capability::NodeEntries},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
