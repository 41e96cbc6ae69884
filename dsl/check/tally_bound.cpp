// Walks the statements with the loops around them and notes counts and questions of each tally.
// Where a loop's trips are not known, the count is unbounded: the careful answer.
#include "dsl/check/tally_bound.h"

#include <algorithm>
#include <map>
#include <optional>

#include "dsl/check/check.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"

namespace maxwarp::checked {

namespace {

bool is_fixed(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Integer: return true;
    case ExprKind::Reference:
      if (expr.symbol->kind != SymbolKind::Parameter && expr.symbol->kind != SymbolKind::Length) return false;
      break;
    case ExprKind::Call:
      if (expr.builtin > Builtin::Directed && expr.builtin != Builtin::Min && expr.builtin != Builtin::Max)
        return false;
      break;
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Conditional:
    case ExprKind::Convert: break;
    default: return false;
  }
  return std::ranges::all_of(expr.operands, [](const Expr* part) { return is_fixed(*part); });
}

bool is_at_least_zero(const Expr& expr) {
  if (expr.kind == ExprKind::Convert) return is_at_least_zero(*expr.operands[0]);
  return expr.kind == ExprKind::Integer && expr.integer >= 0;
}

class Walk {
 public:
  std::vector<TallyUse> run(const Block& body) {
    block(body);
    return std::move(uses_);
  }

 private:
  struct Around {
    const Stmt* loop;
    std::optional<std::vector<Trips>> trips;  // one of each adds up (`adjacent`); nothing: not known
  };

  TallyUse* use_of(const Symbol* symbol) {
    auto found = std::ranges::find(uses_, symbol, &TallyUse::tally);
    return found == uses_.end() ? nullptr : &*found;
  }

  bool is_item(const Expr& node) const {
    const Loop& loop = around_[region_].loop->loop;
    bool nodes = loop.domain == LoopDomain::Nodes || loop.domain == LoopDomain::Edges;
    return nodes && node.kind == ExprKind::Reference && node.symbol == loop.variable;
  }

  /// `0..outdegree(v)`, `first..min(9, outdegree(v))`, `0..parameter`.
  std::optional<Trips> range_trips(const Expr& low, const Expr& high) const {
    if (high.kind == ExprKind::Convert) return range_trips(low, *high.operands[0]);
    if (is_fixed(low) && is_fixed(high)) return Trips{Trips::Kind::Range, &low, &high};
    if (high.kind != ExprKind::Call) return std::nullopt;
    if (high.builtin == Builtin::Min) {
      std::optional<Trips> first = range_trips(low, *high.operands[0]);
      return first ? first : range_trips(low, *high.operands[1]);
    }
    bool in = high.builtin == Builtin::Indegree;
    bool degree = in || high.builtin == Builtin::Outdegree || high.builtin == Builtin::Degree;
    if (!degree || !is_at_least_zero(low) || region_ == none || !is_item(*high.operands[0])) return std::nullopt;
    return Trips{in ? Trips::Kind::Indegree : Trips::Kind::Outdegree};
  }

  std::optional<std::vector<Trips>> trips_of(const Stmt& stmt) const {
    const Loop& loop = stmt.loop;
    bool region = around_.size() == region_ + 1;
    if (stmt.kind == StmtKind::Iterate || stmt.kind == StmtKind::Repeat || stmt.kind == StmtKind::While)
      return std::nullopt;
    switch (loop.domain) {
      case LoopDomain::Nodes: return std::vector{Trips{Trips::Kind::Nodes}};
      case LoopDomain::Edges: return std::vector{Trips{Trips::Kind::Edges}};
      case LoopDomain::Range: {
        std::optional<Trips> trips = range_trips(*loop.low, *loop.high);
        return trips ? std::optional(std::vector{*trips}) : std::nullopt;
      }
      case LoopDomain::Keys: return std::nullopt;
      case LoopDomain::Neighbors:
      case LoopDomain::InNeighbors:
      case LoopDomain::Adjacent: break;
    }
    if (region || !is_item(*loop.of)) return std::nullopt;
    std::vector<Trips> trips;
    if (loop.domain != LoopDomain::InNeighbors) trips.push_back({Trips::Kind::Outdegree});
    if (loop.domain != LoopDomain::Neighbors) trips.push_back({Trips::Kind::Indegree});
    return trips;
  }

  /// Adds the products of the loops from the declaration inwards; false: one of them is not known.
  bool add_products(TallyUse& use, std::size_t declared_at) const {
    std::vector<Product> products{{}};
    for (std::size_t i = declared_at; i < around_.size(); ++i) {
      if (!around_[i].trips) return false;
      std::vector<Product> longer;
      for (const Product& product : products)
        for (const Trips& trips : *around_[i].trips) {
          longer.push_back(product);
          longer.back().push_back(trips);
        }
      products = std::move(longer);
    }
    for (Product& product : products)
      if (!(use.loop ? is_linear(product) : sum_over_nodes(product))) return false;
    use.products.insert(use.products.end(), products.begin(), products.end());
    return true;
  }

  static bool is_degree(const Trips& trips) {
    return trips.kind == Trips::Kind::Outdegree || trips.kind == Trips::Kind::Indegree;
  }

  /// The rows of the graph tell the sum of degrees up to a node, and nothing else: one degree, times numbers.
  static bool is_linear(const Product& product) {
    auto degrees = std::ranges::count_if(product, is_degree);
    return degrees == 0 || (degrees == 1 && std::ranges::all_of(product, [](const Trips& trips) {
                              return is_degree(trips) ||
                                     (trips.low->kind == ExprKind::Integer && trips.high->kind == ExprKind::Integer);
                            }));
  }

