// Two walks: one over the loop, for how often it adds; one over the algorithm, for what is there before.
#include "dsl/check/sum_bound.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace maxwarp::checked {
namespace {

/// What the statements at hand are run for, once each.
enum class Unit { Node, Edge, Unknown };

class GraphBound {
 public:
  GraphBound(const Stmt& loop, const Symbol* symbol) : variable_(loop.loop.variable), symbol_(symbol) {
    const Loop& head = loop.loop;
    const bool twice = loop.kind == StmtKind::Foreach && head.set &&
                       !head.set->type.is_marks;  // a list may repeat a node
    Unit unit = Unit::Node;
    if (head.domain == LoopDomain::Edges) unit = Unit::Edge;
    if (twice || head.domain == LoopDomain::Range) unit = Unit::Unknown;
    block(loop.body, unit);
  }

  bool is_known() const { return known_; }
  std::int64_t per_node() const { return per_node_; }
  std::int64_t per_edge() const { return per_edge_; }

 private:
  void block(const Block& statements, Unit unit) {
    for (const Stmt* stmt : statements) {
      if (stmt->kind == StmtKind::Reduce && stmt->target->symbol == symbol_) add(literal(*stmt->value), unit);
      const Unit inside = stmt->kind == StmtKind::If ? unit : inner(*stmt, unit);
      block(stmt->body, inside);
      block(stmt->other, inside);
    }
  }

  /// A loop over the neighbors of the outermost loop's own node runs once an edge.
  Unit inner(const Stmt& loop, Unit unit) const {
    const LoopDomain domain = loop.loop.domain;
    const bool edges = loop.kind == StmtKind::Foreach && unit == Unit::Node &&
                       (domain == LoopDomain::Neighbors || domain == LoopDomain::InNeighbors);
    const bool own = edges && loop.loop.of->kind == ExprKind::Reference && loop.loop.of->symbol == variable_;
    return own ? Unit::Edge : Unit::Unknown;
  }

  /// The magnitude of a literal; of others, more than any.
  static std::int64_t literal(const Expr& value) {
    const bool around = value.kind == ExprKind::Convert ||
                        (value.kind == ExprKind::Unary && value.unary_op == UnaryOp::Neg);
    if (around) return literal(*value.operands[0]);
    return value.kind == ExprKind::Integer ? std::abs(value.integer) : most + 1;
  }

  void add(std::int64_t magnitude, Unit unit) {
    if (unit == Unit::Node) per_node_ += magnitude;
    if (unit == Unit::Edge) per_edge_ += magnitude;
    known_ = known_ && unit != Unit::Unknown && magnitude <= most;
  }

  static constexpr std::int64_t most = 1024;
  const Symbol* variable_;
  const Symbol* symbol_;
  std::int64_t per_node_ = 0, per_edge_ = 0;
  bool known_ = true;
};

bool is_zero(const Expr* value) {
  return !value || (value->kind == ExprKind::Integer && value->integer == 0) ||
         (value->kind == ExprKind::Convert && is_zero(value->operands[0]));
}

class ZeroBefore {
 public:
  ZeroBefore(const Stmt& loop, const Symbol* symbol) : loop_(loop), symbol_(symbol) {}

  bool run(const Block& body) {
    block(body, false);
    return fresh_ && only_zeros_;
  }

 private:
  /// A variable, or a whole property: an element that is set leaves the others.
  bool sets(const Stmt& stmt) const {
    const bool whole = stmt.kind == StmtKind::Declare || stmt.kind == StmtKind::Fill;
    if (whole) return stmt.symbol == symbol_;
    return stmt.kind == StmtKind::Assign && stmt.target->symbol == symbol_;
  }

  bool only_adds(const Block& statements) const {
    return std::ranges::all_of(statements, [&](const Stmt* stmt) {
      const bool reduces = stmt->kind == StmtKind::Reduce && stmt->target->symbol == symbol_;
      const bool other = sets(*stmt) || (reduces && stmt->reduction != Reduction::Add) ||
                         (stmt->payload && stmt->payload_target->symbol == symbol_);
      return !other && only_adds(stmt->body) && only_adds(stmt->other);
    });
  }

  void block(const Block& statements, bool repeated) {
    bool zero = !repeated;  // and it begins so
    for (const Stmt* stmt : statements) {
      if (stmt == &loop_) {
        fresh_ = zero;
        only_zeros_ = only_zeros_ && only_adds(stmt->body);
        continue;
      }
      if (sets(*stmt)) {
        only_zeros_ = only_zeros_ && is_zero(stmt->value);
        zero = zero || stmt->kind != StmtKind::Assign || stmt->target->kind == ExprKind::Reference;
      }
      const bool other_change = (stmt->kind == StmtKind::Reduce && stmt->target->symbol == symbol_) ||
                                (stmt->payload && stmt->payload_target->symbol == symbol_);
      only_zeros_ = only_zeros_ && !other_change;
      const bool again = repeated || stmt->kind != StmtKind::If;
      block(stmt->body, again);
      block(stmt->other, again);
    }
  }

  const Stmt& loop_;
  const Symbol* symbol_;
  bool fresh_ = false, only_zeros_ = true;
};

}  // namespace

void bound_by_graph(const Stmt& loop, const Symbol* symbol, Sum& sum) {
  const GraphBound bound(loop, symbol);
  constexpr std::int64_t most = 1 << 20;
  if (!bound.is_known() || bound.per_node() > most || bound.per_edge() > most) return;
  sum.per_node = static_cast<int>(bound.per_node());
  sum.per_edge = static_cast<int>(bound.per_edge());
}

bool begins_at_zero(const Algorithm& algorithm, const Stmt& loop, const Symbol* symbol) {
  return symbol->kind != SymbolKind::Parameter && ZeroBefore(loop, symbol).run(algorithm.body);
}

}  // namespace maxwarp::checked
