// An offer that is held back, or made, because of an old value would have changed nothing, or changes nothing.
#include "dsl/check/race/filter.h"

#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::Reduction;

class FilterCheck {
 public:
  FilterCheck(const Region& region, const Access& read, const Guard& guard)
      : region_(region), read_(read), guard_(guard), way_(region.changes_of(read.symbol)[0]->stmt->reduction) {}

  bool run() const {
    const Expr* offer = guard_.kind == Guard::Kind::If ? compared(*guard_.conditions[0]) : nullptr;
    if (!offer || !moves_one_way()) return false;
    const auto& all = region_.standing_under(guard_);
    auto is_it = [&](const Access* one) { return is_offer(*one, *offer); };
    auto made = std::ranges::find_if(all, is_it);
    if (made == all.end()) return false;
    bool alone = !guard_.other && std::ranges::all_of(all, [&](const Access* one) {
      return is_it(one) || hangs_on(*one, *(*made)->stmt);
    });
    return given(region_, Premise::FilterAlone, alone);
  }

 private:
  /// Numbers in a total order that the comparison shares: a nan, or a zero of either sign, is in none.
  bool moves_one_way() const {
    using checked::Scalar;
    const auto is_whole = [](Scalar one) {
      return one == Scalar::Int || one == Scalar::Long || one == Scalar::Node || one == Scalar::Edge;
    };
    const Scalar scalar = read_.symbol->type.scalar;
    const bool pair = checked::is_pair(scalar);
    const bool whole = is_whole(pair ? checked::first_of(scalar) : scalar) &&
                       is_whole(pair ? checked::second_of(scalar) : scalar);
    bool numbers = way_ == Reduction::Min || way_ == Reduction::Max;
    return given(region_, Premise::FilterWhole, whole) && given(region_, Premise::FilterOneWay, numbers) &&
           std::ranges::all_of(region_.changes_of(read_.symbol), [&](const Access* change) {
             return change->action == Action::Reduce && change->stmt->reduction == way_;
           });
  }

  /// What the element is compared with, in a part of the condition that has to hold. `earlier`: the part stands in a
  /// constant, so what it is compared with may have changed before it is offered.
  const Expr* compared(const Expr& part, bool earlier = false) const {
    const Expr& expr = looked_through(region_, part);
    if (expr.kind != ExprKind::Binary) return nullptr;
    earlier = earlier || &expr != &part;
    const Expr &left = *expr.operands[0], &right = *expr.operands[1];
    if (expr.binary_op == BinaryOp::And) {
      const Expr* found = compared(left, earlier);
      return found ? found : compared(right, earlier);
    }
    const bool first = &looked_through(region_, left) == read_.expr;
    if (!first && &looked_through(region_, right) != read_.expr) return nullptr;
    const Expr* offer = first ? &right : &left;
    const bool compares = expr.binary_op >= BinaryOp::Eq && expr.binary_op <= BinaryOp::Ge;
    return compares && given(region_, Premise::FilterNow, !earlier || keeps_value(*offer)) ? offer : nullptr;
  }

  /// A constant does, whatever it was made of.
  bool keeps_value(const Expr& expr) const {
    if (value_of_constant(region_, expr)) return true;
    return !(expr.symbol && region_.is_written(expr.symbol)) &&
           std::ranges::all_of(expr.operands, [&](const Expr* part) { return keeps_value(*part); });
  }

  bool is_offer(const Access& access, const Expr& offer) const {
    return access.action == Action::Reduce && access.symbol == read_.symbol && !access.stmt->old &&
           same_index(access, read_) && is_steady(region_, read_.index) &&
           given(region_, Premise::FilterOffer, same(*access.value, offer));
  }

  /// The outcome of the offer decides it, it is its payload, or it is of the guard alone.
  bool hangs_on(const Access& access, const Stmt& offer) const {
    if (!is_change(access) && access.action != Action::Activate && access.action != Action::Break) return true;
    if (access.is_payload && access.stmt == &offer) return true;
    if (is_change(access) && is_local_under(region_, *access.symbol, guard_)) return true;
    return std::ranges::any_of(access.at->guards,
                               [&](const Guard* one) { return one->kind == Guard::Kind::If && one->test == &offer; });
  }

  const Region& region_;
  const Access& read_;
  const Guard& guard_;
  Reduction way_;
};

}  // namespace

bool is_filter(const Region& region, const Access& read, const Guard& guard) {
  return FilterCheck(region, read, guard).run();
}

}  // namespace maxwarp::race
