// frontier=queue|bitmap|bitmask-compact: how the set of active nodes is kept under activation=data.
// queue: two worklists that are swapped ([N] Fig. 1 and 2).
// bitmap: two arrays of one bit per node that take turns; every round looks at all bits, 32 nodes a word.
// bitmask-compact: nodes act from a worklist, and set bits; between two rounds the bits become the worklist ([C] §5.1).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::StorageKind;

void two_lists(LoopPlan& plan) {
  plan.active.list = make_storage(plan, "active", StorageKind::Worklist);
  plan.next.list = make_storage(plan, "next", StorageKind::Worklist);
  plan.count = make_count(plan);
  plan.stage()->source.kind = mapped::SourceKind::Worklist;
  plan.stage()->source.list = plan.active.list;
  plan.stage()->source.count = plan.count;
  plan.stage()->purpose = "active nodes, from the worklist";
}

// The list that a round has filled becomes that of the next round.
Advance lists_take_turns(const LoopPlan& plan) {
  return {.swaps = {{plan.active.list, plan.next.list}}, .counted = plan.active.list};
}

// The first activation appends to the next list; the swap makes it the worklist of the first round.
void queue(LoopPlan& plan) {
  two_lists(plan);
  if (!plan.rounds->ordered) mark_next(plan, "marks");
  plan.start.push_back(first_activation(plan));
  plan.start_advance = plan.way().advance = lists_take_turns(plan);
  plan.explanation.push_back(std::string("activation=data: active nodes are kept in a worklist") +
                             (plan.next.marks ? "" : "; each node is pushed once, when its turn comes"));
}

mapped::Control* bits_stage(LoopPlan& plan, const char* name, const std::string& purpose, ir::StmtKind kind,
                            const ir::Symbol* bits, const ir::Symbol* storage) {
  mapped::Stage* stage = plan.program.stage(plan.region.name + name, purpose);
  stage->location = plan.region.location;
  stage->source.kind = mapped::SourceKind::Grid;
  ir::Stmt* stmt = plan.arena.stmt(kind);
  stmt->symbol = bits;
  stmt->storage = storage;
  stage->body = {stmt};
  return run(plan, stage);
}

void bitmap(LoopPlan& plan) {
  plan.active.marks = make_storage(plan, "active", StorageKind::Bits);
  plan.next.marks = make_storage(plan, "next", StorageKind::Bits);
  plan.count = make_count(plan);
  plan.stage()->source.kind = mapped::SourceKind::Nodes;
  plan.stage()->purpose = "the nodes whose bits are set";
  plan.stage()->gate = plan.active.marks;
  plan.start_sink = plan.way().sink = Sink::Marks;
  plan.start = {clear_bits(plan, plan.next.marks, " at first")};
  plan.way().before_round = {clear_bits(plan, plan.next.marks, " for the next round")};
  begin_marked(plan);
  plan.start_advance.swaps = plan.way().advance.swaps = {{plan.active.marks, plan.next.marks}};
  plan.explanation.push_back(std::string("frontier=bitmap: active nodes are the bits that are set; ") +
                             (plan.next.any ? "a flag tells whether one was" : "they are counted, for `until`"));
}

void bitmask_compact(LoopPlan& plan) {
  two_lists(plan);
  plan.next.marks = make_storage(plan, "mask", StorageKind::Bits);
  plan.start_sink = plan.way().sink = Sink::Marks;
  plan.start = {clear_bits(plan, plan.next.marks, " at first"), first_activation(plan)};
  append(plan.start, compact_next(plan));
  plan.way().after_round = compact_next(plan);
  plan.start_advance = plan.way().advance = lists_take_turns(plan);
  plan.explanation.push_back(
      "frontier=bitmask-compact: active nodes act from a worklist and set bits; between two rounds the bits "
      "become the worklist");
}

}  // namespace

mapped::Sequence compact_next(LoopPlan& plan) {
  return {clear(plan, plan.next.list),
          bits_stage(plan, "_compact", "the nodes whose bits are set, to the worklist of the next round",
                     ir::StmtKind::CompactBits, plan.next.marks, plan.next.list)};
}

void keep_bits(LoopPlan& plan, const ir::Symbol* front) {
  for (const mapped::Sequence* part : {&plan.start, &plan.way().after_round})
    for (mapped::Stage* stage : stages_of(*part))
      for (ir::Stmt* stmt : stage->body)
        if (stmt->kind == ir::StmtKind::CompactBits) stmt->of = front;
  plan.after_ways.after_round.swap(plan.way().after_round);
  std::swap(plan.after_ways.advance, plan.way().advance);
}

mapped::Control* clear_bits(LoopPlan& plan, const ir::Symbol* bits, const char* when) {
  return bits_stage(plan, "_clear", "clears the bits of `" + bits->name + "`" + when, ir::StmtKind::ClearBits, nullptr,
                    bits);
}

const Technique frontier_queue{
    .key = "frontier",
    .form = "queue",
    .source = "[N] Fig. 1, 2, [C] §5.1",
    .summary = "a worklist of the active nodes",
    .provides = {Capability::ListedNodes, Capability::ListFrontier},
    .needs = {Capability::DataDriven},
    .rewrite = queue,
};

const Technique frontier_bitmap{
    .key = "frontier",
    .form = "bitmap",
    .source = "[C] §5.1",
    .summary = "one bit per node; every round scans all bits",
    .needs = {Capability::DataDriven},
    .built_for = {Capability::UniformRounds, Capability::NodeEntries},
    .rewrite = bitmap,
};

const Technique frontier_bitmask_compact{
    .key = "frontier",
    .form = "bitmask-compact",
    .source = "[C] §5.1",
    .summary = "active nodes set bits, which become a worklist between two rounds",
    .provides = {Capability::ListedNodes, Capability::RoundBits},
    .needs = {Capability::DataDriven},
    .built_for = {Capability::NodeEntries},
    .rewrite = bitmask_compact,
};

}  // namespace maxwarp::mapping
