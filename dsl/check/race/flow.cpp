// Values of expressions by structure; values of local variables by going through their definitions until nothing
// changes.
#include "dsl/check/race/flow.h"

#include <algorithm>
#include <optional>

#include "dsl/check/race/factor.h"
#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;
using checked::Reduction;

/// Whether a nan may be in the value.
bool is_real(const Expr& expr) {
  using checked::Scalar;
  const auto is_one = [](Scalar scalar) { return scalar == Scalar::Float || scalar == Scalar::Double; };
  if (!checked::is_pair(expr.scalar)) return is_one(expr.scalar);
  return is_one(checked::first_of(expr.scalar)) || is_one(checked::second_of(expr.scalar));
}

std::optional<std::int64_t> literal(const Expr& expr) {
  if (expr.kind == ExprKind::Convert) return literal(*expr.operands[0]);
  if (expr.kind == ExprKind::Integer) return expr.integer;
  bool negative = expr.kind == ExprKind::Unary && expr.unary_op == checked::UnaryOp::Neg;
  auto inner = negative ? literal(*expr.operands[0]) : std::nullopt;
  return inner ? std::optional(-*inner) : std::nullopt;
}

/// Of a value in an operation that goes by the order of numbers: a number that gains bits may fall or rise.
Variation of_number(const Region& region, Variation variation) {
  bool bits = variation == Variation::Gains || variation == Variation::Loses;
  return given(region, Premise::MonotoneNumbers, !bits) ? variation : Variation::Open;
}

/// The value of one use, each constant in it once.
class Evaluation {
 public:
  Evaluation(const Region& region, const Flow& flow, const Use& use) : region_(region), flow_(flow), use_(use) {}

  Finding of(const Expr& expr) {
    Finding found = of_form(expr);
    const bool opens = found.because && found.variation == Variation::Open && !found.opened;
    if (opens && !expr.operands.empty() && expr.kind != ExprKind::Element) found.opened = &expr;
    return found;
  }

