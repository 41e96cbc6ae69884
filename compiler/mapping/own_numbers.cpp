// `reorder` of programs that look at the numbers of nodes: nodes as values keep the numbers that they have in the graph
// as it was given, so that what is stored, compared and returned is the same under every numbering. Loops, lists and
// elements go by the nodes of the graph at hand. Where a loop's node becomes a value, its own number is read; where a
// value is used as a node, one more read finds the node with that number.
//
// It runs on the finished stages, when no technique asks any more whose element an update is at.
#include <algorithm>
#include <set>

#include "compiler/mapping/lower.h"
#include "dsl/check/builtin.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

bool gives_node_of_graph(Builtin builtin) {
  return builtin == Builtin::Source || builtin == Builtin::Target || builtin == Builtin::Neighbor ||
         builtin == Builtin::NumberedNode;
}

class OwnNumbers {
 public:
  OwnNumbers(mapped::Program& program, const parallel::Program& source) : program_(program), arena_(*program.arena) {
    for (const auto* list :
         {&source.algorithm->parameters, &source.algorithm->results, &source.properties, &source.cells})
      of_values_.insert(list->begin(), list->end());
    for (const mapped::Storage& storage : program.storages)
      if (of_values_.contains(storage.copy_of)) of_values_.insert(storage.symbol);
  }

  void run() {
    for (const mapped::Stage& stage : program_.stages) find_nodes(stage);
    for (mapped::Stage& stage : program_.stages) {
      for (const Expr** slot :
           {&stage.source.low, &stage.source.high, &stage.source.step, &stage.source.most, &stage.team.work})
        *slot = converted(*slot);
      block(stage.body);
      block(stage.leave);
      if (!stage.donation) continue;
      stage.donation->work = converted(stage.donation->work);
      stage.donation->acts = converted(stage.donation->acts);
    }
  }

 private:
  // The variables of loops.
  void find_nodes(const mapped::Stage& stage) {
    for (const Symbol* symbol : {stage.item, stage.target, stage.left_over}) nodes_.insert(symbol);
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::NeighborLoop || stmt->kind == StmtKind::Unroll) nodes_.insert(stmt->symbol);
    });
  }

  void block(Body& body) {
    Body result;
    for (Stmt* stmt : body) {
      if (seen_.insert(stmt).second) statement(*stmt, result);
      result.push_back(stmt);
    }
    body = std::move(result);
  }

  void statement(Stmt& stmt, Body& before) {
    if (stmt.kind == StmtKind::NeighborLoop) stmt.of = node_of_loop(stmt, before);
    for (const Expr** slot : ir::expression_slots(&stmt)) {
      if (!*slot || stmt.kind == StmtKind::OpenTally) continue;  // its part goes by the node's place in the graph
      const bool is_value = slot == &stmt.value && (*slot)->scalar == Scalar::Node;
      const Expr* natural = converted(*slot);
      *slot = !is_value ? natural : takes_node(stmt, natural) ? node(natural) : number(natural);
    }
    block(stmt.other);  // of a loop in batches what its body begins with
    block(stmt.body);
  }

  // A loop's node that gets another name stays one.
  bool takes_node(const Stmt& stmt, const Expr* value) {
    switch (stmt.kind) {
      case StmtKind::Activate:
      case StmtKind::Claim:
      case StmtKind::Mark:
      case StmtKind::Push:
      case StmtKind::Unroll:
      case StmtKind::AddLocal:
      case StmtKind::CompactBits: return true;
      case StmtKind::Store:
      case StmtKind::Reduce: return stmt.target->kind == ExprKind::Element && !of_values_.contains(stmt.target->symbol);
      case StmtKind::Assign: return nodes_.contains(stmt.symbol);
      case StmtKind::Declare:
        if (is_node(value) && stmt.symbol->kind != ir::SymbolKind::Variable) nodes_.insert(stmt.symbol);
        return nodes_.contains(stmt.symbol);
      default: return false;
    }
  }

  const Symbol* node_of_loop(const Stmt& loop, Body& before) {
    if (nodes_.contains(loop.of) || (loop.first && loop.end)) return loop.of;
    Stmt* found = arena_.stmt(StmtKind::Declare, loop.location);
    found->symbol = arena_.local(loop.of->name + "_node", Scalar::Node);
    found->value = node(arena_.reference(loop.of));
    nodes_.insert(found->symbol);
    before.push_back(found);
    return found->symbol;
  }

  // Whether the value is a node of the graph at hand; else it is an own number, or no node at all.
  bool is_node(const Expr* expr) const {
    switch (expr->kind) {
      case ExprKind::Reference: return nodes_.contains(expr->symbol);
      case ExprKind::Element: return !of_values_.contains(expr->symbol);
      case ExprKind::Call: return gives_node_of_graph(expr->builtin);
      case ExprKind::Binary: return true;  // of groups of nodes
      default: return false;
    }
  }

  const Expr* number(const Expr* expr) {
    if (expr->scalar != Scalar::Node || !is_node(expr)) return expr;
    return read(Builtin::OwnNumber, expr);
  }

  const Expr* node(const Expr* expr) {
    if (expr->scalar != Scalar::Node || is_node(expr)) return expr;
    return read(Builtin::NumberedNode, expr);
  }

  const Expr* read(Builtin builtin, const Expr* of) {
    Expr* call = arena_.expr(ExprKind::Call, Scalar::Node, of->location);
    call->builtin = builtin;
    call->operands = {of};
    return call;
  }

  // The expression with its operands as it takes them.
  const Expr* converted(const Expr* expr) {
    if (!expr || expr->operands.empty()) return expr;
    Expr* copy = arena_.expr(expr->kind, expr->scalar, expr->location);
    *copy = *expr;
    for (const Expr*& operand : copy->operands) operand = converted(operand);
    const bool group = expr->kind == ExprKind::Binary && expr->scalar == Scalar::Node, nodes = takes_nodes(*copy);
    for (const Expr*& operand : copy->operands)
      if (!group || operand->kind != ExprKind::Integer) operand = nodes ? node(operand) : number(operand);
    return copy;
  }

  bool takes_nodes(const Expr& expr) const {
    switch (expr.kind) {
      case ExprKind::Element:
      case ExprKind::Contains: return true;
      case ExprKind::Call: return reads_graph_arrays(expr.builtin);
      case ExprKind::Binary: {
        const Expr *left = expr.operands[0], *right = expr.operands[1];
        const bool equality = expr.binary_op == ir::BinaryOp::Eq || expr.binary_op == ir::BinaryOp::Ne;
        if (equality && is_node(left) && is_node(right)) return true;
        return expr.scalar == Scalar::Node || left->scalar != right->scalar;  // of groups of nodes
      }
      default: return false;
    }
  }

  mapped::Program& program_;
  ir::Arena& arena_;
  std::set<const Symbol*> of_values_;  // of the program: nodes in them are own numbers
  std::set<const Symbol*> nodes_;      // variables that hold nodes of the graph at hand
  std::set<const Stmt*> seen_;         // stages may share them
};

}  // namespace

void keep_own_numbers(mapped::Program& program, const parallel::Program& source) { OwnNumbers(program, source).run(); }

}  // namespace maxwarp::mapping
