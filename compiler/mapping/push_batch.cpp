// push=block|chunked|chunked:thread: threads keep what they push until room can be reserved for all of it ([N] §III-C,
// D, [R] §IV-D). An operator runs once, since an activation may hang on what an atomic operation has found; so nodes
// are collected, not counted in a run of their own. A thread holds a few in registers. Of the others each links to the
// one before it, which takes a word a node of the graph: a node is pushed once a round. Where it may be pushed more
// often, and under push=block, a full batch is appended at once.
#include <maxwarp/sizes.h>

#include <algorithm>
#include <string>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// Where the edges of a node are distributed, many threads push at one node: the batches are those of the stage.
bool has_node_alone(const mapped::Stage& stage) {
  return stage.source.kind != mapped::SourceKind::Edges && stage.source.kind != mapped::SourceKind::EdgeBalanced;
}

class Collecting {
 public:
  Collecting(LoopPlan& plan, mapped::Appended appended) : plan_(plan), appended_(appended) {}

  /// Whether something is pushed. A round over all nodes may list those of the next round itself.
  bool run() {
    bool some = false;
    for (mapped::Stage* stage : round_stages(plan_))
      for (const ir::Symbol* list : {plan_.next.list, plan_.active.list}) some = collect(*stage, list) || some;
    return some;
  }

 private:
  bool collect(mapped::Stage& stage, const ir::Symbol* list) {
    const ir::Symbol* batch = plan_.arena.local("batch", ir::Scalar::Node, ir::SymbolKind::Variable);
    if (!through_batch(stage.body, list, batch)) return false;
    if (plan_.next.pieces) drop_unused(stage.body);
    const bool item = appended_ == mapped::Appended::AtItem, shared_item = item && !has_node_alone(stage);
    const bool whole = appended_ != mapped::Appended::ByBlock && !shared_item && !plan_.next.repeats;
    if (whole && !links_) links_ = make_storage(plan_, "links", mapped::StorageKind::Links, ir::Scalar::Node);
    stage.batches.push_back({list, batch, sizes::batch_places, shared_item ? mapped::Appended::ByBlock : appended_,
                             whole ? links_ : nullptr});
    if (!item || shared_item) return true;
    Stmt* append = plan_.arena.stmt(StmtKind::Append);
    append->storage = list;
    append->symbol = batch;
    stage.operation().push_back(append);
    return true;
  }

  LoopPlan& plan_;
  mapped::Appended appended_;
  const ir::Symbol* links_ = nullptr;
};

std::string at_most(const LoopPlan& plan) {
  return plan.next.repeats ? ", " + std::to_string(sizes::batch_places) + " nodes at most, as nodes may be pushed twice"
                           : "";
}

}  // namespace

const Technique push_block{
    .key = "push",
    .form = "block",
    .source = "[N] §III-D",
    .summary = "a prefix sum over the nodes that a block has collected; one atomic addition per block",
    .machines = gpu_only,
    .provides = {Capability::OwnPushes},
    .needs = {Capability::ListFrontier},
    .rewrite =
        [](LoopPlan& plan) {
          if (!Collecting(plan, mapped::Appended::ByBlock).run()) return;
          plan.explanation.push_back(
              "push=block: threads collect what they push; at the end a prefix sum over the block and one "
              "atomic addition reserve room for all of it");
        },
};

const Technique push_chunked{
    .key = "push",
    .form = "chunked",
    .source = "[N] §III-C, [R] §IV-D",
    .summary = "one atomic addition for all nodes that one item pushes, or for all edges of a node",
    .machines = gpu_only,
    .provides = {Capability::OwnPushes, Capability::RangePushes},
    .needs = {Capability::ListFrontier, Capability::BatchOwner},
    .rewrite =
        [](LoopPlan& plan) {
          if (plan.next.edges) {
            plan.explanation.push_back("push=chunked: one atomic addition reserves room for the edges of a node");
            return;
          }
          if (!Collecting(plan, mapped::Appended::AtItem).run()) return;
          plan.explanation.push_back(
              "push=chunked: the nodes that an item pushes are collected; one atomic addition reserves room for them" +
              at_most(plan));
        },
};

const Technique push_chunked_thread{
    .key = "push",
    .form = "chunked:thread",
    .source = "[N] §III-C",
    .summary = "one atomic addition for all nodes that one thread pushes",
    .machines = gpu_only,
    .probes = {"chunked:thread"},
    .provides = {Capability::OwnPushes},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeWorklist},
    .rewrite =
        [](LoopPlan& plan) {
          if (!Collecting(plan, mapped::Appended::ByThread).run()) return;
          plan.explanation.push_back(
              "push=chunked:thread: a thread collects what it pushes; at the end one atomic addition reserves room for "
              "all of it" +
              at_most(plan));
        },
};

}  // namespace maxwarp::mapping