 private:
  Finding of_form(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::Reference: return of_name(expr);
      case ExprKind::Element:
      case ExprKind::Contains: return of_element(expr);
      case ExprKind::Convert: return of(*expr.operands[0]);
      case ExprKind::Unary: {
        Finding inner = of(*expr.operands[0]);
        return {opposite(of_number(region_, inner.variation)), inner.because, inner.opened};
      }
      case ExprKind::Binary: return of_binary(expr);
      case ExprKind::Conditional: return of_conditional(expr);
      case ExprKind::Call: return of_call(expr);
      case ExprKind::Pair: return of_pair(expr);
      default: return opened(all(expr));
    }
  }

  Finding all(const Expr& expr) {
    Finding result;
    for (const Expr* operand : expr.operands) result = both(result, of(*operand));
    return result;
  }

  static Finding opened(Finding finding) {
    if (finding.because) finding.variation = Variation::Open;
    return finding;
  }

  Finding of_name(const Expr& expr) {
    if (const Expr* value = value_of_constant(region_, expr)) {
      auto known = constants_.find(expr.symbol);
      if (known == constants_.end()) known = constants_.emplace(expr.symbol, of(*value)).first;
      return known->second;
    }
    Finding local = region_.locals.contains(expr.symbol) ? flow_.of_local(*expr.symbol) : Finding{};
    return both(local, of_read(expr));
  }

  Finding of_read(const Expr& expr) {
    const Access* access = flow_.access_of(use_, expr);
    Variation variation = access ? flow_.of_read(*access) : Variation::Fixed;
    return {variation, variation == Variation::Fixed ? nullptr : access};
  }

  Finding of_element(const Expr& expr) { return both(opened(all(expr)), of_read(expr)); }

  Finding of_binary(const Expr& expr) {
    if (is_stable(region_, expr)) return opened(places_in(expr));
    const Expr &left = *expr.operands[0], &right = *expr.operands[1];
    if (checked::is_pair(left.scalar) && is_real(left)) return opened(all(expr));  // nan is in no order there
    Finding a = of(left), b = of(right);
    Variation variation = race::of_binary(expr.binary_op, left.scalar, a.variation, b.variation);
    if (variation == Variation::Open) variation = of_bits(expr, a.variation, b.variation);
    const bool scales = expr.binary_op == BinaryOp::Mul || expr.binary_op == BinaryOp::Div;
    if (scales && variation == Variation::Open) variation = of_product(expr, a, b);
    if (is_lax(expr.binary_op) && is_real(left) && !(is_bare(left) && is_bare(right)))
      variation = a.because || b.because ? Variation::Open : variation;
    return {variation,
            variation == Variation::Fixed ? nullptr
            : a.because                   ? a.because
                                          : b.because,
            a.opened ? a.opened : b.opened};
  }

  /// Compared from the left, a pair moves as its values do if none of them moves the other way.
  Finding of_pair(const Expr& expr) {
    Finding result = all(expr);
    result.variation = of_number(region_, result.variation);
    return result;
  }

  /// What a function makes of bits that it is given more (Gains) or fewer (Loses) of.
  Variation of_bit_function(checked::Builtin builtin, Variation bits) const {
    switch (builtin) {
      case checked::Builtin::BitAnd:
      case checked::Builtin::BitOr:
      case checked::Builtin::ShiftLeft:
      case checked::Builtin::ShiftRight: return bits;
      case checked::Builtin::BitNot: return opposite(bits);
      case checked::Builtin::Popcount: return bits == Variation::Gains ? Variation::Rises : Variation::Falls;
      default: return given(region_, Premise::MonotoneMasks, false) ? bits : Variation::Open;
    }
  }

  Finding of_call(const Expr& expr) {
    if (is_extreme(expr)) return of_extreme(expr);
    Finding finding = all(expr);
    // The second value of a pair that falls may rise, if the first one falls.
    if (expr.builtin == checked::Builtin::First) return finding;
    if (finding.variation != Variation::Gains && finding.variation != Variation::Loses) return opened(finding);
    const bool shifts = expr.builtin == checked::Builtin::ShiftLeft || expr.builtin == checked::Builtin::ShiftRight;
    if (shifts && of(*expr.operands[1]).because) return opened(finding);
    finding.variation = of_bit_function(expr.builtin, finding.variation);
    return finding;
  }

  /// What varies, times or divided by what keeps its order.
  Variation of_product(const Expr& expr, const Finding& a, const Finding& b) const {
    const bool left = a.variation == Variation::Fixed && expr.binary_op == BinaryOp::Mul;
    const Finding &fixed = left ? a : b, &moving = left ? b : a;
    const bool keeps = fixed.variation == Variation::Fixed &&
                       given(region_, Premise::MonotoneFactor, keeps_order(region_, *expr.operands[left ? 0 : 1]));
    return keeps ? of_number(region_, moving.variation) : Variation::Open;
  }

  static bool is_extreme(const Expr& expr) {
    return expr.kind == ExprKind::Call &&
           (expr.builtin == checked::Builtin::Min || expr.builtin == checked::Builtin::Max);
  }

  /// A real sum that falls may come from `inf` to nan, which `min=` takes for `inf`. But `min(inf, 3)` is 3, and
  /// `min(nan, 3)` is nan: what is offered rises.
  Finding of_extreme(const Expr& expr) {
    Finding result = all(expr);
    result.variation = of_number(region_, result.variation);
    Variation wrong = expr.builtin == checked::Builtin::Min ? Variation::Falls : Variation::Rises;
    if (checked::is_pair(expr.scalar) && is_real(expr)) return opened(result);
    if (!is_real(expr) || result.variation != wrong) return result;
    for (const Expr* operand : expr.operands)
      if (of(*operand).because && !stays_number(*operand)) return opened(result);
    return result;
  }
  bool stays_number(const Expr& given) const {
    const Expr& expr = looked_through(region_, given);
    if (expr.kind == ExprKind::Convert) return stays_number(*expr.operands[0]);
    return expr.kind == ExprKind::Element || is_extreme(expr);  // the latter has asked for its own operands
  }

  /// Of a comparison whose answer does not change, what decides which element is compared.
  Finding places_in(const Expr& comparison) {
    Finding result;
    for (const Expr* side : comparison.operands) {
      const Expr& expr = looked_through(region_, *side);
      result = both(result, expr.kind == ExprKind::Element ? all(expr) : of(expr));
    }
    return result;
  }

  static Variation of_bits(const Expr& expr, Variation a, Variation b) {
    bool left = a == Variation::Gains || a == Variation::Loses;
    std::optional<std::int64_t> number = literal(*expr.operands[left ? 1 : 0]);
    if ((left ? b : a) != Variation::Fixed || !number) return Variation::Open;
    if (!left && b != Variation::Gains && b != Variation::Loses) return Variation::Open;
    return left ? of_bit_test(expr.binary_op, *number, a) : of_bit_test(exchanged(expr.binary_op), *number, b);
  }

  /// `inf <= inf` holds, and `nan <= inf`, to which `inf + -inf` leads, does not.
  static bool is_lax(BinaryOp op) { return op == BinaryOp::Le || op == BinaryOp::Ge; }
  bool is_bare(const Expr& given) const {
    const Expr& expr = looked_through(region_, given);
    if (expr.kind == ExprKind::Convert) return is_bare(*expr.operands[0]);
    return expr.kind != ExprKind::Binary && expr.kind != ExprKind::Call && expr.kind != ExprKind::Conditional;
  }

  Finding of_conditional(const Expr& expr) {
    Finding condition = opened(of(*expr.operands[0]));
    return both(condition, both(of(*expr.operands[1]), of(*expr.operands[2])));
  }

  const Region& region_;
  const Flow& flow_;
  const Use& use_;
  std::map<const Symbol*, Finding> constants_;
};