  /// All degrees of a kind together are the edges.
  static bool sum_over_nodes(Product& product) {
    auto degrees = std::ranges::count_if(product, is_degree);
    if (degrees == 0) return true;
    if (degrees > 1 || product[0].kind != Trips::Kind::Nodes) return false;
    std::erase_if(product, is_degree);
    product[0].kind = Trips::Kind::Edges;
    return true;
  }

  void count(const Stmt& stmt, TallyUse& use) {
    use.by_one = use.by_one && stmt.value->kind == ExprKind::Integer && stmt.value->integer == 1;
    if (!add_products(use, declared_at_.at(use.tally)) && !use.unbounded) use.unbounded = &stmt;
  }

  /// `by`, `after … where` and `from {…}` stand in no operator, where a sum could be looked up.
  void misplaced(const Expr* expr) {
    if (!expr) return;
    for (const Expr* operand : expr->operands) misplaced(operand);
    const bool reads = expr->kind == ExprKind::Call && expr->builtin == Builtin::SumOf;
    if (reads) use_of(expr->operands[0]->symbol)->misplaced = expr;
  }

  void questions(const Expr* expr) {
    if (!expr) return;
    for (const Expr* operand : expr->operands) questions(operand);
    if (expr->kind != ExprKind::Call || expr->operands.empty()) return;
    TallyUse* use = expr->operands[0]->kind == ExprKind::Reference ? use_of(expr->operands[0]->symbol) : nullptr;
    if (!use) return;
    use->most |= expr->builtin == Builtin::Most;
    use->absent |= expr->builtin == Builtin::Absent;
    use->h_index |= expr->builtin == Builtin::HIndex;
    use->sums |= expr->builtin == Builtin::SumOf;
    if (expr->builtin == Builtin::HIndex) use->asked = expr;
  }

  void declare(const Stmt& stmt) {
    if (!stmt.symbol->type.is_tally) return;
    TallyUse& use = uses_.emplace_back();
    use.tally = stmt.symbol;
    use.loop = region_ == none ? nullptr : around_[region_].loop;
    declared_at_[stmt.symbol] = around_.size();
    // Each iteration of a range has a part of the memory: their number has to be known too.
    const LoopDomain domain = use.loop ? use.loop->loop.domain : LoopDomain::Nodes;
    bool countable = domain != LoopDomain::Keys &&
                     (domain != LoopDomain::Range || (is_fixed(*use.loop->loop.low) && is_fixed(*use.loop->loop.high)));
    if (!countable) use.unbounded = &stmt;
  }

  void statement(const Stmt& stmt) {
    const Loop& loop = stmt.loop;
    for (const Expr* expr : {stmt.target, stmt.value, stmt.payload, stmt.condition, loop.of, loop.where, loop.low,
                             loop.high, loop.step, loop.until, loop.from_where})
      questions(expr);
    for (const Expr* expr : loop.from) questions(expr);
    for (const Expr* expr : {loop.from_where, loop.after_where, loop.by}) misplaced(expr);
    if (loop.domain == LoopDomain::Keys) use_of(loop.of->symbol)->sums = true;
    if (stmt.kind == StmtKind::Declare) declare(stmt);
    if (stmt.kind == StmtKind::Reduce)
      if (TallyUse* use = use_of(stmt.target->symbol)) count(stmt, *use);
    bool parallel = stmt.kind == StmtKind::Foreach || stmt.kind == StmtKind::Iterate;
    bool loops = parallel || stmt.kind == StmtKind::Repeat || stmt.kind == StmtKind::While ||
                 stmt.kind == StmtKind::For;
    bool outermost = parallel && region_ == none;
    if (outermost) region_ = around_.size();
    if (loops) {
      around_.push_back({&stmt, std::nullopt});
      around_.back().trips = trips_of(stmt);
    }
    block(stmt.body);
    if (loops) around_.pop_back();
    if (outermost) region_ = none;
    block(stmt.other);
  }

  void block(const Block& statements) {
    for (const Stmt* stmt : statements) statement(*stmt);
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<TallyUse> uses_;
  std::vector<Around> around_;
  std::size_t region_ = none;  // the place of the outermost parallel loop in around_
  std::map<const Symbol*, std::size_t> declared_at_;
};

}  // namespace

std::vector<TallyUse> tallies_of(const Algorithm& algorithm) { return Walk().run(algorithm.body); }

}  // namespace maxwarp::checked

namespace maxwarp {

void check_tallies(const checked::Program& program, Diagnostics& diagnostics) {
  for (const auto& algorithm : program.algorithms)
    for (const checked::TallyUse& use : checked::tallies_of(*algorithm)) {
      if (use.misplaced)
        diagnostics.report(diag::TallyInClause, use.misplaced->location, use.tally->name);
      else if (use.loop && use.loop->loop.domain == checked::LoopDomain::Edges)
        diagnostics.report(diag::TallyInNested, use.tally->location, use.tally->name);
      else if (use.unbounded && (!checked::bounded_by_keys(use) || use.absent || use.h_index))
        diagnostics.report(diag::TallyUnbounded, use.unbounded->location, use.tally->name)
            .note(diag::DeclaredHere, use.tally->location, use.tally->name);
      else if (use.h_index && !use.by_one)
        diagnostics.report(diag::TallyNotByOne, use.asked->location, use.tally->name)
            .note(diag::DeclaredHere, use.tally->location, use.tally->name);
    }
}

}  // namespace maxwarp
