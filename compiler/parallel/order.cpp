// Which nodes wait for which, in both forms: counted or asked along the edges that `after` names, released against
// them.
#include "compiler/parallel/order.h"

#include "compiler/parallel/controls.h"
#include "compiler/parallel/hoist.h"
#include "compiler/parallel/lower_operator.h"
#include "compiler/support/sources.h"

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
  Ordering(Arena& arena, const checked::Loop& loop, const Symbol* waiting, bool symmetric, const Symbol* round)
      : arena_(arena), loop_(loop), waiting_(waiting), symmetric_(symmetric), round_(round) {}

  Order run(const Body& operation) {
    const Expr* count = waiting_at(loop_.variable);
    const Expr* ready = arena_.binary(BinaryOp::Eq, count, arena_.integer(0), Scalar::Bool);
    Order order;
    order.count = this->count();
    order.ready = both(member(loop_.variable), ready);
    order.release = release();
    order.stranded = still_waits(loop_.variable);
    order.member = member(loop_.variable);
    order.ask = ask(operation);
    return order;
  }

 private:
  const Expr* waiting_at(const Symbol* node) { return arena_.element(waiting_, arena_.reference(node)); }

  const Expr* still_waits(const Symbol* node) {
    return arena_.binary(BinaryOp::Gt, waiting_at(node), arena_.integer(0), Scalar::Bool);
  }

  const Expr* both(const Expr* a, const Expr* b) {
    if (!a || !b) return a ? a : b;
    return arena_.binary(BinaryOp::And, a, b, Scalar::Bool);
  }

  // The condition with other nodes for the variables of the loop and of its `after`.
  const Expr* with(const Expr* condition, const Symbol* node, const Symbol* other) {
    return replace_builtin(arena_,
                           ir::rewrite(arena_, condition,
                                       [&](const Expr* e) -> const Expr* {
                                         if (e->kind != ir::ExprKind::Reference) return nullptr;
                                         if (e->symbol == loop_.variable) return arena_.reference(node);
                                         return e->symbol == loop_.after ? arena_.reference(other) : nullptr;
                                       }),
                           ir::Builtin::Round, round_);
  }

  const Expr* member(const Symbol* node) { return with(loop_.where, node, nullptr); }

  // No node is adjacent to itself; an edge to itself makes a node its own neighbor.
  const Expr* other_than_self(const Symbol* node) {
    if (loop_.after_domain != LoopDomain::Adjacent) return nullptr;
    return arena_.binary(BinaryOp::Ne, arena_.reference(node), arena_.reference(loop_.variable), Scalar::Bool);
  }

  Body guarded(const Expr* condition, Body body) {
    if (!condition) return body;
    Stmt* guard = arena_.stmt(StmtKind::If, condition->location);
    guard->condition = condition;
    guard->body = std::move(body);
    return {guard};
  }

  Stmt* walk(const Symbol* neighbor, Direction direction, Body body) {
    Stmt* stmt = arena_.stmt(StmtKind::NeighborLoop, loop_.after->location);
    stmt->symbol = neighbor;
    stmt->of = loop_.variable;
    stmt->direction = direction;
    stmt->body = std::move(body);
    return stmt;
  }

  // The neighbors that `after` names, or, `against` it, those that name this node. In a symmetric graph they are the
  // same, each as often, and the rows serve for both.
  Body walks(const Symbol* neighbor, bool against, const Body& body) {
    const LoopDomain domain = loop_.after_domain;
    if (domain == LoopDomain::Adjacent) {
      Stmt* directed = arena_.stmt(StmtKind::If, loop_.after->location);
      directed->condition = arena_.call(ir::Builtin::Directed, Scalar::Bool, {});
      directed->body = {walk(neighbor, Direction::In, ir::clone(arena_, body))};
      return {walk(neighbor, Direction::Out, body), directed};
    }
    const bool out = (domain == LoopDomain::Neighbors) != against;
    return {walk(neighbor, out || symmetric_ ? Direction::Out : Direction::In, body)};
  }

  Stmt* add(const Symbol* node, int value) {
    Stmt* stmt = arena_.stmt(StmtKind::Reduce, loop_.after->location);
    stmt->target = waiting_at(node);
    stmt->value = arena_.integer(value);
    stmt->reduction = ir::Reduction::Add;
    stmt->sum.within = true;  // a node waits for no more others than it has edges
    return stmt;
  }

  Body count() {
    const Expr* waits = both(with(loop_.where, loop_.after, nullptr),
                             with(loop_.after_where, loop_.variable, loop_.after));
    waits = both(other_than_self(loop_.after), waits);
    Body loops = walks(loop_.after, false, guarded(waits, {add(loop_.variable, 1)}));
    return guarded(member(loop_.variable), std::move(loops));
  }

  Body release() {
    const Symbol* later = arena_.local("later", Scalar::Node, ir::SymbolKind::LoopNode);
    Symbol* before = arena_.local("waited", Scalar::Int);
    Stmt* lower = add(later, -1);
    lower->old = before;
    Stmt* last = arena_.stmt(StmtKind::If, loop_.after->location);
    last->condition = arena_.binary(BinaryOp::Eq, arena_.reference(before), arena_.integer(1), Scalar::Bool);
    Stmt* activate = arena_.stmt(StmtKind::Activate, loop_.after->location);
    activate->value = arena_.reference(later);
    last->body = {activate};
    const Expr* waits = both(member(later), with(loop_.after_where, later, loop_.variable));
    waits = both(other_than_self(later), waits);
    return walks(later, true, guarded(waits, {lower, last}));
  }

  Stmt* fence(const char* why) {
    Stmt* fence = arena_.stmt(StmtKind::Fence, loop_.after->location);
    fence->note = why;
    return fence;
  }

  // Whether all those that v waits for have run; the first that has not will do.
  Body look(Symbol* ready) {
    Stmt* open = arena_.stmt(StmtKind::Declare, loop_.after->location);
    open->symbol = ready;
    open->value = arena_.integer(1, Scalar::Bool);
    Stmt* not_yet = arena_.stmt(StmtKind::Assign, loop_.after->location);
    not_yet->symbol = ready;
    not_yet->value = arena_.integer(0, Scalar::Bool);
    const Expr* waits = both(with(loop_.after_where, loop_.variable, loop_.after), still_waits(loop_.after));
    waits = both(other_than_self(loop_.after), waits);
    const Body found{not_yet, arena_.stmt(StmtKind::Break, loop_.after->location)};
    Body body = walks(loop_.after, false, guarded(waits, found));
    hoist_own_reads(arena_, body, loop_.variable);
    body.insert(body.begin(), open);
    return body;
  }

  Body ask(const Body& operation) {
    Symbol* ready = arena_.local("ready", Scalar::Bool, ir::SymbolKind::Variable);
    Body body = look(ready);
    Stmt* run = arena_.stmt(StmtKind::If, loop_.after->location);
    run->condition = arena_.reference(ready);
    run->body = {fence("the writes of nodes whose flags are cleared are visible")};
    run->body.insert(run->body.end(), operation.begin(), operation.end());
    Stmt* lower = arena_.stmt(StmtKind::Store, loop_.after->location);
    lower->target = waiting_at(loop_.variable);
    lower->value = arena_.integer(0);
    run->body.insert(run->body.end(), {fence("its writes are visible before its flag is cleared"), lower});
    run->other = {arena_.stmt(StmtKind::Again, loop_.after->location)};
    body.push_back(run);
    return guarded(still_waits(loop_.variable), std::move(body));
  }

  Arena& arena_;
  const checked::Loop& loop_;
  const Symbol* waiting_;
  bool symmetric_;
  const Symbol* round_;
};

