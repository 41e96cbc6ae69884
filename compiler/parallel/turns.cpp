// `for s in sources`: the host takes the nodes one by one, ascending. All nodes are counted; of a set the first node
// after the last one is searched for in parallel, so that sets need no order and may live on the device.
#include "compiler/parallel/controls.h"

namespace maxwarp::parallel {
namespace {

using checked::Scalar;
using ir::BinaryOp;
using ir::StmtKind;

// Who is in the set when the loop begins: its body may change what the condition reads.
const Symbol* kept_members(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  const checked::Loop& loop = stmt->loop;
  ir::Arena& arena = controls.arena();
  const Symbol* members = controls.property("nodes_of_" + loop.variable->name, Scalar::Bool);
  ir::Stmt* store = arena.stmt(StmtKind::Store, stmt->location);
  store->target = arena.element(members, arena.reference(loop.from_node));
  store->value = controls.with_round(loop.from_where);
  controls.region(stmt, "members_of_" + loop.variable->name, loop.from_node, into).body = {store};
  return members;
}

void search(Controls& controls, const checked::Stmt* stmt, const Symbol* next, const Symbol* members, Sequence& into) {
  const checked::Loop& loop = stmt->loop;
  ir::Arena& arena = controls.arena();
  const Symbol* item = arena.local("v", Scalar::Node, checked::SymbolKind::LoopNode);
  const Expr* candidate = arena.reference(item);
  ir::Stmt* first = arena.stmt(StmtKind::Reduce, stmt->location);
  first->target = arena.reference(next);
  first->reduction = ir::Reduction::Min;
  first->value = candidate;
  ir::Stmt* look = arena.stmt(StmtKind::If, stmt->location);
  look->condition = arena.binary(BinaryOp::Gt, candidate, arena.reference(loop.variable), Scalar::Bool);
  if (members)
    look->condition = arena.binary(BinaryOp::And, look->condition, arena.element(members, candidate), Scalar::Bool);
  look->body = {first};
  Region& region = controls.region(stmt, next->name, item, into);
  region.set = loop.from_set;
  region.domain = loop.from_set ? Domain::NodeSet : Domain::Nodes;
  region.body = {look};
}

// `for s in all`: the host counts.
Sequence& all_nodes_in_turn(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  ir::Arena& arena = controls.arena();
  const Symbol* node = stmt->loop.variable;
  const auto following = [&] {
    return arena.binary(BinaryOp::Add, arena.reference(node), arena.integer(1, Scalar::Node), Scalar::Node);
  };
  controls.set(node, nullptr, stmt->location, into);  // `none`, the number before that of the first
  Control* turns = controls.control(ControlKind::While, stmt->location, into);
  const ir::Expr* count = arena.call(ir::Builtin::Nodes, Scalar::Int, {});
  turns->condition = arena.binary(BinaryOp::Lt, following(), count, Scalar::Bool);
  controls.set(node, following(), stmt->location, turns->body);
  return turns->body;
}

}  // namespace

Sequence& nodes_in_turn(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  if (stmt->loop.from_all && !stmt->loop.from_where) return all_nodes_in_turn(controls, stmt, into);
  ir::Arena& arena = controls.arena();
  const Symbol *node = stmt->loop.variable, *next = controls.scalar("next_" + node->name, Scalar::Node);
  controls.add_cell(next);
  const Expr* nobody = arena.expr(checked::ExprKind::Infinity, Scalar::Node);
  const Expr* more = arena.binary(BinaryOp::Ne, arena.reference(node), nobody, Scalar::Bool);
  const Symbol* members = stmt->loop.from_where ? kept_members(controls, stmt, into) : nullptr;
  controls.set(node, nullptr, stmt->location, into);  // `none`, which is before all nodes
  Control* turns = controls.control(ControlKind::While, stmt->location, into);
  turns->condition = more;
  controls.set(next, nobody, stmt->location, turns->body);
  search(controls, stmt, next, members, turns->body);
  controls.set(node, arena.reference(next), stmt->location, turns->body);
  Control* turn = controls.control(ControlKind::If, stmt->location, turns->body);
  turn->condition = more;
  return turn->body;
}

}  // namespace maxwarp::parallel
