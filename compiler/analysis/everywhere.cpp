// The values that nodes begin with, from the control before the loop, and what the operator makes of them.
#include "compiler/analysis/everywhere.h"

#include <algorithm>
#include <map>

#include "compiler/analysis/bounds.h"
#include "compiler/analysis/operator.h"
#include "compiler/analysis/surroundings.h"
#include "compiler/parallel/lookup.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using parallel::Control;
using parallel::ControlKind;

/// What a property has before the loop: at nodes that are not active in the first round, and at all. Of pairs the first
/// values.
struct Start {
  Bounds idle, all;
};
using Starts = std::map<const Symbol*, Start>;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool same(const Expr* a, const Expr* b) {
  if (a->kind != b->kind) return false;
  return a->kind == ExprKind::Reference ? a->symbol == b->symbol
                                        : a->kind == ExprKind::Integer && a->integer == b->integer;
}

Bounds constant(const Expr* value) {
  if (value->kind == ExprKind::Pair) return constant(value->operands[0]);
  if (value->kind == ExprKind::Infinity) return {infinity, infinity, false};
  return bounds_of(value, [](const Expr*) { return std::optional<Bounds>(); });
}

/// Goes from the loop back to the initial values.
class Beginning {
 public:
  explicit Beginning(const Control& rounds) : rounds_(rounds) {
    for (const Control* after : rounds.body) changed_by(*after, changed_);
    ir::walk(rounds.region.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Store) changed_.insert(stmt->target->symbol);  // it may activate none
    });
  }

  void run(const parallel::Sequence& sequence) {
    const auto loop = std::ranges::find(sequence, &rounds_);
    for (auto it = loop; it != sequence.begin();) look(**--it);
  }

  Starts starts;
  std::set<const Symbol*> elsewhere;  // properties that get values at single nodes, which may not be active at first

 private:
  void look(const Control& control) {
    if (control.kind == ControlKind::Fill && !changed_.contains(control.symbol)) {
      const Bounds idle = constant(control.value);
      const auto single = single_.find(control.symbol);
      starts[control.symbol] = {idle, single == single_.end() ? idle : hull(idle, single->second)};
    }
    if (control.kind == ControlKind::Set && is_active(control.target))
      return set(control.target->symbol, constant(control.value));
    const parallel::Region& region = control.region;
    const bool first = control.kind == ControlKind::Region && region.set && region.set == rounds_.from_set;
    if (control.kind == ControlKind::Set && !changed_.contains(control.target->symbol))
      elsewhere.insert(control.target->symbol);
    if (!first || changed_.contains(region.set)) return changed_by(control, changed_);
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (!stmt->target || ir::is_local(stmt->target)) return;
      const bool own = ir::is_element_at(stmt->target, region.item);
      if (own) set(stmt->target->symbol, stmt->kind == StmtKind::Store ? constant(stmt->value) : Bounds());
      if (!own) changed_.insert(stmt->target->symbol);
    });
  }

  void set(const Symbol* property, const Bounds& value) {
    const auto [it, fresh] = single_.emplace(property, value);
    if (!fresh) it->second = hull(it->second, value);
  }

  // An element of a node that is active in the first round.
  bool is_active(const Expr* target) const {
    if (!target || target->kind != ExprKind::Element || target->operands.size() != 1) return false;
    const Expr* node = target->operands[0];
    if (node->symbol && changed_.contains(node->symbol)) return false;
    return std::ranges::any_of(rounds_.from, [&](const Expr* first) { return same(first, node); });
  }

  const Control& rounds_;
  std::set<const Symbol*> changed_;         // since, or in the loop
  std::map<const Symbol*, Bounds> single_;  // at nodes of the first round
};

