// direction=pull: every node looks along its in-edges for active nodes (Beamer, Asanović, Patterson 2012,
// bottom-up step). The neighbor loop is turned around; nodes own what they change, so atomics go away. Who has a list
// of active nodes pushes from it: with `activation=hybrid` the rounds over all nodes pull.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

std::optional<Refusal> refuse(const LoopPlan& plan) { return refuse_without(plan.facts.pullable); }

void rewrite(LoopPlan& plan) {
  const bool several = plan.ways.size() > 1;
  for (Way& way : plan.ways)
    if (way.stage->source.kind == mapped::SourceKind::Nodes) turn_around(plan, *way.stage, plan.active.marks, false);
  plan.explanation.push_back("direction=pull: the neighbor loop is turned around" +
                             std::string(several ? " in rounds over all nodes" : "") + "; a node changes only itself" +
                             std::string(plan.facts.first_settles ? ", and stops at its first active neighbor" : ""));
}

}  // namespace

const Technique direction_pull{
    .key = "direction",
    .form = "pull",
    .source = "beyond (Beamer 2012)",
    .summary = "nodes read from their active neighbors, against the edges; no atomics",
    .provides = {Capability::UniformRounds},
    .built_for = {Capability::NodeRounds},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