// Whoever is still waiting is on a cycle or after one. The cell holds the first of them.
void expect_all(Controls& controls, const checked::Stmt* stmt, const std::string& name, const Expr* stranded,
                Sequence& into) {
  Arena& arena = controls.arena();
  const Symbol* cell = controls.scalar("stranded", Scalar::Node);
  controls.add_cell(cell);
  const Expr* nobody = arena.expr(ir::ExprKind::Infinity, Scalar::Node);
  controls.set(cell, nobody, stmt->location, into);
  Stmt* found = arena.stmt(StmtKind::Reduce, stmt->location);
  found->target = arena.reference(cell);
  found->reduction = ir::Reduction::Min;
  found->value = arena.reference(stmt->loop.variable);
  Stmt* look = arena.stmt(StmtKind::If, stmt->location);
  look->condition = stranded;
  look->body = {found};
  Region& region = controls.region(stmt, name + "_stranded", stmt->loop.variable, into);
  region.purpose = "finds nodes that still wait at the end";
  region.body = {look};
  Control* node = controls.control(ControlKind::Expect, stmt->location, into);
  node->condition = arena.binary(BinaryOp::Eq, arena.reference(cell), nobody, Scalar::Bool);
  node->symbol = cell;
  node->note = "line " + controls.program_->algorithm->sources->line_text(stmt->location);
}

