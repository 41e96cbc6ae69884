// Bounds of an index as sums of values that do not change, compared by what is left of their difference.
// Sums that overflow become `inf`, which is no index of an array, so the sums may be taken as those of numbers.
#include "dsl/check/race/bounds.h"

#include <algorithm>
#include <optional>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;

/// Values that all iterations in question share, and a number. Few and small: what overflows below the
/// smallest number then stays negative, and is no index either.
struct Sum {
  std::vector<const Expr*> terms;
  std::int64_t offset = 0;
};
using Sums = std::vector<Sum>;

constexpr std::size_t most_terms = 2;
constexpr std::int64_t largest_offset = 1 << 20;

void add(const Sums& left, const Sums& right, Sums& result) {
  for (const Sum& a : left)
    for (const Sum& b : right) {
      Sum sum = a;
      sum.terms.insert(sum.terms.end(), b.terms.begin(), b.terms.end());
      sum.offset += b.offset;
      bool small = sum.terms.size() <= most_terms && std::abs(sum.offset) <= largest_offset;
      if (small) result.push_back(std::move(sum));
    }
}

/// a - b where that is a number.
std::optional<std::int64_t> difference(const Sum& a, const Sum& b) {
  std::vector<const Expr*> left = b.terms;
  for (const Expr* term : a.terms) {
    auto found = std::ranges::find_if(left, [&](const Expr* other) { return same(*term, *other); });
    if (found == left.end()) return std::nullopt;
    left.erase(found);
  }
  return left.empty() ? std::optional(a.offset - b.offset) : std::nullopt;
}

bool is_at_least(const Sums& low, const Sums& high, std::int64_t distance) {
  return std::ranges::any_of(low, [&](const Sum& a) {
    return std::ranges::any_of(high, [&](const Sum& b) {
      auto found = difference(a, b);
      return found && *found >= distance;
    });
  });
}

enum class End { Least, Greatest };

/// The ends of the values that an expression has in the iterations that share those of the outer loops.
class Bounds {
 public:
  Bounds(const Region& region, const Access& access, std::size_t shared)
      : region_(region), loops_(access.at->loops), shared_(shared) {}

  /// Sums that bound the index, from below or from above; none where nothing is known.
  Sums of_index(const Expr& index, End end) const {
    // Widening keeps the order, and `inf` is no index.
    return index.kind == ExprKind::Convert ? of_index(*index.operands[0], end) : of(index, end);
  }

  /// The same of a value that is a bound or step of a range, where a widened `inf` means something.
  Sums of(const Expr& given, End end) const {
    if (const Expr* value = value_of_constant(region_, given)) return of(*value, end);
    const Expr& expr = unwidened(given);
    if (expr.kind == ExprKind::Integer && std::abs(expr.integer) <= largest_offset) return {{{}, expr.integer}};
    if (expr.kind == ExprKind::Binary && expr.binary_op == BinaryOp::Add) {
      Sums sums;
      add(of(*expr.operands[0], end), of(*expr.operands[1], end), sums);
      return sums;
    }
    if (expr.kind == ExprKind::Binary && expr.binary_op == BinaryOp::Sub) return of_difference(expr, end);
    Sums sums = expr.kind == ExprKind::Call ? of_call(expr, end) : Sums{};
    if (is_shared(region_, expr, loops_, shared_))
      sums.push_back({{&expr}, 0});
    else if (expr.kind == ExprKind::Reference)
      sums = of_variable(*expr.symbol, end);
    return sums;
  }

 private:
  /// Of a widened name the name: other widened values may have overflowed before.
  const Expr& unwidened(const Expr& expr) const {
    if (expr.kind != ExprKind::Convert) return expr;
    const Expr& inner = *expr.operands[0];
    bool name = inner.kind == ExprKind::Reference && !value_of_constant(region_, inner);
    return name || inner.kind == ExprKind::Integer ? inner : expr;
  }

  Sums of_difference(const Expr& expr, End end) const {
    const Expr& right = unwidened(*expr.operands[1]);
    Sums sums;
    if (right.kind == ExprKind::Integer && std::abs(right.integer) <= largest_offset)
      add(of(*expr.operands[0], end), {{{}, -right.integer}}, sums);
    return sums;
  }

  Sums of_variable(const Symbol& symbol, End end) const {
    auto range = region_.ranges.find(&symbol);
    if (range == region_.ranges.end()) return {};
    if (end == End::Least) return of(*range->second->loop.low, end);
    Sums sums;
    add(of(*range->second->loop.high, end), {{{}, -1}}, sums);
    return sums;
  }

  /// The smaller of two is bounded from above by both.
  Sums of_call(const Expr& call, End end) const {
    bool both = (call.builtin == checked::Builtin::Min && end == End::Greatest) ||
                (call.builtin == checked::Builtin::Max && end == End::Least);
    if (!both) return {};
    Sums sums = of(*call.operands[0], end), others = of(*call.operands[1], end);
    sums.insert(sums.end(), others.begin(), others.end());
    return sums;
  }

  const Region& region_;
  const std::vector<const Stmt*>& loops_;
  std::size_t shared_;
};

/// i <= index < i + step.
bool lies_in_own_block(const Region& region, const Access& access, const Expr& index, std::size_t level) {
  const checked::Loop& loop = access.at->loops[level]->loop;
  Bounds bounds(region, access, level + 1);
  Expr own{};
  own.kind = ExprKind::Reference;
  own.scalar = loop.variable->type.scalar;
  own.symbol = loop.variable;
  Sums first{{{&own}, 0}}, next;
  Sums step = loop.step ? bounds.of(*loop.step, End::Least) : Sums{{{}, 1}};
  add(first, step, next);
  bool begins = is_at_least(bounds.of_index(index, End::Least), first, 0);
  bool ends = is_at_least(next, bounds.of_index(index, End::Greatest), 1);
  return given(region, Premise::BlockBegin, begins) && given(region, Premise::BlockEnd, ends);
}

}  // namespace

bool lie_in_own_blocks(const Region& region, const Access& a, const Access& b, std::size_t level) {
  const Stmt& loop = *a.at->loops[level];
  bool range = loop.kind == checked::StmtKind::Foreach && loop.loop.domain == checked::LoopDomain::Range;
  for (std::size_t i = 0; range && i < std::min(a.index.size(), b.index.size()); ++i)
    if (lies_in_own_block(region, a, *a.index[i], level) && lies_in_own_block(region, b, *b.index[i], level))
      return true;
  return false;
}

bool never_meet(const Region& region, const Access& a, const Access& b, std::size_t level) {
  Bounds of_a(region, a, level), of_b(region, b, level);
  for (std::size_t i = 0; i < std::min(a.index.size(), b.index.size()); ++i) {
    const Expr &one = *a.index[i], &other = *b.index[i];
    bool less = is_at_least(of_b.of_index(other, End::Least), of_a.of_index(one, End::Greatest), 1);
    bool greater = is_at_least(of_a.of_index(one, End::Least), of_b.of_index(other, End::Greatest), 1);
    if (given(region, Premise::LeftOut, less || greater)) return true;
  }
  return false;
}

}  // namespace maxwarp::race
