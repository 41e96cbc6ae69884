// Proofs of the facts, by the structure of expressions.
// Where a form is not known, the answer is the careful one.
#include "dsl/check/race/facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "dsl/check/print.h"
#include "dsl/check/race/bounds.h"
#include "dsl/check/race/own_index.h"

namespace maxwarp::race {

using checked::ExprKind;

bool is_same_kind(const Expr& a, const Expr& b) {
  if (a.kind != b.kind || a.scalar != b.scalar || a.symbol != b.symbol) return false;
  if (a.integer != b.integer || a.operands.size() != b.operands.size()) return false;
  if (std::bit_cast<std::uint64_t>(a.real) != std::bit_cast<std::uint64_t>(b.real)) return false;  // -0.0 is not 0.0
  if (a.kind == ExprKind::Call && a.builtin != b.builtin) return false;
  if (a.kind == ExprKind::Binary && a.binary_op != b.binary_op) return false;
  return a.kind != ExprKind::Unary || a.unary_op == b.unary_op;
}

const Expr& unaliased(const Expr& expr) {
  const auto keeps = [](const Expr& inner) {
    return inner.kind == ExprKind::Reference && inner.symbol->kind != checked::SymbolKind::Variable &&
           inner.symbol->kind != checked::SymbolKind::Result;
  };
  const Expr* found = &expr;
  while (found->kind == ExprKind::Reference && found->symbol->kind == checked::SymbolKind::Constant &&
         found->symbol->initial && keeps(*found->symbol->initial))
    found = found->symbol->initial;
  return *found;
}

bool same(const Expr& one, const Expr& other) {
  const Expr &a = unaliased(one), &b = unaliased(other);
  return is_same_kind(a, b) &&
         std::ranges::equal(a.operands, b.operands, [](const Expr* x, const Expr* y) { return same(*x, *y); });
}

bool is_element(const Expr& expr, const Symbol& symbol, const std::vector<const Expr*>& index) {
  return expr.kind == ExprKind::Element && expr.symbol == &symbol &&
         std::ranges::equal(expr.operands, index, [](const Expr* a, const Expr* b) { return same(*a, *b); });
}

bool same_index(const Access& a, const Access& b) {
  return std::ranges::equal(a.index, b.index, [](const Expr* x, const Expr* y) { return same(*x, *y); });
}

const Expr* value_of_constant(const Region& region, const Expr& expr) {
  bool constant = expr.kind == ExprKind::Reference && expr.symbol->kind == checked::SymbolKind::Constant;
  return constant && region.locals.contains(expr.symbol) ? expr.symbol->initial : nullptr;
}

namespace {

/// Walks an expression and what its constants stand for, each constant once: their chains may branch without end.
class Parts {
 public:
  explicit Parts(const Region& region) : region_(region) {}

  /// Whether `holds` is true of some part.
  template <typename Predicate>
  bool any(const Expr& expr, const Predicate& holds) {
    if (const Expr* inner = value_of_constant(region_, expr))
      return seen_.insert(expr.symbol).second && any(*inner, holds);
    if (holds(expr)) return true;
    return std::ranges::any_of(expr.operands, [&](const Expr* part) { return any(*part, holds); });
  }

  /// Whether every part is allowed; `judge` says yes or no, or nothing where that is up to the operands. `earlier`: the
  /// part stands in a constant, whose value it had when that was declared.
  template <typename Judge>
  bool all(const Expr& expr, const Judge& judge, bool earlier = false) {
    if (std::optional<bool> known = judge(expr, earlier)) return *known;
    if (const Expr* inner = value_of_constant(region_, expr))
      return !seen_.insert(expr.symbol).second || all(*inner, judge, true);
    return std::ranges::all_of(expr.operands, [&](const Expr* part) { return all(*part, judge, earlier); });
  }

