// Both are asked of all statements of an algorithm.
#include "dsl/check/row_order.h"

#include <algorithm>
#include <functional>

#include "dsl/check/flow.h"

namespace maxwarp::checked {
namespace {

using Test = std::function<bool(const Expr&)>;

bool any_part(const Expr& expr, const Test& test) {
  return test(expr) || std::ranges::any_of(expr.operands, [&](const Expr* part) { return any_part(*part, test); });
}

bool any_part(const Block& body, const Test& test) {
  return std::ranges::any_of(body, [&](const Stmt* stmt) {
    bool found = stmt->loop.by && any_part(*stmt->loop.by, test);
    for_each_expression(*stmt, [&](const Expr& expr) { found = found || any_part(expr, test); });
    return found || any_part(stmt->body, test) || any_part(stmt->other, test);
  });
}

bool visits_adjacent(const Block& body) {
  return std::ranges::any_of(body, [](const Stmt* stmt) {
    const Loop& loop = stmt->loop;
    return loop.domain == LoopDomain::Adjacent || (loop.after && loop.after_domain == LoopDomain::Adjacent) ||
           visits_adjacent(stmt->body) || visits_adjacent(stmt->other);
  });
}

bool looks_for_edge(const Expr& expr) {
  return expr.kind == ExprKind::Call && (expr.builtin == Builtin::HasEdge || expr.builtin == Builtin::FindEdge);
}

bool has_edge(Scalar scalar) {
  return is_pair(scalar) ? first_of(scalar) == Scalar::Edge || second_of(scalar) == Scalar::Edge
                         : scalar == Scalar::Edge;
}

bool takes_edge(const Expr& expr) {
  return std::ranges::any_of(expr.operands, [](const Expr* operand) { return has_edge(operand->scalar); });
}

// An edge that a loop visits, and what stands at it, is the same in each order.
bool tells_order(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Call:
      return expr.builtin == Builtin::Neighbor || expr.builtin == Builtin::NeighborEdge ||
             (takes_edge(expr) && expr.builtin != Builtin::Source && expr.builtin != Builtin::Target &&
              expr.builtin != Builtin::Twin);
    case ExprKind::Reference: return has_edge(expr.scalar) && expr.symbol->kind != SymbolKind::LoopEdge;
    case ExprKind::Element: return has_edge(expr.scalar);
    case ExprKind::Binary: return takes_edge(expr);
    default: return false;
  }
}

}  // namespace

bool has_ascending_rows(const Algorithm& algorithm) {
  return algorithm.requirements.sorted || visits_adjacent(algorithm.body) || any_part(algorithm.body, looks_for_edge);
}

bool tells_row_order(const Algorithm& algorithm) { return any_part(algorithm.body, tells_order); }

}  // namespace maxwarp::checked
