// capacity=fixed|grow[:N]: how much room worklists have ([N] §VI-F, Fig. 14). fixed: for all nodes; more than that are
// pushed only where a node may be pushed twice. grow: for few at first, and for twice as many whenever that does not
// suffice. What does not fit into a list is not written; but every activation leaves a mark, so the list is made again
// from the marks of its round, and the rounds go on. No node runs a second time for that: to do a round again, as the
// paper does, loses the work whose activation hangs on a change that has happened already.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Room;

Control* refill_of(LoopPlan& plan, const ir::Symbol* list) {
  Control* refill = plan.program.control(ControlKind::GrowAndRebuild, plan.region.location);
  refill->symbol = list;
  refill->count = plan.count;
  return refill;
}

// A list with room for all nodes, or all edges, overflows when more are pushed.
Control* if_overflowed(LoopPlan& plan) {
  Control* branch = plan.program.control(ControlKind::If, plan.region.location);
  const ir::Expr* room = plan.next.edges ? plan.arena.call(ir::Builtin::Edges, ir::Scalar::Long, {})
                                         : plan.arena.call(ir::Builtin::Nodes, ir::Scalar::Int, {});
  branch->condition = plan.arena.binary(ir::BinaryOp::Gt, plan.arena.reference(plan.count), room, ir::Scalar::Bool);
  return branch;
}

// Whether the next round looks at marks if the list is too long. What shortens the list first has to have all of it.
bool may_be_left(const LoopPlan& plan, const Advance& advance) { return plan.most_listed && advance.complete.empty(); }

// A list that is not taken does not have to be made again.
Control* if_taken(LoopPlan& plan, const Advance& advance, Room room, Control* refill) {
  if (!may_be_left(plan, advance)) return refill;
  const ir::Expr* taken = compare_listed(plan, ir::BinaryOp::Le);
  if (room == Room::Bounded) {
    refill->condition = plan.arena.binary(ir::BinaryOp::And, refill->condition, taken, ir::Scalar::Bool);
    return refill;
  }
  Control* branch = plan.program.control(ControlKind::If, plan.region.location);
  branch->condition = taken;
  branch->body = {refill};
  return branch;
}

// In front of what takes the list of the next round: it is whole.
void refill(LoopPlan& plan, Advance& advance, Room room, const ir::Expr* round) {
  const bool left = may_be_left(plan, advance);
  const double share = plan.program.storage(plan.next.list)->share;
  if (room == Room::Bounded && left && *plan.most_listed <= share) return;  // one that overflows is not taken
  Control* refill = room == Room::Growing ? refill_of(plan, plan.next.list) : if_overflowed(plan);
  refill->body = {clear(plan, plan.next.list), push_marked(plan, round), read_back(plan, plan.count, plan.next.list)};
  mapped::Sequence complete{if_taken(plan, advance, room, refill)};
  // Whoever copies the list to the other one finds room for all of it there.
  const bool copied = std::ranges::none_of(advance.swaps,
                                           [&](const auto& lists) { return lists.first == plan.active.list; });
  if (copied && room == Room::Growing) complete.push_back(refill_of(plan, plan.active.list));
  if (advance.complete.empty()) advance.counted = nullptr;  // nothing changes the length any more
  append(complete, advance.complete);
  advance.complete = std::move(complete);
}

// Ways that mark nodes alone know how many those are before they list them.
void make_room(LoopPlan& plan, mapped::Sequence& controls) {
  mapped::Sequence result;
  for (Control* control : controls) {
    make_room(plan, control->body);
    make_room(plan, control->other);
    const bool lists = control->kind == ControlKind::Clear && control->symbol == plan.active.list;
    if (lists) result.push_back(refill_of(plan, plan.active.list));
    result.push_back(control);
  }
  controls = std::move(result);
}

