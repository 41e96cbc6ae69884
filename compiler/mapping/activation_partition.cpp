// activation=partition:P: the spatial hybrid ([N] §V-B, Fig. 12). The worklist holds groups of P nodes with neighboring
// numbers; whoever activates a node puts its group there, and a round looks at all nodes of the groups listed. A node
// acts there if it was ever activated, be it in this round by another node. So O has to hold, and `until` may not ask
// how far a round got. A node that was never activated has no business in the loop: it stays out, as in every mapping.
//
// Legal: `if level[w] min= level[v] + 1 { activate w }`. Illegal: `level[w] = round`, for a node in the group of
// another one may run again, or a round early.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (auto refusal = refuse_until(plan, "nodes that share a group with an active one run a round early"))
    return refusal;
  if (auto refusal = refuse_without(plan.facts.order_free)) return refusal;
  return refuse_without(plan.facts.activates_changes);
}

void rewrite(LoopPlan& plan) {
  activation_data.rewrite(plan);
  plan.lasting = true;
  const int group = static_cast<int>(plan.choice("activation").number());
  plan.active.group = plan.next.group = group;
  plan.reached = make_storage(plan, "reached", StorageKind::Marks);
  plan.start.insert(plan.start.begin(), never_marked(plan, plan.reached));
  plan.stage()->source.group = group;
  plan.stage()->gate = plan.reached;
  plan.stage()->purpose = "the nodes of active groups that were ever activated";
  plan.explanation.push_back("activation=" + plan.choice("activation").text + ": the worklist holds groups of " +
                             std::to_string(group) +
                             " nodes; all of a group that were ever activated act together (O)");
}

}  // namespace

const Technique activation_partition{
    .key = "activation",
    .form = "partition:P",
    .source = "[N] §V-B, Fig. 12",
    .summary = "a worklist of groups of P neighboring nodes, which act together",
    .trials = {"partition:4"},
    .probes = {"partition:2", "partition:5"},
    .provides = {Capability::DataDriven, Capability::UniformRounds, Capability::ListFrontier},
    .parse = parse_number<1, 1 << 20>,
    .expected = "a number of nodes from 1 to 1048576",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
