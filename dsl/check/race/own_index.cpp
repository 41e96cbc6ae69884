// By the structure of the index: names, widening, one sum with what the iterations share, a product with a number.
// A sum that overflows upwards stays `inf`, and one below the smallest number is negative: no array has such a place.
#include "dsl/check/race/own_index.h"

#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::LoopDomain;

bool is_loop_variable(const Expr& expr) {
  return expr.kind == ExprKind::Reference && expr.symbol->kind == checked::SymbolKind::LoopNode;
}

/// The sides of `w == v` in a condition that has to hold, both variables of loops.
void equal_nodes(const Region& region, const Expr& condition, const Symbol& node, std::vector<const Expr*>& found) {
  const Expr& expr = looked_through(region, condition);
  if (expr.kind != ExprKind::Binary) return;
  if (expr.binary_op == BinaryOp::And || (expr.binary_op == BinaryOp::Or && given(region, Premise::OneNode, false)))
    for (const Expr* part : expr.operands) equal_nodes(region, *part, node, found);
  if (expr.binary_op != BinaryOp::Eq) return;
  const Expr &a = unaliased(*expr.operands[0]), &b = unaliased(*expr.operands[1]);
  if (!is_loop_variable(a) || !is_loop_variable(b)) return;
  if (a.symbol == &node) found.push_back(&b);
  if (b.symbol == &node) found.push_back(&a);
}

class OwnIndex {
 public:
  OwnIndex(const Region& region, const std::vector<const Stmt*>& loops, std::size_t level)
      : region_(region), loops_(loops), level_(level) {}

  bool holds(const Expr& index) const {
    if (const Expr* value = value_of_constant(region_, index)) return holds(*value);
    if (index.kind == ExprKind::Convert) return holds(*index.operands[0]);  // widening
    return is_moved(index, largest_distance) || is_sum(index);
  }

 private:
  /// What numbers may move a name by: the smallest number stays negative, and a sum that came to it is no index.
  static constexpr std::int64_t largest_distance = 1 << 20;

  /// i, 2 * i, twin(e), and these plus or minus numbers.
  bool is_moved(const Expr& index, std::int64_t most) const {
    if (const Expr* value = value_of_constant(region_, index)) return is_moved(*value, most);
    if (index.kind == ExprKind::Convert) return is_moved(*index.operands[0], most);
    if (index.kind == ExprKind::Call && index.builtin == checked::Builtin::Twin)
      return is_moved(*index.operands[0], most);
    if (index.kind != ExprKind::Binary) return is_own_name(index);
    const Expr& number = *index.operands[1];
    const bool sum = index.binary_op == BinaryOp::Add || index.binary_op == BinaryOp::Sub;
    if (!sum || number.kind != ExprKind::Integer) return is_product(index);
    return std::abs(number.integer) <= most && is_moved(*index.operands[0], most - std::abs(number.integer));
  }

  /// 2 * i
  bool is_product(const Expr& index) const {
    const Expr& expr = looked_through(region_, index);
    if (expr.kind != ExprKind::Binary || expr.binary_op != BinaryOp::Mul) return false;
    const Expr &a = looked_through(region_, *expr.operands[0]), &b = looked_through(region_, *expr.operands[1]);
    const auto is_factor = [](const Expr& one) { return one.kind == ExprKind::Integer && one.integer > 0; };
    return (given(region_, Premise::OwnFactor, is_factor(a)) && is_own_name(b)) ||
           (given(region_, Premise::OwnFactor, is_factor(b)) && is_own_name(a));
  }

  /// 2 * i + k, k + i, k - i. A second such sum might lead back into the array what has overflowed in the first, and
  /// so might a difference with a product.
  bool is_sum(const Expr& index) const {
    if (index.kind != ExprKind::Binary) return false;
    const Expr &a = *index.operands[0], &b = *index.operands[1];
    if (index.binary_op == BinaryOp::Sub) return is_own_name(b) && is_shared(region_, a, loops_, level_);
    if (index.binary_op != BinaryOp::Add) return false;
    const auto is_part = [&](const Expr& one) { return is_product(one) || is_own_name(one); };
    return (is_part(a) && is_shared(region_, b, loops_, level_)) ||
           (is_part(b) && is_shared(region_, a, loops_, level_));
  }

  /// The variable of the loop, an edge of its own, or the node that an inner loop walks over the edges of.
  bool is_own_name(const Expr& name) const {
    if (const Expr* value = value_of_constant(region_, name)) return is_own_name(*value);
    if (name.kind == ExprKind::Convert && name.operands[0]->kind == ExprKind::Reference)
      return is_own_name(*name.operands[0]);
    if (name.kind != ExprKind::Reference) return false;
    for (const Stmt* one : loops_) {
      const LoopDomain domain = one->loop.domain;
      const bool own = one->kind == checked::StmtKind::Iterate || domain == LoopDomain::Nodes ||
                       domain == LoopDomain::Range || domain == LoopDomain::Keys;
      if (own && name.symbol == one->loop.variable) return one == loops_[level_];
      if (!one->loop.edge || name.symbol != one->loop.edge) continue;
      // An edge belongs to one iteration of its loop, and so to one of the node whose edges are walked.
      return one == loops_[level_] || (one->loop.of && is_own_name(*one->loop.of));
    }
    return false;
  }

  const Region& region_;
  const std::vector<const Stmt*>& loops_;
  std::size_t level_;
};

}  // namespace

const Expr& index_of(const Region& region, const Access& access, std::size_t dimension) {
  const Expr& index = unaliased(*access.index[dimension]);
  if (!is_loop_variable(index)) return index;
  std::vector<const Expr*> names{&index};
  for (const Guard* guard : access.at->guards)
    if (guard->kind == Guard::Kind::If) equal_nodes(region, *guard->conditions[0], *index.symbol, names);
  for (const Stmt* loop : access.at->loops) {
    const auto found = std::ranges::find(names, loop->loop.variable, &Expr::symbol);
    if (found != names.end()) return **found;
  }
  return index;
}

bool is_own_index(const Region& region, const Expr& index, const std::vector<const Stmt*>& loops, std::size_t level) {
  return OwnIndex(region, loops, level).holds(index);
}

}  // namespace maxwarp::race
