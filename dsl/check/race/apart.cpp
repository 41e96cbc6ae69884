// Conditions that keep two accesses from one place, since the element there would have to meet both.
// Legal: `x[w]` where `level[w] == 1` beside `x[v]` where `level[v] == 0`. Illegal: `depth + 1` and `depth`, which are
// both `inf` at the end of the type, unless a condition says `depth < inf`.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;

/// `p[v] == value`, which held when an access was reached.
struct Equality {
  const Expr* condition;
  const Symbol* symbol;
  Known value;
};

/// What is known to be equal about elements at the place of the access.
void equalities(const Region& region, const Expr& given, const Access& access, std::vector<Equality>& found) {
  const Expr& expr = looked_through(region, given);
  if (expr.kind != ExprKind::Binary) return;
  if (expr.binary_op == BinaryOp::And)
    for (const Expr* part : expr.operands) equalities(region, *part, access, found);
  if (expr.binary_op != BinaryOp::Eq) return;
  for (std::size_t side : {0, 1}) {
    const Expr &element = looked_through(region, *expr.operands[side]), &other = *expr.operands[1 - side];
    bool usable = element.kind == ExprKind::Element && is_element(element, *element.symbol, access.index);
    if (std::optional<Known> value = usable ? known(region, other) : std::nullopt)
      found.push_back({&expr, element.symbol, *value});
  }
}

std::vector<Equality> equalities(const Region& region, const Access& access) {
  std::vector<Equality> found;
  for (const Guard* guard : access.at->guards)
    if (guard->kind == Guard::Kind::If) equalities(region, *guard->conditions[0], access, found);
  return found;
}

bool lasts(const Region& region, const Equality& fact) {
  return !region.is_written(fact.symbol) || is_stable(region, *fact.condition);
}

/// Of two accesses under two conditions, whether the values there may be one at an end of the type.
class Ends {
 public:
  Ends(const Region& region, const Access& a, const Access& b) : region_(region), accesses_{&a, &b} {}

  bool meet(const Known& a, const Known& b) const {
    return std::ranges::any_of(std::initializer_list<int>{1, -1},
                               [&](int end) { return may_be_at(a, end) && may_be_at(b, end); });
  }

 private:
  bool may_be_at(const Known& value, int end) const {
    return value.end == end || (value.of && (end > 0 || value.negative) && !is_excluded(value, end));
  }

  bool is_excluded(const Known& sum, int end) const {
    return std::ranges::any_of(accesses_, [&](const Access* access) {
      const std::optional<std::int64_t> most = reach(region_, *access->at, *sum.of, end);
      return most && *most * end >= sum.offset * end;
    });
  }

  const Region& region_;
  const Access* accesses_[2];
};

}  // namespace

bool is_apart(const Region& region, const Access& a, const Access& b) {
  bool steady = is_steady(region, a.index) && is_steady(region, b.index);
  if (a.index.size() != 1 || b.index.size() != 1 || !given(region, Premise::ApartSteady, steady)) return false;
  for (const Equality& one : equalities(region, a))
    for (const Equality& other : equalities(region, b)) {
      if (one.symbol != other.symbol) continue;
      bool differ = order(one.value, other.value).value_or(0) != 0 && !Ends(region, a, b).meet(one.value, other.value);
      bool last = lasts(region, one) || lasts(region, other);
      if (given(region, Premise::ApartDiffer, differ) && given(region, Premise::ApartLasts, last)) return true;
    }
  return false;
}

const Symbol* apart_but_for_ends(const Region& region, const Access& a, const Access& b) {
  for (const Equality& one : equalities(region, a))
    for (const Equality& other : equalities(region, b))
      if (one.symbol == other.symbol && one.value.of && order(one.value, other.value).value_or(0) != 0 &&
          (lasts(region, one) || lasts(region, other)))
        return one.value.of;
  return nullptr;
}

}  // namespace maxwarp::race
