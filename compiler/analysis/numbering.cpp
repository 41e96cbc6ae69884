// Looks for the places where the number of a node matters: at every expression, and at reductions and loops that have
// an order.
#include "compiler/analysis/numbering.h"

namespace maxwarp::analysis {
namespace {

using checked::BinaryOp;
using checked::Builtin;
using checked::Expr;
using checked::ExprKind;
using checked::Reduction;
using checked::Scalar;
using checked::Stmt;
using checked::StmtKind;

class Numbers {
 public:
  /// `nodes`: whether the numbers of nodes count, beside those of edges.
  explicit Numbers(bool nodes) : nodes_(nodes) {}

  Fact run(const checked::Algorithm& algorithm) {
    sorted_ = algorithm.requirements.sorted;
    for (const auto* list : {&algorithm.parameters, &algorithm.results})
      for (const checked::Symbol* symbol : *list)
        for (const Expr* extent : symbol->type.extents) expression(extent);
    block(algorithm.body);
    // Rows keep their order, unless they have to ascend.
    if (sorted_ && neighbor_.valid()) refuse("which neighbor it is depends on the numbers of the nodes", neighbor_);
    return fact_;
  }

 private:
  bool is_number_of(Scalar scalar) const { return scalar == Scalar::Edge || (nodes_ && scalar == Scalar::Node); }
  bool has_number(Scalar scalar) const {
    if (!checked::is_pair(scalar)) return is_number_of(scalar);
    return is_number_of(checked::first_of(scalar)) || is_number_of(checked::second_of(scalar));
  }

  void refuse(const char* why, Location place) {
    if (fact_) fact_ = {false, why, place};
  }

  void block(const checked::Block& body) {
    for (const Stmt* stmt : body) statement(*stmt);
  }

  void statement(const Stmt& stmt) {
    for (const Expr* expr : {stmt.target, stmt.value, stmt.payload_target, stmt.payload, stmt.condition})
      expression(expr);
    const checked::Loop& loop = stmt.loop;
    for (const Expr* expr :
         {loop.of, loop.where, loop.after_where, loop.low, loop.high, loop.step, loop.from_where, loop.by, loop.until})
      expression(expr);
    for (const Expr* expr : loop.from) expression(expr);
    if (stmt.kind == StmtKind::Reduce) reduction(stmt);
    const bool ascending = stmt.kind == StmtKind::For && loop.domain == checked::LoopDomain::Nodes;
    if (ascending && nodes_) refuse("`for` takes nodes in the order of their numbers", stmt.location);
    // Where neighbors count once, parallel edges are found in rows that ascend.
    sorted_ = sorted_ || loop.domain == checked::LoopDomain::Adjacent;
    block(stmt.body);
    block(stmt.other);
  }

  void reduction(const Stmt& stmt) {
    const bool orders = stmt.reduction == Reduction::Min || stmt.reduction == Reduction::Max;
    if (orders && has_number(stmt.target->scalar))
      refuse("the smallest or largest of several nodes or edges depends on their numbers", stmt.location);
  }

  void expression(const Expr* expr) {
    if (!expr) return;
    for (const Expr* operand : expr->operands) expression(operand);
    const bool number = has_number(expr->scalar);
    const auto of_number = [&] { return !expr->operands.empty() && has_number(expr->operands[0]->scalar); };
    switch (expr->kind) {
      case ExprKind::Integer:
        if (number) refuse("a node or edge is given by its number", expr->location);
        return;
      case ExprKind::Convert:
        if (number != of_number()) refuse("the number of a node or edge is a value", expr->location);
        return;
      case ExprKind::Binary:
        if (expr->binary_op >= BinaryOp::Lt && expr->binary_op <= BinaryOp::Ge && of_number())
          refuse("nodes or edges are compared by their numbers", expr->location);
        if (number) refuse("the number of a node or edge is computed with", expr->location);
        return;
      case ExprKind::Call: return call(*expr);
      default: return;
    }
  }

  void call(const Expr& expr) {
    bool takes_number = false;
    for (const Expr* operand : expr.operands) takes_number = takes_number || has_number(operand->scalar);
    switch (expr.builtin) {
      case Builtin::Min:
      case Builtin::Max:
      case Builtin::Most:
      case Builtin::Absent:
      case Builtin::Random:
      case Builtin::RandomBelow:
        if (takes_number) refuse("a built-in function looks at the number of a node or edge", expr.location);
        return;
      case Builtin::Neighbor:
      case Builtin::NeighborEdge: neighbor_ = expr.location; return;
      case Builtin::HasEdge:
      case Builtin::FindEdge: sorted_ = true; return;
      case Builtin::RandomNode:
      case Builtin::Before:
        if (nodes_) refuse("which node it is depends on the numbers of the nodes", expr.location);
        return;
      default: return;
    }
  }

  bool nodes_;
  bool sorted_ = false;  // rows have to ascend
  Location neighbor_;    // a place that asks for a neighbor by its place in the row
  Fact fact_;
};

}  // namespace

Fact ignores_numbers(const checked::Algorithm& algorithm) { return Numbers(true).run(algorithm); }

Fact ignores_places(const checked::Algorithm& algorithm) {
  Fact fact = Numbers(false).run(algorithm);
  fact.limit = true;
  return fact;
}

}  // namespace maxwarp::analysis