// What the round over the list leaves for each of its entries: sums of degrees, and what it puts off.
void share_with(LoopPlan& plan, double share) {
  for (mapped::Stage& stage : plan.program.stages) {
    for (ir::Stmt* stmt : stage.body) {
      const mapped::Storage* sums = plan.program.storage(stmt->storage);
      if (!sums || sums->kind != mapped::StorageKind::Offsets || stmt->symbol != plan.active.list) continue;
      stmt->amount = list_room(plan, share);
      plan.program.place(stmt->storage).share = share;
    }
    if (stage.source.list != plan.active.list) continue;
    ir::walk(stage.body, [&](const ir::Stmt* stmt) {
      if (stmt->kind == ir::StmtKind::Push) plan.program.place(stmt->storage).share = share;
    });
  }
}

// Room for as many entries as a round over the list may have. A node that runs once for each of its entries: else a
// list that is longer than there are nodes is made again, with each node once.
void bound(LoopPlan& plan, Room room, int first_room) {
  const double share = plan.ways.front().stage->repeated ? std::max(1.0, plan.most_listed.value_or(1)) : 1;
  for (const ir::Symbol* list : {plan.active.list, plan.next.list}) {
    mapped::Storage& storage = plan.program.place(list);
    storage.room = room;
    storage.first_room = first_room;
    storage.share = share;
  }
  if (share > 1) share_with(plan, share);
  refill(plan, plan.start_advance, room, plan.arena.integer(0));
  for (Way& way : plan.ways) {
    if (way.sink == Sink::List)
      refill(plan, way.advance, room, plan.arena.reference(plan.rounds->round));
    else if (room == Room::Growing)
      make_room(plan, way.after_round);
  }
}

void rewrite_fixed(LoopPlan& plan) {
  if (plan.next.repeats) bound(plan, Room::Bounded, 0);
}

// A list in order, whose nodes are pushed once, has no marks of its own.
void leave_marks(LoopPlan& plan) {
  mark_next(plan, "marks");
  for (mapped::Stage* stage : activating_stages(plan))
    replace_activations(plan, *stage, [&](ir::Stmt* push, const ir::Stmt* activated) {
      return ir::Body{mark(plan, activated, plan.next.marks, stage->round), push};
    });
}

std::optional<Refusal> refuse_grow(const LoopPlan& plan) {
  if (plan.deferred && plan.next.repeats)
    return not_yet("its worklist may grow beyond one entry per node, and the list of nodes that are put off does not",
                   plan.region.location);
  const ir::Symbol* other = exchanged_in_round(plan);
  if (!other) return std::nullopt;
  return not_yet("within a round its worklist takes turns with `" + other->name + "`, which does not grow",
                 plan.region.location);
}

void rewrite_grow(LoopPlan& plan) {
  if (!plan.next.marks) leave_marks(plan);
  const auto first = plan.choice("capacity").number_if_any();
  bound(plan, Room::Growing, static_cast<int>(first.value_or(0)));
  plan.explanation.push_back("capacity=grow: worklists have room for " +
                             (first ? std::to_string(*first) : std::string("some")) +
                             " nodes; one that overflows gets twice the room, and is made again from the marks");
}

}  // namespace

const Technique capacity_fixed{
    .key = "capacity",
    .form = "fixed",
    .source = "[N] §III-A",
    .summary = "worklists have room for all nodes",
    .rewrite = rewrite_fixed,
};

const Technique capacity_grow{
    .key = "capacity",
    .form = "grow[:N]",
    .source = "[N] §VI-F, Fig. 14",
    .summary = "worklists have room for N nodes and grow when they overflow; the caller's `more` gives them memory",
    .trials = {"grow"},
    .probes = {"grow:1"},
    .needs = {Capability::DataDriven, Capability::HostControl},
    .built_for = {Capability::ListFrontier, Capability::NodeWorklist, Capability::RoundMarks},
    .parse = parse_optional_number<1, 1L << 30>,
    .expected = "a number of nodes from 1 to 1073741824, or nothing",
    .refuse = refuse_grow,
    .rewrite = rewrite_grow,
};

}  // namespace maxwarp::mapping
