// The host checks an index that it knows before it uses it: that takes no time. A node or edge that has to be looked
// up, such as `edge(v, w)`, is looked up for that. What parallel loops index is checked in text for OpenMP that asks
// for it
// (`--checked`).
#include <algorithm>

#include "compiler/parallel/controls.h"
#include "dsl/check/builtin.h"
#include "dsl/check/print.h"

namespace maxwarp::parallel {
namespace {

using checked::ExprKind;
using checked::Scalar;
using checked::Space;
using checked::StmtKind;
using checked::SymbolKind;
using ir::BinaryOp;

/// Whether the host can evaluate it without asking the device.
bool is_known_to_host(const Expr& expr) {
  const bool asks = expr.kind == ExprKind::Element || expr.kind == ExprKind::Contains ||
                    (expr.kind == ExprKind::Call && reads_graph_arrays(expr.builtin));
  return !asks && std::ranges::all_of(expr.operands, [](const Expr* operand) { return is_known_to_host(*operand); });
}

/// A parameter is checked when the run begins, and loops go over nodes that there are.
bool is_some_node(const Expr& expr) {
  if (expr.kind != ExprKind::Reference) return false;
  const SymbolKind kind = expr.symbol->kind;
  return kind == SymbolKind::Parameter || kind == SymbolKind::LoopNode || kind == SymbolKind::LoopIndex;
}

class Expectations {
 public:
  Expectations(Controls& controls, Location location, Sequence& into)
      : controls_(controls), arena_(controls.arena()), location_(location), into_(into) {}

  void of(const Expr& expr) {
    // What stands after a condition may be there because of it.
    const bool short_circuit = expr.kind == ExprKind::Binary &&
                               (expr.binary_op == BinaryOp::And || expr.binary_op == BinaryOp::Or);
    if (short_circuit || expr.kind == ExprKind::Conditional) return of(*expr.operands[0]);
    for (const Expr* operand : expr.operands) of(*operand);
    if (looks_up(expr)) node(*expr.operands[0], "`" + print_expression(expr) + "`");
    if (expr.kind != ExprKind::Element || expr.symbol->type.is_tally) return;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) index(expr, i);
  }

  void node(const Expr& expr, const std::string& use) {
    if (is_some_node(expr)) return;
    const auto is_there = [&](const Expr& value) {
      return arena_.binary(BinaryOp::Ne, &value, arena_.expr(ExprKind::None, expr.scalar), Scalar::Bool);
    };
    expect(is_there(found(expr)), is_there(expr), use);
  }

 private:
  /// Of `none` there is no edge, and `edge` says so.
  static bool looks_up(const Expr& expr) {
    return expr.kind == ExprKind::Call && reads_graph_arrays(expr.builtin) &&
           expr.builtin != checked::Builtin::FindEdge;
  }

  void index(const Expr& element, std::size_t i) {
    const Expr& expr = *element.operands[i];
    const std::string use = "`" + print_expression(element) + "`";
    if (expr.scalar == Scalar::Node || expr.scalar == Scalar::Edge) return node(expr, use);
    const Expr& extent = *element.symbol->type.extents[i];
    if (!is_known_to_host(expr) || is_inside(expr, extent)) return;
    const Expr* above = arena_.binary(BinaryOp::Ge, &expr, arena_.integer(0, expr.scalar), Scalar::Bool);
    const Expr* below = arena_.binary(BinaryOp::Lt, &expr, &extent, Scalar::Bool);
    const Expr* inside = arena_.binary(BinaryOp::And, above, below, Scalar::Bool);
    expect(inside, inside, use);
  }

  /// The value on the host. What has to be looked up on the device, such as `edge(v, w)`, is looked up before.
  const Expr& found(const Expr& expr) {
    if (is_known_to_host(expr)) return expr;
    const Symbol* symbol = controls_.scalar(expr.scalar == Scalar::Edge ? "edge" : "node", expr.scalar);
    controls_.set(symbol, &expr, location_, into_);
    return *arena_.reference(symbol);
  }

  /// Says its text of itself: a literal below another one, or the index of `for i in 0..n` in `[n]`.
  bool is_inside(const Expr& given, const Expr& given_extent) const {
    const Expr &expr = unwidened(given), &extent = unwidened(given_extent);
    if (expr.kind == ExprKind::Integer)
      return expr.integer >= 0 && extent.kind == ExprKind::Integer && expr.integer < extent.integer;
    if (expr.kind != ExprKind::Reference) return false;
    const auto end = controls_.ends_.find(expr.symbol);
    return end != controls_.ends_.end() && print_expression(*end->second) == print_expression(extent);
  }

  /// `said`: the condition as the program would write it.
  void expect(const Expr* condition, const Expr* said, const std::string& use) {
    Control* control = controls_.control(ControlKind::Expect, location_, into_);
    control->condition = controls_.with_round(condition);
    control->note = print_expression(*said) + ", for " + use;
  }

  Controls& controls_;
  ir::Arena& arena_;
  Location location_;
  Sequence& into_;
};

/// The node whose neighbors a loop of the host goes over: such a loop stands in one over 0..1.
const Expr* center_of(const checked::Stmt& stmt) {
  const auto is = [](const Expr* bound, std::int64_t value) {
    return bound && bound->kind == ExprKind::Integer && bound->integer == value;
  };
  const bool once = stmt.kind == StmtKind::Foreach && is(stmt.loop.low, 0) && is(stmt.loop.high, 1) && !stmt.loop.where;
  const Expr* center = once && stmt.body.size() == 1 ? stmt.body.front()->loop.of : nullptr;
  const bool known = center && center->kind == ExprKind::Reference && center->symbol->type.space == Space::Global;
  return known ? center : nullptr;
}

}  // namespace

void expect_indices(Controls& controls, const checked::Stmt& stmt, Sequence& into) {
  Expectations expectations(controls, stmt.location, into);
  const bool repeats = stmt.kind == StmtKind::While || stmt.kind == StmtKind::Repeat;  // asked anew in every round
  for (const Expr* expr : {stmt.target, stmt.value, stmt.payload, repeats ? nullptr : stmt.condition})
    if (expr) expectations.of(*expr);
  for (const Expr* expr : stmt.loop.from) expectations.node(*expr, "a start of `iterate`");
  if (const Expr* center = center_of(stmt)) expectations.node(*center, "the loop over its neighbors");
}

}  // namespace maxwarp::parallel
