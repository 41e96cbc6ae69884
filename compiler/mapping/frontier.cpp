// frontier=queue|bitmap|bitmask-compact: how the set of active nodes is kept under activation=data.
// queue: two worklists that are swapped ([N] Fig. 1 and 2).
// bitmap: two arrays of one bit a node that take turns; every round looks at all bits, 32 nodes a word.
// bitmask-compact: nodes act from a worklist, and set bits; between two rounds the bits become the worklist ([C] §5.1).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

void two_lists(LoopPlan& plan) {
  plan.active = make_storage(plan, "active", StorageKind::Worklist);
  plan.next = make_storage(plan, "next", StorageKind::Worklist);
  plan.count = plan.arena.local("count", ir::Scalar::Int, ir::SymbolKind::Variable);
  plan.main->source.kind = mapped::SourceKind::Worklist;
  plan.main->source.list = plan.active;
  plan.main->source.count = plan.count;
  plan.main->purpose = "active nodes, from the worklist";
}

// The first activation appends to `next`; the swap makes it the worklist of the first round.
void queue(LoopPlan& plan) {
  two_lists(plan);
  if (!plan.rounds->ordered) plan.marks = make_storage(plan, "marks", StorageKind::Marks);
  plan.before = {clear(plan, plan.next), first_activation(plan)};
  if (plan.marks) plan.before.insert(plan.before.begin(), never_marked(plan, plan.marks));
  plan.after_start = {swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  plan.round.insert(plan.round.begin(), clear(plan, plan.next));
  plan.after_round = {swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  plan.explanation.push_back(
      std::string("activation=data: active nodes are kept in a worklist; ") +
      (plan.marks ? "a mark a node keeps it free of duplicates" : "each gets there once, in its turn"));
}

mapped::Control* bits_stage(LoopPlan& plan, const char* name, const char* purpose, ir::StmtKind kind,
                            const ir::Symbol* bits, const ir::Symbol* storage) {
  mapped::Stage* stage = plan.program.stage(plan.region.name + name, purpose);
  stage->source.kind = mapped::SourceKind::Grid;
  ir::Stmt* stmt = plan.arena.stmt(kind);
  stmt->symbol = bits;
  stmt->storage = storage;
  stage->body = {stmt};
  return run(plan, stage);
}

mapped::Control* clear_bits(LoopPlan& plan, const ir::Symbol* bits) {
  return bits_stage(plan, "_clear", "no bit is set", ir::StmtKind::ClearBits, nullptr, bits);
}

void bitmap(LoopPlan& plan) {
  plan.active = make_storage(plan, "active", StorageKind::Bits);
  plan.marks = make_storage(plan, "next", StorageKind::Bits);
  plan.more = make_storage(plan, "more", StorageKind::Cell);
  plan.count = plan.arena.local("count", ir::Scalar::Int, ir::SymbolKind::Variable);
  plan.main->source.kind = mapped::SourceKind::Nodes;
  plan.main->purpose = "the nodes whose bits are set";
  plan.main->gate = plan.active;
  plan.before = {clear_bits(plan, plan.marks), clear(plan, plan.more), first_activation(plan)};
  plan.after_start = {swap(plan, plan.active, plan.marks), read_back(plan, plan.count, plan.more)};
  const std::vector<mapped::Control*> clears{clear_bits(plan, plan.marks), clear(plan, plan.more)};
  plan.round.insert(plan.round.begin(), clears.begin(), clears.end());
  plan.after_round = {swap(plan, plan.active, plan.marks), read_back(plan, plan.count, plan.more)};
  plan.explanation.push_back("frontier=bitmap: active nodes are the bits that are set; a flag tells whether one was");
}

// All bits as nodes to `next`; the bits are cleared where they are read.
mapped::Control* compact(LoopPlan& plan) {
  return bits_stage(plan, "_compact", "the nodes whose bits are set, to the worklist of the next round",
                    ir::StmtKind::CompactBits, plan.marks, plan.next);
}

void bitmask_compact(LoopPlan& plan) {
  two_lists(plan);
  plan.marks = make_storage(plan, "mask", StorageKind::Bits);
  mapped::Control* start = first_activation(plan);
  plan.main->lists_active = start->stage->lists_active = false;  // bits are set; the list is made of them
  plan.before = {clear_bits(plan, plan.marks), clear(plan, plan.next), start};
  plan.after_start = {compact(plan), swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  plan.round.insert(plan.round.begin(), clear(plan, plan.next));
  plan.after_round = {compact(plan), swap(plan, plan.active, plan.next), read_back(plan, plan.count, plan.active)};
  plan.explanation.push_back(
      "frontier=bitmask-compact: active nodes act from a worklist and set bits; between two rounds the bits "
      "become the worklist");
}

}  // namespace

const Technique frontier_queue{
    .key = "frontier",
    .form = "queue",
    .source = "[N] Fig. 1, 2, [C] §5.1",
    .summary = "a worklist of the active nodes",
    .provides = {Capability::ListFrontier},
    .needs = {Capability::DataDriven},
    .rewrite = queue,
};

const Technique frontier_bitmap{
    .key = "frontier",
    .form = "bitmap",
    .source = "[C] §5.1",
    .summary = "a bit a node; every round looks at all bits",
    .needs = {Capability::DataDriven},
    .built_for = {Capability::UniformRounds, Capability::NodeEntries},
    .rewrite = bitmap,
};

const Technique frontier_bitmask_compact{
    .key = "frontier",
    .form = "bitmask-compact",
    .source = "[C] §5.1",
    .summary = "active nodes set bits, which become a worklist between two rounds",
    .needs = {Capability::DataDriven},
    .built_for = {Capability::UniformRounds, Capability::NodeEntries},
    .rewrite = bitmask_compact,
};

}  // namespace maxwarp::mapping
