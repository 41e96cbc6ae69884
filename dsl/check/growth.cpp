// How large what the checker makes may become. Most of the checked program is as large as the text; calls, loops over
// adjacent nodes and comparisons of tuples write parts of it several times, and so might make anything of a few lines.
#include "dsl/check/growth.h"

#include <algorithm>

namespace maxwarp {

namespace {

constexpr int beyond_measure = 1 << 20;
constexpr int most_copies = 20;  // as a power of two

}  // namespace

Checker::Level::Level(Checker& checker, Location location) : checker_(checker) {
  is_bearable_ = ++checker.depth_ <= deepest;
  if (!is_bearable_) checker.diagnostics_.report(diag::NestingTooDeep, location, deepest);
}

Checker::Extent Checker::extent_of(const Expr& expr) const {
  if (auto found = extents_.find(&expr); found != extents_.end()) return found->second;
  Extent extent{1, 1};
  for (const Expr* operand : expr.operands) {
    Extent part = extent_of(*operand);
    extent.nodes = std::min(extent.nodes + part.nodes, beyond_measure);
    extent.height = std::max(extent.height, part.height + 1);
  }
  return extent;
}

/// The expression, whose extent is known from now on; null if it is nested too deep.
const checked::Expr* Checker::measured(const Expr* expr) {
  if (!expr) return nullptr;
  Extent extent = extents_[expr] = extent_of(*expr);
  if (extent.height <= deepest) return expr;
  diagnostics_.report(diag::NestingTooDeep, expr->location, deepest);
  return nullptr;
}

/// The expression, in which parts may stand more than once.
const checked::Expr* Checker::of_bearable_size(const Expr* expr, Location location, std::string_view what) {
  if (!expr || extent_of(*expr).nodes < largest_expression) return expr;
  diagnostics_.report(diag::ExpressionTooLarge, location, what);
  return nullptr;
}

/// What is made in the place of a call, and the copies of what stands in loops over adjacent nodes: each is written for
/// out-neighbors and for in-neighbors.
void Checker::add_text(std::int64_t nodes) {
  std::int64_t copies = std::int64_t{1} << std::min(adjacent_, most_copies);
  text_ += nodes * (calls_.empty() ? copies - 1 : copies);
}

bool Checker::has_room(Location location) {
  const std::int64_t most = added_text + added_per_name * static_cast<std::int64_t>(words_.size());
  if (text_ <= most) return true;
  if (!text_is_full_) diagnostics_.report(diag::TextTooLarge, location, static_cast<int>(most));
  text_is_full_ = true;
  return false;
}

bool Checker::deep_call(const ast::Expr& call) {
  if (calls_.size() < deepest_call) return false;
  diagnostics_.report(diag::CallsTooDeep, call.op_location, deepest_call);
  return true;
}

}  // namespace maxwarp