// A region over all nodes that belongs to the loop.
void fill_in(Controls& controls, const checked::Stmt* stmt, const std::string& name, Body body, Region& region) {
  region.label = stmt->loop.label;
  region.name = name;
  region.location = stmt->location;
  region.item = stmt->loop.variable;
  region.body = std::move(body);
  note_findings(*controls.program_->algorithm, stmt, region);
}

// Rounds over the nodes that wait for none any more, after a count.
void count_and_run(Controls& controls, const checked::Stmt* stmt, const std::string& name, Order& order,
                   Sequence& into) {
  Arena& arena = controls.arena();
  const checked::Loop& loop = stmt->loop;
  controls.fill(controls.waiting_, arena.integer(0), stmt->location, into);
  hoist_own_reads(arena, order.count, loop.variable);
  Region& region = controls.region(stmt, name + "_count", loop.variable, into);
  region.purpose = "counts what each waits for";
  region.body = std::move(order.count);
  Control* node = controls.control(ControlKind::Rounds, stmt->location, into);
  node->ordered = true;
  node->from_all = true;
  node->from_node = loop.variable;
  node->from_where = order.ready;
  node->round = arena.local("round", Scalar::Int, ir::SymbolKind::Round);
  fill_in(controls, stmt, name,
          lower_operator(arena, stmt, stmt->loop.variable, controls.surroundings(), order.release), node->region);
  node->region.domain = Domain::Active;
}

// The nodes of the loop, and no others, have their flags up.
void raise_flags(Controls& controls, const checked::Stmt* stmt, const std::string& name, const Order& order,
                 Sequence& into) {
  Arena& arena = controls.arena();
  controls.fill(controls.waiting_, arena.integer(order.member ? 0 : 1), stmt->location, into);
  if (!order.member) return;
  Stmt* raise = arena.stmt(StmtKind::Store, stmt->location);
  raise->target = arena.element(controls.waiting_, arena.reference(stmt->loop.variable));
  raise->value = arena.integer(1);
  Stmt* chosen = arena.stmt(StmtKind::If, stmt->location);
  chosen->condition = order.member;
  chosen->body = {raise};
  Region& region = controls.region(stmt, name + "_open", stmt->loop.variable, into);
  region.purpose = "raises the flags of those that take part";
  region.body = {chosen};
}

}  // namespace

Order order_of(Arena& arena, const checked::Loop& loop, const Symbol* waiting, bool symmetric, const Symbol* round,
               const Body& operation) {
  return Ordering(arena, loop, waiting, symmetric, round).run(operation);
}

// Both ways to keep the order, and a look at who is left.
void ordered_loop(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  Arena& arena = controls.arena();
  if (!controls.waiting_) controls.waiting_ = controls.property("waiting", Scalar::Int);
  const bool symmetric = controls.program_->algorithm->requirements.symmetric;
  const Body operation = lower_operator(arena, stmt, stmt->loop.variable, controls.surroundings());
  Order order = order_of(arena, stmt->loop, controls.waiting_, symmetric, controls.round_, operation);
  const std::string name = controls.unique_name(region_name(stmt, operation));
  Control* node = controls.control(ControlKind::Ordered, stmt->location, into);
  count_and_run(controls, stmt, name, order, node->body);
  raise_flags(controls, stmt, name, order, node->other);
  fill_in(controls, stmt, name, std::move(order.ask), node->region);
  expect_all(controls, stmt, name, order.stranded, into);
}

}  // namespace maxwarp::parallel
