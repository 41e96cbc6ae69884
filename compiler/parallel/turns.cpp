// `for s in sources`: the host takes the nodes one by one, ascending. All nodes are counted; of a list or a set the
// first node after the last one is searched for in parallel, so that they need no order and may live on the device.
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

ir::Stmt* offer(ir::Arena& arena, const Symbol* next, const Expr* candidate, Location location) {
  ir::Stmt* first = arena.stmt(StmtKind::Reduce, location);
  first->target = arena.reference(next);
  first->reduction = ir::Reduction::Min;
  first->value = candidate;
  return first;
}

// The first node of the list after the present one.
void search_list(Controls& controls, const checked::Stmt* stmt, const Symbol* next, Sequence& into) {
  const checked::Loop& loop = stmt->loop;
  ir::Arena& arena = controls.arena();
  const Symbol* item = arena.local("v", Scalar::Node, checked::SymbolKind::LoopNode);
  ir::Stmt* look = arena.stmt(StmtKind::If, stmt->location);
  look->condition = arena.binary(BinaryOp::Gt, arena.reference(item), arena.reference(loop.variable), Scalar::Bool);
  look->body = {offer(arena, next, arena.reference(item), stmt->location)};
  Region& region = controls.region(stmt, next->name, item, into);
  region.set = loop.from_set;
  region.domain = Domain::NodeSet;
  region.body = {look};
}

// `for v in number..number + 1 { if members[v] { next min= v } }`: the loop makes a node of its number.
ir::Stmt* look_at(ir::Arena& arena, const Expr* number, const Symbol* next, const Symbol* members, Location location) {
  ir::Stmt* one = arena.stmt(StmtKind::For, location);
  one->symbol = arena.local("v", Scalar::Node, checked::SymbolKind::LoopIndex);
  one->first = number;
  one->end = arena.binary(BinaryOp::Add, number, arena.integer(1, Scalar::Int), Scalar::Int);
  ir::Stmt* look = arena.stmt(StmtKind::If, location);
  look->condition = arena.element(members, arena.reference(one->symbol));
  look->body = {offer(arena, next, arena.reference(one->symbol), location)};
  one->body = {look};
  return one;
}

// The first member after the present node. It is looked for among `many` nodes, then among twice as many, and so on:
// all searches together take no longer than a few walks over the nodes, and a long gap takes few steps.
void search_members(Controls& controls, const checked::Stmt* stmt, const Symbol* next, const Symbol* members,
                    Sequence& into) {
  constexpr int first_width = 64;
  ir::Arena& arena = controls.arena();
  const Symbol* variable = stmt->loop.variable;
  const Symbol* begin = controls.scalar("first_" + variable->name, Scalar::Int);
  const Symbol* many = controls.scalar("many_" + variable->name, Scalar::Int);
  const Expr *node = arena.reference(variable), *first = arena.reference(begin), *width = arena.reference(many);
  const Expr* nobody = arena.expr(checked::ExprKind::Infinity, Scalar::Node);
  const Expr* nodes = arena.call(ir::Builtin::Nodes, Scalar::Int, {});
  const auto whole = [&](BinaryOp op, const Expr* a, const Expr* b) { return arena.binary(op, a, b, Scalar::Int); };
  const auto set = [&](const Symbol* symbol, const Expr* value, Sequence& at) {
    controls.set(symbol, value, stmt->location, at);
  };
  set(begin, whole(BinaryOp::Add, node, arena.integer(1, Scalar::Int)), into);
  set(many, arena.integer(first_width, Scalar::Int), into);
  set(variable, nobody, into);
  Control* windows = controls.control(ControlKind::While, stmt->location, into);
  windows->condition = arena.binary(BinaryOp::And, arena.binary(BinaryOp::Lt, first, nodes, Scalar::Bool),
                                    arena.binary(BinaryOp::Eq, node, nobody, Scalar::Bool), Scalar::Bool);
  set(many, arena.call(ir::Builtin::Min, Scalar::Int, {width, whole(BinaryOp::Sub, nodes, first)}), windows->body);
  const Symbol* item = arena.local("number", Scalar::Int, checked::SymbolKind::LoopIndex);
  Region& region = controls.region(stmt, next->name, item, windows->body);
  region.domain = Domain::Range;
  region.low = first;
  region.high = whole(BinaryOp::Add, first, width);
  region.body = {look_at(arena, arena.reference(item), next, members, stmt->location)};
  set(variable, arena.reference(next), windows->body);
  set(begin, whole(BinaryOp::Add, first, width), windows->body);
  set(many, whole(BinaryOp::Add, width, width), windows->body);
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
  if (members) {
    search_members(controls, stmt, next, members, turns->body);
  } else {
    search_list(controls, stmt, next, turns->body);
    controls.set(node, arena.reference(next), stmt->location, turns->body);
  }
  Control* turn = controls.control(ControlKind::If, stmt->location, turns->body);
  turn->condition = more;
  return turn->body;
}

}  // namespace maxwarp::parallel
