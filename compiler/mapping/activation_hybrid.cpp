// activation=hybrid:F: the temporal hybrid ([N] §V-A, Fig. 11). Rounds are data-driven, but while more than F × nodes
// are active a round looks at all nodes, which then need not be listed. Marks of the last round tell it who acts; lists
// and marks change places every round, so that a round may go either way. Behind a round over all nodes, one pass over
// the marks counts the active nodes, and a second one lists them once they are few again.
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
using mapped::StorageKind;

std::optional<Argument> parse_fraction(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value >= 0 && value <= 1 ? std::optional<Argument>(value) : std::nullopt;
}

// Whether the number of active nodes is above (or at most) F × nodes.
const Expr* compare_active(LoopPlan& plan, BinaryOp op) {
  ir::Arena& arena = plan.arena;
  Expr* part = arena.expr(ir::ExprKind::Real, Scalar::Double);
  part->real = std::get<double>(plan.choice("activation").argument);
  const auto real = [&](const Expr* number) {
    Expr* converted = arena.expr(ir::ExprKind::Convert, Scalar::Double);
    converted->operands = {number};
    return converted;
  };
  const Expr* nodes = real(arena.call(ir::Builtin::Nodes, Scalar::Int, {}));
  return arena.binary(op, real(arena.reference(plan.count)), arena.binary(BinaryOp::Mul, part, nodes, Scalar::Double),
                      Scalar::Bool);
}

// A stage that does something for every node that was marked in this round.
mapped::Stage* for_marked(LoopPlan& plan, const std::string& name, const char* purpose, Stmt* action) {
  ir::Arena& arena = plan.arena;
  mapped::Stage* stage = plan.program.stage(plan.region.name + name, purpose);
  stage->source.kind = mapped::SourceKind::Nodes;
  stage->item = arena.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* marked = arena.stmt(StmtKind::If);
  marked->condition = arena.binary(BinaryOp::Eq, arena.element(plan.marks, arena.reference(stage->item)),
                                   arena.reference(plan.rounds->round), Scalar::Bool);
  if (action->kind == StmtKind::Push) action->value = arena.reference(stage->item);
  marked->body = {action};
  stage->body = {marked};
  return stage;
}

Control* count_marked(LoopPlan& plan, const Symbol* cell) {
  Stmt* add = plan.arena.stmt(StmtKind::Reduce);
  add->reduction = ir::Reduction::Add;
  add->target = plan.arena.reference(cell);
  add->value = plan.arena.integer(1);
  add->sum.within = true;  // no more than there are nodes
  return run(plan, for_marked(plan, "_count", "how many nodes are active in the next round", add));
}

Control* list_marked_if_few(LoopPlan& plan) {
  Stmt* push = plan.arena.stmt(StmtKind::Push);
  push->storage = plan.active;
  Control* list = run(plan, for_marked(plan, "_list", "active nodes, from the marks to the worklist", push));
  Control* few = plan.program.control(mapped::ControlKind::If, plan.region.location);
  few->condition = compare_active(plan, BinaryOp::Le);
  few->body = {clear(plan, plan.active), list};
  return few;
}

// The round over all nodes: activated nodes are marked only.
Way over_all_nodes(LoopPlan& plan, const Symbol* last_marks) {
  mapped::Stage* all = sibling(plan, *plan.main, plan.main->name + "_all", ir::clone(plan.arena, plan.main->body));
  all->purpose = "all nodes; those activated in the last round act";
  all->source = {};
  all->source.kind = mapped::SourceKind::Nodes;
  all->gate = last_marks;
  all->lists_active = false;
  const Symbol* cell = make_storage(plan, "active_nodes", StorageKind::Cell);
  return {all,
          {run(plan, all)},
          {clear(plan, cell), count_marked(plan, cell), read_back(plan, plan.count, cell), list_marked_if_few(plan),
           swap(plan, plan.marks, last_marks)},
          compare_active(plan, BinaryOp::Gt)};
}

void rewrite(LoopPlan& plan) {
  activation_data.rewrite(plan);
  if (!plan.marks) {  // a list of nodes in order needs none
    plan.marks = make_storage(plan, "marks", StorageKind::Marks);
    plan.before.insert(plan.before.begin(), never_marked(plan, plan.marks));
  }
  const Symbol* last_marks = make_storage(plan, "last_marks", StorageKind::Marks);
  plan.before.insert(plan.before.begin(), never_marked(plan, last_marks));
  plan.after_start.push_back(swap(plan, plan.marks, last_marks));
  plan.after_round.push_back(swap(plan, plan.marks, last_marks));
  plan.other_way = over_all_nodes(plan, last_marks);
  plan.explanation.push_back(
      "activation=" + plan.choice("activation").text +
      ": while more nodes than that part of all are active, rounds look at all nodes, by their marks");
}

}  // namespace

const Technique activation_hybrid{
    .key = "activation",
    .form = "hybrid:F",
    .source = "[N] §V-A, Fig. 11",
    .summary = "a worklist, but rounds over all nodes while more than F (0 to 1) of them are active",
    .trials = {"hybrid:0.5", "hybrid:0.1"},
    .probes = {"hybrid:0.4"},
    .provides = {Capability::DataDriven, Capability::NodeEntries, Capability::ListFrontier},
    .parse = parse_fraction,
    .expected = "a part of the nodes from 0 to 1, such as 0.5",
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
