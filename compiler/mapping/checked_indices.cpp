// `--checked`: what indexes an array, a property or the graph is compared with its end, and a node or edge that is used
// as one with `none`. For text that runs on a CPU; the SIMT engine checks CUDA text by itself. It runs on the finished
// stages, so that every access that is emitted has its check. What loops go over needs none. The steps of a `while` are
// counted, too.
#include <set>

#include "compiler/mapping/map.h"
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

/// Whether the values are nodes that a loop over them takes.
bool uses_node(StmtKind kind) {
  return kind == StmtKind::Activate || kind == StmtKind::Claim || kind == StmtKind::Mark || kind == StmtKind::Push ||
         kind == StmtKind::Unroll || kind == StmtKind::AddLocal;
}

class CheckedIndices {
 public:
  explicit CheckedIndices(mapped::Program& program) : program_(program), arena_(*program.arena) {}

  void run() {
    for (const mapped::Stage& stage : program_.stages) find_given(stage);
    for (mapped::Stage& stage : program_.stages) {
      for (const Expr** slot : {&stage.source.low, &stage.source.high, &stage.source.step}) *slot = checked(*slot);
      block(stage.body);
      block(stage.leave);
    }
  }

 private:
  // Variables that loops set.
  void find_given(const mapped::Stage& stage) {
    for (const Symbol* symbol : {stage.item, stage.target, stage.left_over, stage.first}) given_.insert(symbol);
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (stmt->kind != StmtKind::NeighborLoop && stmt->kind != StmtKind::Unroll) return;
      given_.insert(stmt->symbol);
      given_.insert(stmt->edge);
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
    const bool walks = stmt.kind == StmtKind::NeighborLoop && !(stmt.first && stmt.end);
    if (walks && !given_.contains(stmt.of)) stmt.of = node_of_loop(stmt, before);
    for (const Expr** slot : ir::expression_slots(&stmt)) *slot = checked(*slot);
    if (stmt.kind == StmtKind::While) limit_steps(stmt, before);
    if (uses_node(stmt.kind) && stmt.value) stmt.value = id(stmt.value, nullptr, stmt.location);
    block(stmt.other);
    block(stmt.body);
  }

  // A loop that goes on for ever would be a run without an answer.
  void limit_steps(Stmt& loop, Body& before) {
    Stmt* steps = arena_.stmt(StmtKind::Declare, loop.location);
    steps->symbol = arena_.local("steps", Scalar::Long, ir::SymbolKind::Variable);
    before.push_back(steps);
    Expr* goes_on = arena_.expr(ExprKind::Call, Scalar::Bool, loop.location);
    goes_on->builtin = Builtin::CheckedStep;
    goes_on->operands = {arena_.reference(steps->symbol)};
    loop.condition = arena_.binary(ir::BinaryOp::And, goes_on, loop.condition, Scalar::Bool);
  }

  const Symbol* node_of_loop(const Stmt& loop, Body& before) {
    Stmt* found = arena_.stmt(StmtKind::Declare, loop.location);
    found->symbol = arena_.local(loop.of->name + "_checked", Scalar::Node);
    found->value = id(arena_.reference(loop.of), nullptr, loop.location);
    given_.insert(found->symbol);
    before.push_back(found);
    return found->symbol;
  }

  const Expr* checked(const Expr* expr) {
    if (!expr || expr->operands.empty()) return expr;
    Expr* copy = arena_.expr(expr->kind, expr->scalar, expr->location);
    *copy = *expr;
    for (const Expr*& operand : copy->operands) operand = checked(operand);
    const bool element = expr->kind == ExprKind::Element && expr->symbol->id < ir::first_made_id;
    // `x in neighbors(v)` and `edge(v, x)` may ask about `none`: there is no such edge.
    const bool asks_graph = expr->kind == ExprKind::Call && reads_graph_arrays(expr->builtin) &&
                            expr->builtin != Builtin::HasEdge && expr->builtin != Builtin::FindEdge;
    if (element && expr->symbol->type.space == ir::Space::Array) {
      const bool whole = expr->operands.size() != expr->symbol->type.extents.size();  // a fill goes over all in a row
      for (std::size_t i = 0; i < copy->operands.size() && !whole; ++i)
        copy->operands[i] = index(copy->operands[i], expr->symbol->type.extents[i], expr->symbol, expr->location);
    } else if (element || asks_graph || expr->kind == ExprKind::Contains) {
      for (const Expr*& operand : copy->operands) operand = id(operand, expr->symbol, expr->location);
    }
    return copy;
  }

  const Expr* index(const Expr* expr, const Expr* extent, const Symbol* of, Location location) {
    const bool number = expr->scalar != Scalar::Node && expr->scalar != Scalar::Edge;
    return number ? below(expr, extent, of, location) : id(expr, of, location);
  }

  /// A node or edge that is there; anything else stays what it is.
  const Expr* id(const Expr* expr, const Symbol* of, Location location) {
    const bool node = expr->scalar == Scalar::Node;
    if ((!node && expr->scalar != Scalar::Edge) || is_there(*expr)) return expr;
    const Expr* count = arena_.call(node ? Builtin::Nodes : Builtin::Edges, node ? Scalar::Int : Scalar::Long, {});
    return below(expr, count, of, location);
  }

  bool is_there(const Expr& expr) const {
    if (expr.kind == ExprKind::Reference) return given_.contains(expr.symbol);
    if (expr.kind != ExprKind::Call) return false;
    return expr.builtin == Builtin::Source || expr.builtin == Builtin::Target || expr.builtin == Builtin::Twin ||
           expr.builtin == Builtin::CheckedIndex;
  }

  const Expr* below(const Expr* index, const Expr* extent, const Symbol* of, Location location) {
    Expr* made = arena_.expr(ExprKind::Call, index->scalar, location);
    made->builtin = Builtin::CheckedIndex;
    made->symbol = of;
    made->operands = {index, extent};
    return made;
  }

  mapped::Program& program_;
  ir::Arena& arena_;
  std::set<const Symbol*> given_;
  std::set<const Stmt*> seen_;  // stages may share them
};

}  // namespace

void check_indices(mapped::Program& program) {
  program.checked = true;
  CheckedIndices(program).run();
}

}  // namespace maxwarp::mapping
