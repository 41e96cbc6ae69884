// `for s in sources`: the host takes the nodes one by one, ascending. All nodes are counted; of a list or a set the
// members are marked, and the first one after the last is searched for in parallel: so they need no order and may live
// on the device.
#include "compiler/parallel/controls.h"

namespace maxwarp::parallel {
namespace {

using checked::Scalar;
using ir::BinaryOp;
using ir::StmtKind;

ir::Stmt* mark(ir::Arena& arena, const Symbol* members, const Symbol* node, const Expr* value, Location location) {
  ir::Stmt* store = arena.stmt(StmtKind::Store, location);
  store->target = arena.element(members, arena.reference(node));
  store->value = value;
  return store;
}

// Who is in the set when the loop begins: its body may change what the condition reads.
const Symbol* kept_members(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  const checked::Loop& loop = stmt->loop;
  const Symbol* members = controls.property("nodes_of_" + loop.variable->name, Scalar::Bool);
  controls.region(stmt, "members_of_" + loop.variable->name, loop.from_node, into).body = {
      mark(controls.arena(), members, loop.from_node, controls.with_round(loop.from_where), stmt->location)};
  return members;
}

// The nodes of a list; `count` gets their number.
const Symbol* listed_members(Controls& controls, const checked::Stmt* stmt, const Symbol* count, Sequence& into) {
  ir::Arena& arena = controls.arena();
  const std::string& name = stmt->loop.variable->name;
  const Symbol* members = controls.property("nodes_of_" + name, Scalar::Bool);
  controls.fill(members, arena.integer(0, Scalar::Bool), stmt->location, into);
  controls.add_cell(count);
  controls.set(count, arena.integer(0), stmt->location, into);
  const Symbol* item = arena.local("v", Scalar::Node, checked::SymbolKind::LoopNode);
  ir::Stmt* one = arena.stmt(StmtKind::Reduce, stmt->location);
  one->target = arena.reference(count);
  one->reduction = ir::Reduction::Add;
  one->value = arena.integer(1);
  Region& region = controls.region(stmt, "members_of_" + name, item, into);
  region.set = stmt->loop.from_set;
  region.domain = Domain::NodeSet;
  region.body = {mark(arena, members, item, arena.integer(1, Scalar::Bool), stmt->location), one};
  return members;
}

ir::Stmt* offer(ir::Arena& arena, const Symbol* next, const Expr* candidate, Location location) {
  ir::Stmt* first = arena.stmt(StmtKind::Reduce, location);
  first->target = arena.reference(next);
  first->reduction = ir::Reduction::Min;
  first->value = candidate;
  return first;
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

// The first member after the present node. It is looked for among `first_width` nodes, then among twice as many, and so
// on: all searches together take no longer than a few walks over the nodes, and a long gap takes few steps.
void search_members(Controls& controls, const checked::Stmt* stmt, const Symbol* next, const Symbol* members,
                    const Expr* first_width, Sequence& into) {
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
  set(many, first_width, into);
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

// The nodes of a list are about nodes / count apart: of a single one, one search finds it.
const Expr* first_width(ir::Arena& arena, const Symbol* count) {
  const Expr* least = arena.integer(64);
  if (!count) return least;
  const Expr* nodes = arena.call(ir::Builtin::Nodes, Scalar::Int, {});
  const Expr* apart = arena.binary(BinaryOp::Div, nodes, arena.reference(count), Scalar::Int);
  return arena.call(ir::Builtin::Max, Scalar::Int, {least, apart});
}

}  // namespace

Sequence& nodes_in_turn(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  if (stmt->loop.from_all && !stmt->loop.from_where) return all_nodes_in_turn(controls, stmt, into);
  ir::Arena& arena = controls.arena();
  const Symbol *node = stmt->loop.variable, *next = controls.scalar("next_" + node->name, Scalar::Node);
  controls.add_cell(next);
  const Expr* nobody = arena.expr(checked::ExprKind::Infinity, Scalar::Node);
  const Expr* more = arena.binary(BinaryOp::Ne, arena.reference(node), nobody, Scalar::Bool);
  const bool listed = stmt->loop.from_set;
  const Symbol* count = listed ? controls.scalar("count_of_" + node->name, Scalar::Int) : nullptr;
  const Symbol* members = listed ? listed_members(controls, stmt, count, into) : kept_members(controls, stmt, into);
  controls.set(node, nullptr, stmt->location, into);  // `none`, which is before all nodes
  Control* turns = controls.control(ControlKind::While, stmt->location, into);
  turns->condition = more;
  controls.set(next, nobody, stmt->location, turns->body);
  search_members(controls, stmt, next, members, first_width(arena, count), turns->body);
  Control* turn = controls.control(ControlKind::If, stmt->location, turns->body);
  turn->condition = more;
  return turn->body;
}

}  // namespace maxwarp::parallel