/// What a statement that only some executions reach does to a variable: those that read later reach it (Rises), or
/// those that read earlier (Falls).
Variation of_partial(const Stmt& stmt, Variation reached, Variation value) {
  bool assigns = stmt.kind == checked::StmtKind::Assign;
  bool truth = stmt.target->scalar == checked::Scalar::Bool;
  Variation towards = Variation::Open;  // what the statement does to the value that it finds
  if (assigns && truth && stmt.value->kind == ExprKind::Integer)
    towards = stmt.value->integer ? Variation::Rises : Variation::Falls;
  if (!assigns) {
    switch (stmt.reduction) {
      case Reduction::Max: towards = Variation::Rises; break;
      case Reduction::Min: towards = Variation::Falls; break;
      case Reduction::Or: towards = truth ? Variation::Rises : Variation::Gains; break;
      case Reduction::And: towards = truth ? Variation::Falls : Variation::Loses; break;
      default: break;
    }
  }
  return both(reached == Variation::Rises ? towards : opposite(towards), value);
}

/// What a statement that all executions reach leaves in the variable. `value`: of what it gets, and of what a reduction
/// finds there.
Variation of_full(const Region& region, const Stmt& stmt, Variation value) {
  if (value == Variation::Fixed || stmt.kind != checked::StmtKind::Reduce) return value;
  bool bits = value == Variation::Gains || value == Variation::Loses;
  bool real = is_real(*stmt.target);
  switch (stmt.reduction) {
    case Reduction::Add: return of_number(region, value);
    // A nan counts as the largest value under `min=` and as the smallest under `max=`.
    case Reduction::Min: return real && value != Variation::Falls ? Variation::Open : of_number(region, value);
    case Reduction::Max: return real && value != Variation::Rises ? Variation::Open : of_number(region, value);
    case Reduction::Or:
    case Reduction::And: return bits == (stmt.target->scalar != checked::Scalar::Bool) ? value : Variation::Open;
    default: return Variation::Open;
  }
}

}  // namespace

Finding both(const Finding& a, const Finding& b) {
  return {both(a.variation, b.variation), a.because ? a.because : b.because, a.opened ? a.opened : b.opened};
}

