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

/// Where the part of the places that belongs to an iteration begins, and where that of the next one does.
struct Part {
  Sums begin, end;
};

/// Whether the range counts up from a number that is not negative: then no product with its variable overflows below
/// the smallest number, and so back into the array.
bool counts_up_from_zero(const checked::Loop& loop) {
  const Expr& low = loop.low->kind == ExprKind::Convert ? *loop.low->operands[0] : *loop.low;
  return low.kind == ExprKind::Integer && low.integer >= 0 && !loop.step;
}

/// The parts of an index that are the variable times something: `i * m` in `i * m + j`.
void products(const Expr& index, const Symbol& variable, std::vector<const Expr*>& found) {
  if (index.kind == ExprKind::Convert) return products(*index.operands[0], variable, found);
  if (index.kind != ExprKind::Binary) return;
  if (index.binary_op == BinaryOp::Mul)
    found.push_back(&index);
  else if (index.binary_op == BinaryOp::Add)
    for (const Expr* operand : index.operands) products(*operand, variable, found);
}

bool is_name(const Expr& expr, const Symbol& symbol) {
  const Expr& inner = expr.kind == ExprKind::Convert ? *expr.operands[0] : expr;
  return inner.kind == ExprKind::Reference && inner.symbol == &symbol;
}

/// The parts of the places that belong to an iteration: from i up to i plus the step, from i * m up to i * m + m.
std::vector<Part> own_parts(const Region& region, const Access& access, const Expr& name, const Expr& index,
                            std::size_t level) {
  const checked::Loop& loop = access.at->loops[level]->loop;
  Bounds bounds(region, access, level + 1);
  const auto part = [](const Expr& begin, const Sums& size) {
    Part made{{{{&begin}, 0}}, {}};
    add(made.begin, size, made.end);
    return made;
  };
  std::vector<Part> parts{part(name, loop.step ? bounds.of(*loop.step, End::Least) : Sums{{{}, 1}})};
  std::vector<const Expr*> found;
  if (counts_up_from_zero(loop)) products(index, *loop.variable, found);
  for (const Expr* product : found)
    for (std::size_t side : {0, 1}) {
      const Expr& factor = *product->operands[1 - side];
      if (is_name(*product->operands[side], *loop.variable) && is_shared(region, factor, access.at->loops, level))
        parts.push_back(part(*product, bounds.of(factor, End::Least)));
    }
  return parts;
}

/// begin <= index < end
bool lies_in(const Region& region, const Access& access, const Expr& index, std::size_t level, const Part& part) {
  Bounds bounds(region, access, level + 1);
  return given(region, Premise::BlockBegin, is_at_least(bounds.of_index(index, End::Least), part.begin, 0)) &&
         given(region, Premise::BlockEnd, is_at_least(part.end, bounds.of_index(index, End::Greatest), 1));
}

}  // namespace

bool lie_in_own_blocks(const Region& region, const Access& a, const Access& b, std::size_t level) {
  const Stmt& loop = *a.at->loops[level];
  bool range = loop.kind == checked::StmtKind::Foreach && loop.loop.domain == checked::LoopDomain::Range;
  if (!range) return false;
  Expr own{};
  own.kind = ExprKind::Reference;
  own.scalar = loop.loop.variable->type.scalar;
  own.symbol = loop.loop.variable;
  for (std::size_t i = 0; i < std::min(a.index.size(), b.index.size()); ++i)
    for (const Part& part : own_parts(region, a, own, *a.index[i], level))
      if (lies_in(region, a, *a.index[i], level, part) && lies_in(region, b, *b.index[i], level, part)) return true;
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
