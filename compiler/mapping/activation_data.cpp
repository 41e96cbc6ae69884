// activation=data: only active nodes are looked at ([N] Fig. 1 and 2); `frontier` says how their set is kept.
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

const Technique activation_data{
    .key = "activation",
    .form = "data",
    .source = "[N] Fig. 1, 2",
    .summary = "active nodes in a worklist; a second one collects those of the next round",
    .provides = {Capability::DataDriven, Capability::ActiveNodes, Capability::UniformRounds, Capability::NodeEntries,
                 Capability::ListedNodes, Capability::ListFrontier},
    .rewrite = [](LoopPlan& plan) { plan.choice("frontier").technique->rewrite(plan); },
};

}  // namespace maxwarp::mapping