 private:
  const Region& region_;
  std::set<const Symbol*> seen_;
};

bool is_local(const Region& region, const Symbol& symbol) {
  bool loop_variable = symbol.kind == checked::SymbolKind::LoopNode || symbol.kind == checked::SymbolKind::LoopEdge ||
                       (symbol.kind == checked::SymbolKind::LoopIndex && symbol.type.space == checked::Space::Local);
  return loop_variable || region.locals.contains(&symbol);
}

/// `round` of a loop inside of the region differs among the iterations.
bool is_own_round(const Region& region, const Expr& expr) {
  return region.has_own_rounds && expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round;
}

}  // namespace

bool mentions(const Region& region, const Expr& expr, const Symbol& symbol) {
  return Parts(region).any(expr, [&](const Expr& part) { return part.symbol == &symbol; });
}

bool mentions_any(const Region& region, const Expr& expr, const std::function<bool(const Symbol&)>& holds) {
  return Parts(region).any(expr, [&](const Expr& part) { return part.symbol && holds(*part.symbol); });
}

bool mentions_written(const Region& region, const Expr& expr) {
  return Parts(region).any(expr, [&](const Expr& part) {
    return part.symbol && (region.is_written(part.symbol) || region.outcomes.contains(part.symbol));
  });
}

bool is_uniform(const Region& region, const Expr& expr) {
  return !mentions_written(region, expr) && !Parts(region).any(expr, [&](const Expr& part) {
    return is_own_round(region, part) || (part.symbol && is_local(region, *part.symbol));
  });
}

bool is_shared(const Region& region, const Expr& expr, const std::vector<const Stmt*>& loops, std::size_t shared) {
  return !mentions_written(region, expr) && !Parts(region).any(expr, [&](const Expr& part) {
    if (is_own_round(region, part)) return true;
    if (!part.symbol || !is_local(region, *part.symbol)) return false;
    return std::none_of(loops.begin(), loops.begin() + static_cast<std::ptrdiff_t>(shared), [&](const Stmt* loop) {
      return part.symbol == loop->loop.variable || part.symbol == loop->loop.edge;
    });
  });
}

bool is_target_only(const Region& region, const Expr& expr, const std::vector<const Expr*>& index,
                    const Symbol* besides) {
  return Parts(region).all(expr, [&](const Expr& part, bool earlier) -> std::optional<bool> {
    if (besides && part.symbol == besides) return true;
    bool as_now = !earlier || given(region, Premise::ValueOfNow, !mentions_written(region, part));
    // The place `a[w, i]` tells of i although the index is widened to a `long`.
    const auto tells = [&](const Expr* one) { return same(*one, part) || same(unwidened(*one), part); };
    if (as_now && std::ranges::any_of(index, tells)) return true;
    if (value_of_constant(region, part)) return std::nullopt;
    if (is_own_round(region, part)) return false;
    bool open = part.symbol && (region.outcomes.contains(part.symbol) || region.is_written(part.symbol) ||
                                is_local(region, *part.symbol));
    return open ? std::optional(false) : std::nullopt;
  });
}

bool is_steady(const Region& region, const std::vector<const Expr*>& index) {
  return std::ranges::none_of(index, [&](const Expr* one) { return mentions_written(region, *one); });
}

bool is_private_to(const Region& region, const Symbol& symbol, std::size_t level) {
  auto local = region.locals.find(&symbol);
  return local != region.locals.end() && local->second.loops > level;
}

bool have_own_places(const Region& region, std::span<const Access* const> all, std::size_t level) {
  const Access& first = *all[0];
  if (region.locals.contains(first.symbol) &&
      given(region, Premise::Private, is_private_to(region, *first.symbol, level)))
    return true;
  const std::vector<const Stmt*>& loops = first.at->loops;
  for (std::size_t i = 0; i < first.index.size(); ++i) {
    const Expr& index = index_of(region, first, i);
    bool same_index = std::ranges::all_of(all, [&](const Access* one) {
      return i < one->index.size() && given(region, Premise::SameIndex, same(index, index_of(region, *one, i)));
    });
    if (same_index && given(region, Premise::OwnIndex, is_own_index(region, index, loops, level))) return true;
  }
  return false;
}

bool is_separated(const Region& region, const Access& a, const Access& b, std::size_t level) {
  return have_own_places(region, std::array{&a, &b}, level) || lie_in_own_blocks(region, a, b, level) ||
         never_meet(region, a, b, level);
}

std::size_t common_loops(const Access& a, const Access& b) {
  auto [end, other] = std::ranges::mismatch(a.at->loops, b.at->loops);
  return static_cast<std::size_t>(end - a.at->loops.begin());
}

bool is_owned(const Region& region, const Access& access) {
  return std::ranges::all_of(region.changes_of(access.symbol), [&](const Access* other) {
    for (std::size_t level = 0; level < common_loops(access, *other); ++level)
      if (!is_separated(region, access, *other, level)) return false;
    return true;
  });
}

bool is_local_under(const Region& region, const Symbol& symbol, const Guard& guard) {
  auto local = region.locals.find(&symbol);
  return local != region.locals.end() && std::ranges::find(local->second.guards, &guard) != local->second.guards.end();
}

bool stands_under(const Access& access, const Guard& guard) {
  return std::ranges::find(access.at->guards, &guard) != access.at->guards.end();
}

bool is_target_only(const Region& region, const Guard& guard, const std::vector<const Expr*>& index) {
  return guard.kind != Guard::Kind::While &&
         std::ranges::all_of(guard.conditions, [&](const Expr* one) { return is_target_only(region, *one, index); });
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

bool is_effect(const Region& region, const Access& access) {
  if (is_change(access)) return !region.locals.contains(access.symbol);
  return access.action == Action::Activate || access.action == Action::Break;
}

bool is_change(const Access& access) { return access.action == Action::Write || access.action == Action::Reduce; }

std::string place(const Access& access) {
  std::string text;
  for (const Expr* index : access.index) text += (text.empty() ? "[" : ", ") + print_expression(*index);
  return access.symbol->name + (text.empty() ? "" : text + "]");
}

}  // namespace maxwarp::race