/// Runs the operator at a node that was never activated.
class Idle {
 public:
  Idle(const parallel::Region& region, const Beginning& beginning)
      : region_(region), starts_(beginning.starts), elsewhere_(beginning.elsewhere) {
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Assign) moving_.insert(stmt->symbol);
      if (is_local_change(stmt) && stmt->target) moving_.insert(stmt->target->symbol);
    });
  }

  Fact run() {
    look(region_.body);
    return fact_ ? lookup_ : fact_;
  }

 private:
  Bounds bounds(const Expr* expr) const {
    return bounds_of(expr, [&](const Expr* e) -> std::optional<Bounds> {
      if (e->kind == ExprKind::Reference && variables_.contains(e->symbol)) return variables_.at(e->symbol);
      const bool first = e->kind == ExprKind::Call && e->builtin == ir::Builtin::First;
      const Expr* read = first ? e->operands[0] : e;
      const bool own = ir::is_element_at(read, region_.item) && starts_.contains(read->symbol);
      return own ? std::optional(starts_.at(read->symbol).idle) : std::nullopt;
    });
  }

  // What is offered is no better than what any element has had at first, and that is no worse by now.
  bool is_vain(const Stmt* stmt) const {
    const bool pair = stmt->reduction == Reduction::MinFirst || stmt->reduction == Reduction::MaxFirst;
    const Bounds offered = bounds(pair && stmt->value->kind == ExprKind::Pair ? stmt->value->operands[0] : stmt->value);
    if (checked::is_pair(stmt->target->scalar) && !pair) return false;
    const auto start = starts_.find(stmt->target->symbol);
    const Bounds there = start == starts_.end() || pair ? Bounds{} : start->second.all;
    switch (stmt->reduction) {
      case Reduction::Min:
      case Reduction::MinFirst: return offered.low >= there.high;  // a nan counts as `inf`
      case Reduction::Max:
      case Reduction::MaxFirst: return offered.high <= there.low;
      case Reduction::Or: return offered.low == 0 && offered.high == 0;
      case Reduction::And: return offered.is_true() && stmt->value->scalar == ir::Scalar::Bool;
      default: return false;
    }
  }

  void look(const Body& body) {
    for (const Stmt* stmt : body) {
      if (!fact_) return;
      look_up(stmt);
      if (stmt->kind == StmtKind::Declare && stmt->value && !moving_.contains(stmt->symbol))
        variables_[stmt->symbol] = bounds(stmt->value);
      if (is_effect(stmt)) effect(stmt);
      if (stmt->kind != StmtKind::If) {
        look(stmt->body);
        continue;
      }
      const Bounds condition = bounds(stmt->condition);
      if (!condition.is_false()) look(stmt->body);
      if (!condition.is_true()) look(stmt->other);
    }
  }

  // At an active node there is something in each place that the program looks at. A range has places by its bounds.
  void look_up(const Stmt* stmt) {
    const bool range = stmt->kind == StmtKind::For || stmt->kind == StmtKind::RangeLoop;
    for (const Expr* expr : ir::expressions_of(stmt))
      if (const Expr* place = range ? value_in(expr) : parallel::looked_up_by_value(expr); place && lookup_)
        lookup_ = not_built("a node that was never activated would look up what may not be there", place->location);
  }

  static const Expr* value_in(const Expr* bound) {
    const Expr* found = nullptr;
    ir::walk(bound, [&](const Expr* e) {
      if (e->kind == ExprKind::Element) found = e;
    });
    return found ? found : parallel::looked_up_by_value(bound);
  }

  void effect(const Stmt* stmt) {
    if (stmt->kind == StmtKind::Reduce && is_vain(stmt)) {
      if (stmt->changed) variables_[stmt->changed] = {0, 0, false};
      return;
    }
    if (stmt->kind == StmtKind::Activate || stmt->kind == StmtKind::Count) {
      fact_ = no("a node that was never activated would do this, too", stmt->location);
      return;
    }
    const std::string target = "`" + stmt->target->symbol->name + "`";
    const Symbol* open = stmt->kind == StmtKind::Reduce ? unknown_in(stmt) : nullptr;
    if (open && elsewhere_.contains(open))
      fact_ = no("`" + open->name + "` is set at a node that may not be active, which would offer it", stmt->location);
    else
      fact_ = open ? not_built("it is not known what `" + open->name + "` is at first where nodes are not active",
                               stmt->location)
                   : no("a node that was never activated would change " + target, stmt->location);
  }

  // A property at the node or at its neighbor of which no first value is known, or null.
  const Symbol* unknown_in(const Stmt* stmt) const {
    const Symbol* found = nullptr;
    const auto look_at = [&](const Symbol* property) {
      if (property->type.space == ir::Space::Node && !starts_.contains(property)) found = property;
    };
    look_at(stmt->target->symbol);
    ir::walk(region_.body, [&](const Stmt* inner) {
      for (const Expr* expr : ir::expressions_of(inner))
        ir::walk(expr, [&](const Expr* e) {
          if (ir::is_element_at(e, region_.item)) look_at(e->symbol);
        });
    });
    return found;
  }

  const parallel::Region& region_;
  const Starts& starts_;
  const std::set<const Symbol*>& elsewhere_;
  std::set<const Symbol*> moving_;  // variables that get a value several times
  std::map<const Symbol*, Bounds> variables_;
  Fact fact_, lookup_;
};

}  // namespace

Fact runs_everywhere(const parallel::Program& program, const Control& rounds, const Facts& facts) {
  if (!facts.order_free) return facts.order_free;
  if (!facts.activates_changes) return facts.activates_changes;
  if (rounds.from_all && !rounds.from_where) return {};
  if (!facts.changes_activate) return facts.changes_activate;
  Beginning beginning(rounds);
  if (const parallel::Sequence* sequence = sequence_around(program.body, &rounds)) beginning.run(*sequence);
  return Idle(rounds.region, beginning).run();
}

}  // namespace maxwarp::analysis
