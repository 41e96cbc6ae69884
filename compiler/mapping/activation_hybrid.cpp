// activation=hybrid:F: the temporal hybrid ([N] §V-A, Fig. 11). Rounds are data-driven, but while more than F × nodes
// are active a round looks at all nodes, which then need not be listed. Marks of the last round tell it who acts; lists
// and marks change places every round, so that a round may go either way. After a round over all nodes, one pass over
// the marks counts the active nodes, and a second one lists them once they are few again.
//
// Under `frontier=bitmask-compact` the bits of a round stay beside the list that they become, and a round over all
// nodes asks them. The two kinds of rounds differ in what finds the active nodes: a list, or a look at all of them. So
// it is meaningless with `frontier=bitmap`, whose rounds look at the bits of all nodes, however few are active.
#include <charconv>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::Sequence;
using mapped::StorageKind;

std::optional<Argument> parse_fraction(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value >= 0 && value <= 2 ? std::optional<Argument>(value) : std::nullopt;
}

Sequence list_marked_if_few(LoopPlan& plan) {
  Control* few = plan.program.control(mapped::ControlKind::If, plan.region.location);
  few->condition = compare_listed(plan, BinaryOp::Le);
  few->body = {clear(plan, plan.active.list),
               list_marked(plan, "_list", "active nodes, from the marks to the worklist",
                           plan.arena.reference(plan.rounds->round), plan.active.list, ir::Reserve::Atomic)};
  return {few};
}

// The round over all nodes: activated nodes are marked only.
Way over_all_nodes(LoopPlan& plan) {
  mapped::Stage* all = sibling(plan, *plan.stage(), plan.stage()->name + "_all",
                               ir::clone(plan.arena, plan.stage()->body));
  all->purpose = "all nodes; those activated in the last round act";
  all->source = {};
  all->source.kind = mapped::SourceKind::Nodes;
  all->gate = plan.active.marks;
  return {.stage = all, .sink = Sink::Marks, .when = compare_listed(plan, BinaryOp::Gt), .operation = {run(plan, all)}};
}

// With marks its last step lists the active nodes, once they are few again.
Way over_marks(LoopPlan& plan) {
  Way way = over_all_nodes(plan);
  const Symbol* cell = make_storage(plan, "active_nodes", StorageKind::Cell);
  way.after_round = count_marked(plan, plan.arena.reference(plan.rounds->round), cell);
  way.after_round.push_back(read_back(plan, plan.count, cell));
  append(way.after_round, list_marked_if_few(plan));
  way.advance.swaps = {{plan.next.marks, plan.active.marks}};
  return way;
}

void beside_marks(LoopPlan& plan) {
  if (!plan.next.marks) mark_next(plan, "marks");  // a list of nodes in order has none
  plan.active.marks = make_storage(plan, "last_marks", StorageKind::Marks);
  plan.start.insert(plan.start.begin(), never_marked(plan, plan.active.marks));
  for (Advance* advance : {&plan.start_advance, &plan.way().advance})
    advance->swaps.push_back({plan.next.marks, plan.active.marks});
  plan.ways.push_back(over_marks(plan));
}

void beside_bits(LoopPlan& plan) {
  plan.active.marks = make_storage(plan, "last_mask", StorageKind::Bits);
  plan.ways.push_back(over_all_nodes(plan));
  keep_bits(plan, plan.active.marks);
}

void rewrite(LoopPlan& plan) {
  activation_data.rewrite(plan);
  plan.most_listed = std::get<double>(plan.choice("activation").argument);
  const bool bits = plan.next.marks && plan.program.storage(plan.next.marks)->kind == StorageKind::Bits;
  bits ? beside_bits(plan) : beside_marks(plan);
  plan.explanation.push_back(
      "activation=" + plan.choice("activation").text +
      ": while more nodes than that part of all are active, rounds look at all nodes, by their " +
      (bits ? "bits" : "marks") +
      (*plan.most_listed < 1 ? "" : "; that many are only on a list that has nodes twice (`dedup=none`)"));
}

}  // namespace

const Technique activation_hybrid{
    .key = "activation",
    .form = "hybrid:F",
    .source = "[N] §V-A, Fig. 11",
    .summary = "a worklist, but rounds over all nodes while more than F times as many as there are nodes are active",
    .trials = {"hybrid:0.5", "hybrid:0.1"},
    .probes = {"hybrid:0.4"},
    .provides = {Capability::DataDriven, Capability::NodeRounds, Capability::ActiveNodes, Capability::NodeEntries,
                 Capability::ListedNodes, Capability::ListFrontier},
    .needs = {Capability::ListedNodes},
    .built_for = {Capability::RoundMarks},
    .parse = parse_fraction,
    .expected = "a number from 0 to 2, such as 0.5",
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
