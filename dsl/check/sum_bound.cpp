// Two walks: one over the loop, for how often it adds; one over the algorithm, for what is there before.
#include "dsl/check/sum_bound.h"

#include <cstdlib>

namespace maxwarp::checked {
namespace {

constexpr std::int64_t largest_literal = 1024;

/// The magnitude of a literal; of others, more than any.
std::int64_t magnitude_of(const Expr& value) {
  const bool around = value.kind == ExprKind::Convert ||
                      (value.kind == ExprKind::Unary && value.unary_op == UnaryOp::Neg);
  if (around) return magnitude_of(*value.operands[0]);
  return value.kind == ExprKind::Integer ? std::abs(value.integer) : largest_literal + 1;
}

bool is_zero(const Expr* value) {
  return !value || (value->kind == ExprKind::Integer && value->integer == 0) ||
         (value->kind == ExprKind::Convert && is_zero(value->operands[0]));
}

bool is_parallel(const Stmt& stmt) { return stmt.kind == StmtKind::Foreach || stmt.kind == StmtKind::Iterate; }

/// The variable that the statement sets, or the property, wholly or at an element; or null.
const Symbol* set_by(const Stmt& stmt) {
  if (stmt.kind == StmtKind::Declare || stmt.kind == StmtKind::Fill) return stmt.symbol;
  return stmt.kind == StmtKind::Assign ? stmt.target->symbol : nullptr;
}

/// An element that is set leaves the others.
bool sets_whole(const Stmt& stmt) { return stmt.kind != StmtKind::Assign || stmt.target->kind == ExprKind::Reference; }

}  // namespace

GraphBounds::GraphBounds(const Stmt& loop) : variable_(loop.loop.variable) {
  const Loop& head = loop.loop;
  const bool twice = loop.kind == StmtKind::Foreach && head.set &&
                     !head.set->type.is_marks;  // a list may repeat a node
  Unit unit = Unit::Node;
  if (head.domain == LoopDomain::Edges) unit = Unit::Edge;
  if (twice || head.domain == LoopDomain::Range || head.domain == LoopDomain::Keys) unit = Unit::Unknown;
  block(loop.body, unit);
}

void GraphBounds::block(const Block& statements, Unit unit) {
  for (const Stmt* stmt : statements) {
    if (stmt->kind == StmtKind::Reduce) add(bounds_[stmt->target->symbol], magnitude_of(*stmt->value), unit);
    const Unit inside = stmt->kind == StmtKind::If ? unit : inner(*stmt, unit);
    block(stmt->body, inside);
    block(stmt->other, inside);
  }
}

/// A loop over the neighbors of the outermost loop's own node runs once an edge.
GraphBounds::Unit GraphBounds::inner(const Stmt& loop, Unit unit) const {
  const LoopDomain domain = loop.loop.domain;
  const bool edges = loop.kind == StmtKind::Foreach && unit == Unit::Node &&
                     (domain == LoopDomain::Neighbors || domain == LoopDomain::InNeighbors);
  const bool own = edges && loop.loop.of->kind == ExprKind::Reference && loop.loop.of->symbol == variable_;
  return own ? Unit::Edge : Unit::Unknown;
}

void GraphBounds::add(Bound& bound, std::int64_t magnitude, Unit unit) {
  if (unit == Unit::Node) bound.per_node += magnitude;
  if (unit == Unit::Edge) bound.per_edge += magnitude;
  bound.known = bound.known && unit != Unit::Unknown && magnitude <= largest_literal;
}

void GraphBounds::bound(const Symbol* symbol, Sum& sum) const {
  constexpr std::int64_t most = 1 << 20;
  const auto found = bounds_.find(symbol);
  if (found == bounds_.end()) return;
  const Bound& bound = found->second;
  if (!bound.known || bound.per_node > most || bound.per_edge > most) return;
  sum.per_node = static_cast<int>(bound.per_node);
  sum.per_edge = static_cast<int>(bound.per_edge);
}

ZeroStarts::ZeroStarts(const Algorithm& algorithm) { block(algorithm.body, {}); }

void ZeroStarts::block(const Block& statements, Around around) {
  std::set<const Symbol*> zeroed;
  if (!around.loop) around.zeroed = &zeroed;
  for (const Stmt* stmt : statements) {
    change(*stmt, around);
    if (set_by(*stmt) && sets_whole(*stmt)) zeroed.insert(set_by(*stmt));
    Around within = around;
    if (!around.loop) within.repeated = around.repeated || stmt->kind != StmtKind::If;
    const Around after = within;
    if (!around.loop && is_parallel(*stmt)) within = {stmt, around.repeated, around.zeroed};
    block(stmt->body, within);
    block(stmt->other, after);  // of an `iterate`: the host's, between two rounds
  }
}

void ZeroStarts::change(const Stmt& stmt, const Around& around) {
  if (const Symbol* symbol = set_by(stmt)) {
    Place& place = places_[symbol];
    place.only_zeros = place.only_zeros && is_zero(stmt.value);
    if (around.loop) place.zeroed_in.insert(around.loop);
  }
  if (stmt.payload) places_[stmt.payload_target->symbol].only_zeros = false;
  if (stmt.kind != StmtKind::Reduce) return;
  Place& place = places_[stmt.target->symbol];
  if (stmt.reduction == Reduction::Add)
    add(place, stmt.target->symbol, around);
  else
    place.only_zeros = false;
}

void ZeroStarts::add(Place& place, const Symbol* symbol, const Around& around) {
  if (!place.adds) {
    place.adds = around.loop;
    place.fresh = !around.repeated || around.zeroed->contains(symbol);
  }
  place.only_zeros = place.only_zeros && around.loop && place.adds == around.loop;
}

bool ZeroStarts::begins_at_zero(const Stmt& loop, const Symbol* symbol) const {
  const auto found = places_.find(symbol);
  if (symbol->kind == SymbolKind::Parameter || loop.kind == StmtKind::Iterate || found == places_.end()) return false;
  const Place& place = found->second;
  return place.adds == &loop && place.fresh && place.only_zeros && !place.zeroed_in.contains(&loop);
}

}  // namespace maxwarp::checked