Flow::Flow(const Region& region, const std::map<const Access*, Variation>& reads) : region_(region), reads_(reads) {
  bool varies = std::ranges::any_of(reads, [](const auto& read) { return read.second != Variation::Fixed; });
  for (const Access& access : region.accesses)
    if (access.action == Action::Read && reads.contains(&access)) reads_of_[access.use].push_back(&access);
  if (varies && !given(region, Premise::MonotoneLocal, false)) settle_locals();
}

Variation Flow::of_read(const Access& access) const {
  auto found = reads_.find(&access);
  return found == reads_.end() ? Variation::Fixed : found->second;
}

const std::vector<const Access*>& Flow::reads_of(const Use& use) const {
  static const std::vector<const Access*> none;
  auto found = reads_of_.find(&use);
  return found == reads_of_.end() ? none : found->second;
}

const Access* Flow::access_of(const Use& use, const Expr& expr) const {
  const std::vector<const Access*>& reads = reads_of(use);
  auto access = std::ranges::find(reads, &expr, &Access::expr);
  return access == reads.end() ? nullptr : *access;
}

Finding Flow::of(const Use& use) const { return Evaluation(region_, *this, use).of(*use.expr); }

Finding Flow::of(const std::vector<const Guard*>& guards, std::size_t first) const {
  Finding result;
  for (std::size_t i = first; i < guards.size(); ++i) result = both(result, of(*guards[i]));
  return result;
}

Finding Flow::of(const Guard& guard) const {
  if (guard.test && !region_.locals.contains(guard.test->target->symbol)) return {};  // see tested.cpp
  Finding result;
  for (const Use* use : guard.uses) result = both(result, of(*use));
  if (guard.kind == Guard::Kind::Else) result.variation = opposite(result.variation);
  bool counts = guard.kind == Guard::Kind::While || guard.kind == Guard::Kind::For;
  if (counts && result.because) result.variation = Variation::Open;
  return result;
}

Finding Flow::of_local(const Symbol& symbol) const {
  auto outcome = region_.outcomes.find(&symbol);
  if (outcome == region_.outcomes.end()) {
    auto found = locals_.find(&symbol);
    return found == locals_.end() ? Finding{} : found->second;
  }
  // Of a change of an element the other rules decide what may hang on the outcome.
  const Symbol& target = *outcome->second->target->symbol;
  Finding found = region_.locals.contains(&target) ? of_local(target) : Finding{};
  if (found.because) found.variation = Variation::Open;
  return found;
}

Finding Flow::of_definition(const Symbol& symbol, const Definition& definition) const {
  Finding value = definition.use ? of(*definition.use) : Finding{};
  Finding reached = of(definition.at->guards, region_.locals.at(&symbol).guards.size());
  bool finds = definition.stmt->kind == checked::StmtKind::Reduce && !given(region_, Premise::MonotoneFound, false);
  if (finds) value = both(value, of_local(symbol));
  if (!value.because && !reached.because) return {};
  Finding result = both(value, reached);
  bool fixed = reached.variation == Variation::Fixed;
  bool partial = reached.variation == Variation::Rises || reached.variation == Variation::Falls;
  Variation full = of_full(region_, *definition.stmt, value.variation);
  result.variation = fixed     ? full
                     : partial ? both(of_partial(*definition.stmt, reached.variation, value.variation), full)
                               : Variation::Open;
  if (symbol.type.is_tally) result.variation = Variation::Open;
  return result;
}

/// From Fixed upwards, so that what depends on itself alone stays fixed.
void Flow::settle_locals() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [symbol, definitions] : region_.definitions) {
      Finding found = of_local(*symbol);
      Finding joined = found;
      for (const Definition& definition : definitions) joined = both(joined, of_definition(*symbol, definition));
      if (joined.variation == found.variation) continue;
      locals_[symbol] = joined;
      changed = true;
    }
  }
}

}  // namespace maxwarp::race
