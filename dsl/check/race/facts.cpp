// Proofs of the facts, by the structure of expressions.
// Where a form is not known, the answer is the careful one.
#include "dsl/check/race/facts.h"

#include <algorithm>

#include "dsl/check/print.h"
#include "dsl/check/race/bounds.h"

namespace maxwarp::race {

using checked::ExprKind;
using checked::LoopDomain;

bool is_same_kind(const Expr& a, const Expr& b) {
  if (a.kind != b.kind || a.scalar != b.scalar || a.symbol != b.symbol) return false;
  if (a.integer != b.integer || a.real != b.real || a.operands.size() != b.operands.size()) return false;
  if (a.kind == ExprKind::Call && a.builtin != b.builtin) return false;
  if (a.kind == ExprKind::Binary && a.binary_op != b.binary_op) return false;
  return a.kind != ExprKind::Unary || a.unary_op == b.unary_op;
}

bool same(const Expr& a, const Expr& b) {
  return is_same_kind(a, b) &&
         std::ranges::equal(a.operands, b.operands, [](const Expr* x, const Expr* y) { return same(*x, *y); });
}

bool same_index(const Access& a, const Access& b) {
  return std::ranges::equal(a.index, b.index, [](const Expr* x, const Expr* y) { return same(*x, *y); });
}

const Expr* value_of_constant(const Region& region, const Expr& expr) {
  bool constant = expr.kind == ExprKind::Reference && expr.symbol->kind == checked::SymbolKind::Constant;
  return constant && region.locals.contains(expr.symbol) ? expr.symbol->initial : nullptr;
}

namespace {

template <typename Predicate>
bool any_part(const Region& region, const Expr& expr, const Predicate& holds) {
  if (const Expr* inner = value_of_constant(region, expr)) return any_part(region, *inner, holds);
  if (holds(expr)) return true;
  return std::ranges::any_of(expr.operands, [&](const Expr* part) { return any_part(region, *part, holds); });
}

bool is_local(const Region& region, const Symbol& symbol) {
  bool loop_variable = symbol.kind == checked::SymbolKind::LoopNode || symbol.kind == checked::SymbolKind::LoopEdge ||
                       (symbol.kind == checked::SymbolKind::LoopIndex && symbol.type.space == checked::Space::Local);
  return loop_variable || region.locals.contains(&symbol);
}

/// Whether different iterations of `loop` give `index` different values.
bool is_injective(const Expr& index, const Stmt& loop, const std::vector<const Stmt*>& loops) {
  if (index.kind == ExprKind::Convert) return is_injective(*index.operands[0], loop, loops);  // widening
  // i + 1, i - 1: where that overflows it is no index.
  bool moved = index.kind == ExprKind::Binary && index.operands[1]->kind == ExprKind::Integer &&
               (index.binary_op == checked::BinaryOp::Add || index.binary_op == checked::BinaryOp::Sub);
  if (moved) return is_injective(*index.operands[0], loop, loops);
  if (index.kind != ExprKind::Reference) return false;
  for (const Stmt* one : loops) {
    LoopDomain domain = one->loop.domain;
    bool own = one->kind == checked::StmtKind::Iterate || domain == LoopDomain::Nodes || domain == LoopDomain::Range;
    if (own && index.symbol == one->loop.variable) return one == &loop;
    if (!one->loop.edge || index.symbol != one->loop.edge) continue;
    // An edge belongs to one iteration of its loop, and so to one of the node whose edges are walked.
    return one == &loop || (one->loop.of && is_injective(*one->loop.of, loop, loops));
  }
  return false;
}

/// `round` of a loop inside of the region differs among the iterations.
bool is_own_round(const Region& region, const Expr& expr) {
  return region.has_own_rounds && expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round;
}

}  // namespace

bool mentions(const Region& region, const Expr& expr, const Symbol& symbol) {
  return any_part(region, expr, [&](const Expr& part) { return part.symbol == &symbol; });
}

bool mentions_written(const Region& region, const Expr& expr) {
  return any_part(region, expr, [&](const Expr& part) {
    return part.symbol && (region.written.contains(part.symbol) || region.outcomes.contains(part.symbol));
  });
}

bool is_uniform(const Region& region, const Expr& expr) {
  return !mentions_written(region, expr) && !any_part(region, expr, [&](const Expr& part) {
    return is_own_round(region, part) || (part.symbol && is_local(region, *part.symbol));
  });
}

bool is_shared(const Region& region, const Expr& expr, const std::vector<const Stmt*>& loops, std::size_t shared) {
  return !mentions_written(region, expr) && !any_part(region, expr, [&](const Expr& part) {
    if (is_own_round(region, part)) return true;
    if (!part.symbol || !is_local(region, *part.symbol)) return false;
    return std::none_of(loops.begin(), loops.begin() + static_cast<std::ptrdiff_t>(shared), [&](const Stmt* loop) {
      return part.symbol == loop->loop.variable || part.symbol == loop->loop.edge;
    });
  });
}

bool is_target_only(const Region& region, const Expr& expr, const std::vector<const Expr*>& index,
                    const Symbol* besides) {
  if (const Expr* inner = value_of_constant(region, expr)) return is_target_only(region, *inner, index, besides);
  if (besides && expr.symbol == besides) return true;
  if (std::ranges::any_of(index, [&](const Expr* one) { return same(*one, expr); })) return true;
  if (is_own_round(region, expr) || (expr.symbol && region.outcomes.contains(expr.symbol))) return false;
  if (expr.symbol && (region.written.contains(expr.symbol) || is_local(region, *expr.symbol))) return false;
  return std::ranges::all_of(expr.operands,
                             [&](const Expr* part) { return is_target_only(region, *part, index, besides); });
}

bool mentions_overtaken(const Region& region, const Expr& expr) {
  return any_part(region, expr, [&](const Expr& part) {
    bool latest = part.kind == ExprKind::Element && part.latest;
    return part.symbol && !latest && (region.written.contains(part.symbol) || region.outcomes.contains(part.symbol));
  });
}

bool is_steady(const Region& region, const std::vector<const Expr*>& index) {
  return std::ranges::none_of(index, [&](const Expr* one) { return mentions_written(region, *one); });
}

bool is_separated(const Region& region, const Access& a, const Access& b, std::size_t level) {
  auto local = region.locals.find(a.symbol);
  if (local != region.locals.end() && local->second.loops > level) return true;
  for (std::size_t i = 0; i < std::min(a.index.size(), b.index.size()); ++i)
    if (same(*a.index[i], *b.index[i]) && is_injective(*a.index[i], *a.loops[level], a.loops)) return true;
  return lie_in_own_blocks(region, a, b, level) || never_meet(region, a, b, level);
}

std::size_t common_loops(const Access& a, const Access& b) {
  auto [end, other] = std::ranges::mismatch(a.loops, b.loops);
  return static_cast<std::size_t>(end - a.loops.begin());
}

bool is_owned(const Region& region, const Access& access) {
  return std::ranges::all_of(region.accesses, [&](const Access& other) {
    if (!is_change(other) || other.symbol != access.symbol) return true;
    for (std::size_t level = 0; level < common_loops(access, other); ++level)
      if (!is_separated(region, access, other, level)) return false;
    return true;
  });
}

bool is_local_under(const Region& region, const Symbol& symbol, const Guard& guard) {
  auto local = region.locals.find(&symbol);
  return local != region.locals.end() && std::ranges::find(local->second.guards, &guard) != local->second.guards.end();
}

bool stands_under(const Access& access, const Guard& guard) {
  return std::ranges::find(access.guards, &guard) != access.guards.end();
}

bool is_idempotent(checked::Reduction reduction) {
  return reduction != checked::Reduction::Add && reduction != checked::Reduction::Mul &&
         reduction != checked::Reduction::Exchange;
}

bool takes_all(const Access& access) {
  bool exchange = access.action == Action::Reduce && access.stmt->reduction == checked::Reduction::Exchange;
  if (!exchange) return false;
  const Expr* left = access.value;
  while (left->kind == ExprKind::Convert) left = left->operands[0];
  return (left->kind == ExprKind::Integer && left->integer == 0) || (left->kind == ExprKind::Real && left->real == 0);
}

bool is_change(const Access& access) { return access.action == Action::Write || access.action == Action::Reduce; }

std::string place(const Access& access) {
  std::string text;
  for (const Expr* index : access.index) text += (text.empty() ? "[" : ", ") + print_expression(*index);
  return access.symbol->name + (text.empty() ? "" : text + "]");
}

}  // namespace maxwarp::race
