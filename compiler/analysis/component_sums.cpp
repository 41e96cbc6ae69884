// D of operators that add up components of vectors: `foreach i in 0..k { var s = 0; foreach neighbor w of v { s += x[w,
// i] }; y[v, i] = s }`. Parts of the neighbors may add up by themselves, at any time and on other threads, where the
// loops only add up, and nothing that they take is changed by the operator. What stands after a loop is done once, when
// all parts are in. Illegal: with `x[v, i] = s`, as parts that come later take what the node has become.
#include <optional>
#include <set>

#include "compiler/analysis/iterations.h"
#include "compiler/analysis/operator.h"

namespace maxwarp::analysis {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

class ComponentSums {
 public:
  explicit ComponentSums(const parallel::Region& region) : region_(region) {
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (is_effect(stmt) && stmt->target) changed_.insert(stmt->target->symbol);
    });
  }

  Fact run() {
    fact_ = components(region_);
    for (const Stmt* stmt : region_.body) {
      if (stmt->kind == StmtKind::Declare)
        check_reads({const_cast<Stmt*>(stmt)});
      else if (stmt->kind == StmtKind::RangeLoop && ir::contains(stmt->body, StmtKind::NeighborLoop))
        check_components(stmt);
      else
        refuse("the operator does something outside of its loops over components", stmt->location);
    }
    return fact_;
  }

 private:
  void refuse(Fact fact) {
    if (fact_) fact_ = std::move(fact);
  }
  void refuse(std::string why, Location place) { refuse(not_built(std::move(why), place)); }

  // All of it is evaluated again for each part, also when others have ended.
  void check_reads(const ir::Body& body) {
    ir::walk_expressions(body, [&](const Expr* e) {
      if (changed_.contains(e->symbol))
        refuse("the sums over neighbors take `" + e->symbol->name + "`, which the operator changes", e->location);
    });
  }
  // The parts meet in a row of elements, as long as the range.
  static bool has_fixed_length(const Stmt* range) {
    const Expr* end = range->end->kind == ExprKind::Convert ? range->end->operands[0] : range->end;
    const bool length = end->kind == ExprKind::Reference && end->symbol->kind == ir::SymbolKind::Length;
    const bool number = end->kind == ExprKind::Integer && end->integer > 0;
    const bool nodes = end->kind == ExprKind::Call && end->builtin == ir::Builtin::Nodes;
    const bool from = range->first->kind == ExprKind::Integer && range->first->integer >= 0;
    return from && !range->value && (length || number || nodes);
  }

  void check_components(const Stmt* range) {
    if (!has_fixed_length(range))
      refuse("the range does not go from a number to the length of an array", range->location);
    check_variables(range);
    const Stmt* sums = nullptr;
    std::set<const Symbol*> variables;
    for (const Stmt* stmt : range->body) {
      if (stmt->kind == StmtKind::NeighborLoop && !sums) {
        check_sums(sums = stmt, variables);
      } else if (stmt->kind == StmtKind::Declare && !sums) {
        check_reads({const_cast<Stmt*>(stmt)});
        variables.insert(stmt->symbol);
      } else if (!sums || ir::contains({const_cast<Stmt*>(stmt)}, StmtKind::NeighborLoop)) {
        refuse("a loop over components does more than to add up over one neighbor loop, and then use the sums",
               stmt->location);
      }
    }
  }

  void check_variables(const Stmt* range) {
    const std::set<const Symbol*> own = declared_in(range->body);
    ir::walk(range->body, [&](const Stmt* stmt) {
      const Symbol* local = !is_local_change(stmt)           ? nullptr
                            : stmt->kind == StmtKind::Assign ? stmt->symbol
                                                             : stmt->target->symbol;
      if (local && !own.contains(local)) refuse("components share the variable `" + local->name + "`", stmt->location);
    });
  }

  static std::set<const Symbol*> declared_in(const ir::Body& body) {
    std::set<const Symbol*> declared;
    ir::walk(body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Declare) declared.insert(stmt->symbol);
    });
    return declared;
  }

  void check_sums(const Stmt* loop, const std::set<const Symbol*>& variables) {
    if (loop->of != region_.item) refuse("the neighbor loop is not at the node of the parallel loop", loop->location);
    if (direction_ && *direction_ != loop->direction)
      refuse("neighbor loops go along edges and against them", loop->location);
    direction_ = loop->direction;
    ir::walk(loop->body, [&](const Stmt* stmt) {
      const bool plain = stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::If || is_local_change(stmt);
      if (!plain) refuse("the neighbor loop does more than to add up", stmt->location);
    });
    check_reads(loop->body);
    refuse(adds_up_in_parts(loop, variables, region_.body));
  }

  const parallel::Region& region_;
  std::set<const Symbol*> changed_;
  std::optional<ir::Direction> direction_;
  Fact fact_;
};

}  // namespace

Fact component_sums(const parallel::Region& region) { return ComponentSums(region).run(); }

}  // namespace maxwarp::analysis
