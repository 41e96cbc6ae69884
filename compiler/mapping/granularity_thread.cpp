// granularity=thread: one thread per node, neighbors one after another ([H] Fig. 2). The baseline.
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {
namespace {

void rewrite(LoopPlan& plan) {
  plan.stage()->team = {};
  plan.explanation.push_back("granularity=thread: one thread per node; it visits the neighbors one by one");
}

}  // namespace

const Technique granularity_thread{
    .key = "granularity",
    .form = "thread",
    .source = "[H] Fig. 2, [R] BS, [C] sm-1",
    .summary = "one thread per node, serial neighbor loop",
    .provides = {Capability::NodeWorklist, Capability::LaneTeams, Capability::ManyTeams, Capability::SmallTeams,
                 Capability::OneOwner, Capability::BatchOwner, Capability::NodeLists},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
