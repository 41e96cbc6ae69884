// Turning an operator around: its neighbor loops run from the other end of their edges (Beamer, Asanović, Patterson
// 2012, bottom-up step), so that a node owns what it changes. For the techniques of `direction`.
#include <algorithm>

#include "compiler/mapping/build.h"
#include "compiler/parallel/first_change.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Direction;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

// `reads`: what the operator gives names to before its loop, at the item.
bool reads_only_target(const Expr* condition, const Stmt* loop, const ir::Symbol* item, const Body& reads) {
  bool only = true;
  ir::walk(condition, [&](const Expr* e) {
    const bool named = std::ranges::any_of(
        reads, [&](const Stmt* read) { return read->kind == StmtKind::Declare && read->symbol == e->symbol; });
    const bool of_item = e->symbol == item || e->symbol == loop->edge || named;
    only = only && !(e->symbol && of_item);
  });
  return only;
}

// Whether it is the same for all nodes and at all times, as `directed` is.
bool is_of_graph(const Expr* condition) {
  bool constant = true;
  ir::walk(condition, [&](const Expr* e) { constant = constant && !e->symbol; });
  return constant;
}

Stmt* guard(LoopPlan& plan, const Expr* condition, Body body) {
  Stmt* stmt = plan.arena.stmt(StmtKind::If, condition->location);
  stmt->condition = condition;
  stmt->body = std::move(body);
  return stmt;
}

// The statements, said of `to` where they speak of `from`.
Body renamed(LoopPlan& plan, const Body& body, const ir::Symbol* from, const ir::Symbol* to) {
  return ir::clone(plan.arena, body, [&](const Expr* e) -> const Expr* {
    const bool found = from != to && e->kind == ir::ExprKind::Reference && e->symbol == from;
    return found ? plan.arena.reference(to) : nullptr;
  });
}

// Puts `instead` in the place of the loop, the last statement of a body in `body`.
bool replace_loop(Body& body, const Stmt* loop, const Body& instead) {
  if (body.empty()) return false;
  Stmt* last = body.back();
  if (last != loop) return replace_loop(last->body, loop, instead) || replace_loop(last->other, loop, instead);
  body.pop_back();
  body.insert(body.end(), instead.begin(), instead.end());
  return true;
}

// `body` where the node is active; null `active`: where every node is.
Body if_active(LoopPlan& plan, const ir::Symbol* active, const ir::Symbol* node, Body body) {
  return active ? Body{guard(plan, is_active(plan, active, node), std::move(body))} : body;
}

// `body` for every in-neighbor of `target` that is in `active`, where `loop` told the out-neighbors, or the other way
// round.
Stmt* turn(LoopPlan& plan, const Stmt* loop, const ir::Symbol* target, const ir::Symbol* active, Body body) {
  Stmt* turned = plan.arena.stmt(StmtKind::NeighborLoop, loop->location);
  turned->direction = loop->direction == Direction::Out ? Direction::In : Direction::Out;
  turned->symbol = plan.region.item;
  turned->of = target;
  turned->edge = loop->edge;
  turned->body = if_active(plan, active, plan.region.item, std::move(body));
  return turned;
}

// found = none; foreach inneighbor v of w { if v is active { found = v; break } } if found != none { body of found }
Body settle_after(LoopPlan& plan, const Stmt* loop, const ir::Symbol* target, const ir::Symbol* active, Body body) {
  ir::Arena& arena = plan.arena;
  const ir::Symbol* found = arena.local("found", ir::Scalar::Node, ir::SymbolKind::Variable);
  Stmt *declare = arena.stmt(StmtKind::Declare, loop->location), *keep = arena.stmt(StmtKind::Assign, loop->location);
  const Expr* none = arena.expr(ir::ExprKind::None, ir::Scalar::Node);
  declare->symbol = keep->symbol = found;
  declare->value = none;
  keep->value = arena.reference(plan.region.item);
  Stmt* search = turn(plan, loop, target, active, {keep, arena.stmt(StmtKind::Break, loop->location)});
  search->settles = true;
  const Expr* any = arena.binary(ir::BinaryOp::Ne, arena.reference(found), none, ir::Scalar::Bool);
  return {declare, search, guard(plan, any, renamed(plan, body, plan.region.item, found))};
}

}  // namespace

// { reads of v; foreach neighbor w of v { if C(w) { effects } } } becomes, at w,
// { if C(w) { foreach inneighbor v of w { if v is active { reads of v; effects; break } } } }.
// Of several loops each is turned around; what is done outside of them the node does itself, if it is active.
void turn_around(LoopPlan& plan, mapped::Stage& stage, const ir::Symbol* active, bool of_threads) {
  const ir::Symbol* item = plan.region.item;
  const Body rest = rest_of(plan, stage.body);
  const auto cuts = cut_operator(plan, stage.body);
  const ir::Symbol* target = cuts.front().second->symbol;
  stage.body.clear();
  if (!rest.empty()) stage.body = if_active(plan, active, target, renamed(plan, rest, item, target));
  for (const auto& [cut, loop] : cuts) {
    Body body = cut;
    const bool changes = plan.facts.first_settles && parallel::first_change(loop, plan.rounds->round);
    Body effects = renamed(plan, changes ? parallel::guarded(plan.arena, loop) : loop->body, loop->symbol, target);
    const Expr* first = plan.facts.first_settles && reads_only_target(effects[0]->condition, loop, item, cut)
                            ? effects[0]->condition
                            : nullptr;
    if (first) effects = effects[0]->body;
    replace_loop(body, loop, effects);
    if (first && of_threads && !(loop->edge && ir::mentions(body, loop->edge))) {
      stage.body.push_back(guard(plan, first, settle_after(plan, loop, target, active, std::move(body))));
      continue;
    }
    if (first) body.push_back(plan.arena.stmt(StmtKind::Break, loop->location));
    const Expr* of_all = first;
    if (is_condition(body) && is_of_graph(body[0]->condition)) {
      of_all = body[0]->condition;
      body = body[0]->body;
    }
    Stmt* turned = turn(plan, loop, target, active, std::move(body));
    turned->settles = first;
    stage.body.push_back(of_all ? guard(plan, of_all, {turned}) : turned);
  }
  stage.gate = nullptr;  // asked for each in-neighbor instead
  stage.item = target;
  stage.name += "_pull";
  stage.purpose = "every node reads from its active neighbors";
}

}  // namespace maxwarp::mapping
