// Who waits for whom, from both sides: counted along the edges that `after` names, released against them.
#include "compiler/parallel/order.h"

#include "compiler/parallel/controls.h"
#include "compiler/parallel/hoist.h"
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {
namespace {

using checked::LoopDomain;
using ir::Arena;
using ir::BinaryOp;
using ir::Body;
using ir::Direction;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

class Ordering {
 public:
  Ordering(Arena &arena, const checked::Loop &loop, const Symbol *waiting, bool symmetric, const Symbol *round)
      : arena_(arena), loop_(loop), waiting_(waiting), symmetric_(symmetric), round_(round) {}

  Order run() {
    const Expr *count = waiting_at(loop_.variable);
    const Expr *ready = arena_.binary(BinaryOp::Eq, count, arena_.integer(0), Scalar::Bool);
    Order order;
    order.count = this->count();
    order.ready = both(member(loop_.variable), ready);
    order.release = release();
    order.stranded = arena_.binary(BinaryOp::Gt, count, arena_.integer(0), Scalar::Bool);
    return order;
  }

 private:
  const Expr *waiting_at(const Symbol *node) { return arena_.element(waiting_, arena_.reference(node)); }

  const Expr *both(const Expr *a, const Expr *b) {
    if (!a || !b) return a ? a : b;
    return arena_.binary(BinaryOp::And, a, b, Scalar::Bool);
  }

  // The condition with other nodes for the variables of the loop and of its `after`.
  const Expr *with(const Expr *condition, const Symbol *node, const Symbol *other) {
    return replace_round(arena_, ir::rewrite(arena_, condition, [&](const Expr *e) -> const Expr * {
      if (e->kind != ir::ExprKind::Reference) return nullptr;
      if (e->symbol == loop_.variable) return arena_.reference(node);
      return e->symbol == loop_.after ? arena_.reference(other) : nullptr;
    }), round_);
  }

  const Expr *member(const Symbol *node) { return with(loop_.where, node, nullptr); }

  // Nobody is adjacent to itself; an edge to itself makes a node its own neighbor.
  const Expr *other_than_self(const Symbol *node) {
    if (loop_.after_domain != LoopDomain::Adjacent) return nullptr;
    return arena_.binary(BinaryOp::Ne, arena_.reference(node), arena_.reference(loop_.variable), Scalar::Bool);
  }

  Body guarded(const Expr *condition, Body body) {
    if (!condition) return body;
    Stmt *guard = arena_.stmt(StmtKind::If, condition->location);
    guard->condition = condition;
    guard->body = std::move(body);
    return {guard};
  }

  Stmt *walk(const Symbol *neighbor, Direction direction, Body body) {
    Stmt *stmt = arena_.stmt(StmtKind::NeighborLoop, loop_.after->location);
    stmt->symbol = neighbor;
    stmt->of = loop_.variable;
    stmt->direction = direction;
    stmt->body = std::move(body);
    return stmt;
  }

  // The neighbors that `after` names, or, `against` it, those that name this node. In a symmetric graph they are the same,
  // each as often, and the rows serve for both.
  Body walks(const Symbol *neighbor, bool against, const Body &body) {
    const LoopDomain domain = loop_.after_domain;
    if (domain == LoopDomain::Adjacent) {
      Stmt *directed = arena_.stmt(StmtKind::If, loop_.after->location);
      directed->condition = arena_.call(ir::Builtin::Directed, Scalar::Bool, {});
      directed->body = {walk(neighbor, Direction::In, ir::clone(arena_, body))};
      return {walk(neighbor, Direction::Out, body), directed};
    }
    const bool out = (domain == LoopDomain::Neighbors) != against;
    return {walk(neighbor, out || symmetric_ ? Direction::Out : Direction::In, body)};
  }

  Stmt *add(const Symbol *node, int value) {
    Stmt *stmt = arena_.stmt(StmtKind::Reduce, loop_.after->location);
    stmt->target = waiting_at(node);
    stmt->value = arena_.integer(value);
    stmt->reduction = ir::Reduction::Add;
    return stmt;
  }

  Body count() {
    const Expr *waits = both(with(loop_.where, loop_.after, nullptr), with(loop_.after_where, loop_.variable, loop_.after));
    waits = both(other_than_self(loop_.after), waits);
    Body loops = walks(loop_.after, false, guarded(waits, {add(loop_.variable, 1)}));
    return guarded(member(loop_.variable), std::move(loops));
  }

  Body release() {
    const Symbol *later = arena_.local("later", Scalar::Node, ir::SymbolKind::LoopNode);
    Symbol *before = arena_.local("waited", Scalar::Int);
    Stmt *lower = add(later, -1);
    lower->old = before;
    Stmt *last = arena_.stmt(StmtKind::If, loop_.after->location);
    last->condition = arena_.binary(BinaryOp::Eq, arena_.reference(before), arena_.integer(1), Scalar::Bool);
    Stmt *activate = arena_.stmt(StmtKind::Activate, loop_.after->location);
    activate->value = arena_.reference(later);
    last->body = {activate};
    const Expr *waits = both(member(later), with(loop_.after_where, later, loop_.variable));
    waits = both(other_than_self(later), waits);
    return walks(later, true, guarded(waits, {lower, last}));
  }

  Arena &arena_;
  const checked::Loop &loop_;
  const Symbol *waiting_;
  bool symmetric_;
  const Symbol *round_;
};

// Whoever is still waiting is on a cycle or behind one. The cell holds the first of them.
void expect_all(Controls &controls, const checked::Stmt *stmt, const std::string &name, const Expr *stranded, Sequence &into) {
  Arena &arena = controls.arena();
  const Symbol *cell = controls.scalar("stranded", Scalar::Node);
  controls.add_cell(cell);
  const Expr *nobody = arena.expr(ir::ExprKind::Infinity, Scalar::Node);
  controls.set(cell, nobody, stmt->location, into);
  Stmt *found = arena.stmt(StmtKind::Reduce, stmt->location);
  found->target = arena.reference(cell);
  found->reduction = ir::Reduction::Min;
  found->value = arena.reference(stmt->loop.variable);
  Stmt *look = arena.stmt(StmtKind::If, stmt->location);
  look->condition = stranded;
  look->body = {found};
  controls.region(stmt, name + "_stranded", stmt->loop.variable, into).body = {look};
  Control *node = controls.control(ControlKind::Expect, stmt->location, into);
  node->condition = arena.binary(BinaryOp::Eq, arena.reference(cell), nobody, Scalar::Bool);
  node->symbol = cell;
  node->note = "line " + std::to_string(stmt->location.line);
}

}  // namespace

Order order_of(Arena &arena, const checked::Loop &loop, const Symbol *waiting, bool symmetric, const Symbol *round) {
  return Ordering(arena, loop, waiting, symmetric, round).run();
}

// Rounds over the nodes that wait for nobody any more, between a count and a look at who is left.
void ordered_loop(Controls &controls, const checked::Stmt *stmt, Sequence &into) {
  const checked::Loop &loop = stmt->loop;
  Arena &arena = controls.arena();
  if (!controls.waiting_) controls.waiting_ = controls.property("waiting", Scalar::Int);
  const bool symmetric = controls.program_->algorithm->requirements.symmetric;
  Order order = order_of(arena, loop, controls.waiting_, symmetric, controls.round_);
  const std::string name = controls.unique_name(region_name(stmt));
  controls.fill(controls.waiting_, arena.integer(0), stmt->location, into);
  hoist_own_reads(arena, order.count, loop.variable);
  controls.region(stmt, name + "_count", loop.variable, into).body = std::move(order.count);

  Control *node = controls.control(ControlKind::Rounds, stmt->location, into);
  node->ordered = true;
  node->from_all = true;
  node->from_node = loop.variable;
  node->from_where = order.ready;
  node->round = arena.local("round", Scalar::Int, ir::SymbolKind::Variable);
  node->region.domain = Domain::Active;
  node->region.label = loop.label;
  node->region.name = name;
  node->region.location = stmt->location;
  node->region.item = loop.variable;
  node->region.body = lower_operator(arena, stmt, controls.surroundings(), order.release);
  note_findings(*controls.program_->algorithm, stmt, node->region);
  expect_all(controls, stmt, name, order.stranded, into);
}

}  // namespace maxwarp::parallel
