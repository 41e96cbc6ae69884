// activation=data: two worklists, swapped after each round ([N] Fig. 1 and 2). A mark beside the list keeps
// a node from being appended twice in a round (dedup=mask), so a list never holds more than all nodes.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

void rewrite(LoopPlan &plan) {
  plan.active = make_storage(plan, "active", StorageKind::Worklist);
  plan.next = make_storage(plan, "next", StorageKind::Worklist);
  if (!plan.rounds->ordered) plan.marks = make_storage(plan, "marks", StorageKind::Marks);
  plan.count = plan.arena.local("count", ir::Scalar::Int, ir::SymbolKind::Variable);
  plan.main->source.kind = mapped::SourceKind::Worklist;
  plan.main->source.list = plan.active;
  plan.main->source.count = plan.count;
  plan.main->purpose = "active nodes, from the worklist";
  // The first activation appends to `next`; the swap makes it the worklist of the first round.
  plan.before = {clear(plan, plan.next), first_activation(plan)};
  plan.after_start = {swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  if (plan.marks) plan.before.insert(plan.before.begin(), never_marked(plan, plan.marks));
  plan.round.insert(plan.round.begin(), clear(plan, plan.next));
  plan.after_round = {swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  plan.explanation.push_back(std::string("activation=data: active nodes are kept in a worklist; ") +
                             (plan.marks ? "a mark a node keeps it free of duplicates" : "each gets there once, in its turn"));
}

}  // namespace

const Technique activation_data{
    .key = "activation",
    .form = "data",
    .source = "[N] Fig. 1, 2",
    .summary = "active nodes in a worklist; a second one collects those of the next round",
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
