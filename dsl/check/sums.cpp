// The additions of each outermost parallel loop, put together by the place that they change.
#include "dsl/check/sums.h"

#include <algorithm>
#include <utility>

#include "dsl/check/sign.h"
#include "dsl/check/spelling.h"
#include "dsl/check/sum_bound.h"
#include "dsl/diagnostics.h"

namespace maxwarp {
namespace {

using checked::Block;
using checked::Expr;
using checked::ExprKind;
using checked::Reduction;
using checked::Scalar;
using checked::SignAnalysis;
using checked::Space;
using checked::Stmt;
using checked::StmtKind;
using checked::Sum;
using checked::Symbol;
using checked::SymbolKind;
using checked::Trend;

bool is_parallel(const Stmt& stmt) { return stmt.kind == StmtKind::Foreach || stmt.kind == StmtKind::Iterate; }

bool is_sum(const Stmt& stmt) {
  return stmt.kind == StmtKind::Reduce && stmt.reduction == Reduction::Add &&
         checked::is_integer(stmt.target->scalar) &&
         (!stmt.target->symbol->type.is_tally || stmt.target->symbol->type.sum);
}

/// One addition, and how many parallel loops are between its place and itself.
struct Addition {
  const Stmt* stmt;
  int loops;
};
using Additions = std::map<const Symbol*, std::vector<Addition>>;

/// The additions inside of one outermost parallel loop.
class Collector {
 public:
  explicit Collector(const Stmt& loop) { inside(loop); }
  const Additions& additions() const { return additions_; }

 private:
  void inside(const Stmt& loop) {
    ++depth_;
    block(loop.body);
    --depth_;
  }

  void block(const Block& statements) {
    for (const Stmt* stmt : statements) {
      if (stmt->kind == StmtKind::Declare) declared_[stmt->symbol] = depth_;
      if (is_sum(*stmt)) additions_[stmt->target->symbol].push_back({stmt, depth_ - declared_[stmt->target->symbol]});
      if (is_parallel(*stmt)) {
        inside(*stmt);
        continue;
      }
      block(stmt->body);
      block(stmt->other);
    }
  }

  int depth_ = 0;
  std::map<const Symbol*, int> declared_;  // in how many parallel loops; not here: in none
  Additions additions_;
};

/// Whether one value, which the loop does not change, is all that is added: then it has one sign, whichever that is.
bool adds_one_value(const std::vector<Addition>& additions) {
  const auto equal = [](const auto& self, const Expr& a, const Expr& b) -> bool {
    if (a.kind != b.kind) return false;
    const bool around = a.kind == ExprKind::Convert || a.kind == ExprKind::Unary;
    if (around) return self(self, *a.operands[0], *b.operands[0]);
    const bool fixed = a.kind == ExprKind::Reference && a.symbol->type.space == Space::Global &&
                       (a.symbol->kind == SymbolKind::Parameter || a.symbol->kind == SymbolKind::Constant);
    return fixed && a.symbol == b.symbol;
  };
  return std::ranges::all_of(
      additions, [&](const Addition& one) { return equal(equal, *additions[0].stmt->value, *one.stmt->value); });
}

class SumCheck {
 public:
  SumCheck(checked::Algorithm& algorithm, Diagnostics& diagnostics)
      : algorithm_(algorithm), diagnostics_(diagnostics), signs_(algorithm), zero_starts_(algorithm) {}

  void run() { host(algorithm_.body); }

 private:
  void host(const Block& statements) {
    for (const Stmt* stmt : statements) {
      if (is_parallel(*stmt))
        parallel_loop(*stmt);
      else
        host(stmt->body);
      host(stmt->other);  // of an `iterate`: between two rounds
    }
  }

  void parallel_loop(const Stmt& loop) {
    const Collector collector(loop);
    const checked::GraphBounds bounds(loop);
    for (const auto& [symbol, additions] : collector.additions()) {
      Sum sum;
      bounds.bound(symbol, sum);
      sum.from_zero = zero_starts_.begins_at_zero(loop, symbol);
      decide(loop, symbol, additions, sum);
    }
  }

  void decide(const Stmt& loop, const Symbol* symbol, const std::vector<Addition>& additions, Sum sum) {
    sum.trend = trend_of(additions);
    sum.within = stays_within(symbol, sum, additions);
    const bool open = sum.trend == Trend::Mixed && may_pass_end(loop, symbol, additions);
    bool warned = false;
    for (const Addition& addition : additions) {
      sum.open = open && addition.loops > 0;
      algorithm_.sums[addition.stmt] = sum;
      if (sum.open && !std::exchange(warned, true)) warn(*addition.stmt);
    }
  }

  /// A `long` that gets finite numbers of 32 bits alone; an `int` that counts nodes from 0, as there are fewer than
  /// 2^31.
  bool stays_within(const Symbol* symbol, const Sum& sum, const std::vector<Addition>& additions) const {
    if (symbol->type.is_tally) return !added(additions).wide && !added(additions).infinite;
    if (symbol->type.space == Space::Local) return false;
    const checked::Extent changes = signs_.changes_of(symbol);
    if (symbol->type.scalar == Scalar::Long) return !changes.wide && !changes.infinite;
    return sum.from_zero && sum.per_node == 1 && sum.per_edge == 0;
  }

  checked::Extent added(const std::vector<Addition>& additions) const {
    checked::Extent all;
    for (const Addition& addition : additions) all = all | signs_.of(*addition.stmt->value);
    return all;
  }

  Trend trend_of(const std::vector<Addition>& additions) const {
    const checked::Extent all = added(additions);
    if (!all.negative) return Trend::Rising;
    return all.positive ? Trend::Mixed : Trend::Falling;
  }

  bool may_pass_end(const Stmt& loop, const Symbol* symbol, const std::vector<Addition>& additions) const {
    if (symbol->type.is_tally) return added(additions).wide && !adds_one_value(additions);
    if (symbol->type.scalar == Scalar::Long && !signs_.changes_of(symbol).wide) return false;
    if (adds_one_value(additions)) return false;
    const bool single = additions[0].stmt->target->kind == ExprKind::Reference;
    const bool asked = std::ranges::any_of(additions,
                                           [](const Addition& one) { return one.stmt->changed || one.stmt->old; });
    if (single) return asked;
    const auto separate = algorithm_.separate.find(&loop);
    return separate == algorithm_.separate.end() || !separate->second.contains(symbol);
  }

  void warn(const Stmt& stmt) {
    const bool is_int = stmt.target->scalar == Scalar::Int;
    diagnostics_.report(diag::OpenSum, stmt.location, stmt.target->symbol->name, spelling(stmt.target->scalar),
                        is_int ? "declare it as `long`, or add" : "add");
  }

  checked::Algorithm& algorithm_;
  Diagnostics& diagnostics_;
  SignAnalysis signs_;
  checked::ZeroStarts zero_starts_;
};

}  // namespace

void check_sums(checked::Program& program, Diagnostics& diagnostics) {
  for (const auto& algorithm : program.algorithms) SumCheck(*algorithm, diagnostics).run();
}

}  // namespace maxwarp
