// The statements in front of a loop of rounds, from the last to the first.
#include "compiler/analysis/filled.h"

#include <algorithm>
#include <set>

#include "compiler/analysis/operator.h"
#include "compiler/analysis/question.h"
#include "compiler/analysis/surroundings.h"

namespace maxwarp::analysis {
namespace {

using ir::Expr;
using ir::Symbol;
using parallel::Control;
using parallel::ControlKind;
using parallel::Sequence;

bool names(const Expr* expr, const Symbol* symbol) { return expr && ir::mentions(expr, symbol); }

bool names(const parallel::Region& region, const Symbol* symbol) {
  return region.set == symbol || names(region.low, symbol) || names(region.high, symbol) ||
         names(region.step, symbol) || ir::mentions(region.body, symbol);
}

// Whether what comes before or after the operator of a loop names the symbol.
bool names_around(const Control& rounds, const Symbol* symbol);

bool names(const Control& control, const Symbol* symbol) {
  return control.symbol == symbol || control.of == symbol || control.into == symbol || names(control.target, symbol) ||
         names(control.value, symbol) || names(control.region, symbol) || names_around(control, symbol);
}

bool names_around(const Control& rounds, const Symbol* symbol) {
  const auto in = [&](const Sequence& sequence) {
    return std::ranges::any_of(sequence, [&](const Control* inner) { return names(*inner, symbol); });
  };
  const bool first = rounds.from_set == symbol || names(rounds.from_where, symbol) ||
                     std::ranges::any_of(rounds.from, [&](const Expr* e) { return names(e, symbol); });
  return first || names(rounds.condition, symbol) || names(rounds.by, symbol) || in(rounds.body) || in(rounds.other);
}

class Search {
 public:
  Search(const Control& rounds, const Settling& settling)
      : rounds_(rounds),
        property_(settling.property),
        constant_(question_of(settling.open, settling.neighbor)->constant) {}

  Filled run(const Sequence& sequence) {
    if (names_around(rounds_, property_)) return no_fill("more of the loop than its operator names it", rounds_);
    for (auto control = std::ranges::find(sequence, &rounds_); control != sequence.begin();)
      if (!before(**--control)) return found_;
    return no_fill("there is no fill right before the loop", rounds_);
  }

 private:
  // Takes one more statement into account; whether the search goes on.
  bool before(const Control& control) {
    const bool own = control.kind == ControlKind::Fill && control.symbol == property_;
    if (own) return stop_at(control);
    const bool single = control.kind == ControlKind::Set && control.target->symbol == property_;
    if (single ? !is_kept(control) : names(control, property_))
      return stop("what stands between its fill and the loop names it", control);
    switch (control.kind) {
      case ControlKind::Set:
        if (single) found_.apart.insert(found_.apart.begin(), &control);
        changed_.insert(control.target->symbol);
        return true;
      case ControlKind::Let: changed_.insert(control.symbol); return true;
      case ControlKind::Fill:
      case ControlKind::Expect: return true;  // after an error, results are unspecified
      case ControlKind::Region:
        ir::walk(control.region.body, [&](const ir::Stmt* stmt) {
          if (stmt->target) changed_.insert(stmt->target->symbol);
        });
        return true;
      default: return stop("more than initial values stands right before the loop", control);
    }
  }

  bool stop_at(const Control& fill) {
    if (constant_of(fill.value) != constant_) return stop("its condition asks for another value", fill);
    found_.fact = {};
    found_.value = fill.value;
    return false;
  }

  bool stop(const std::string& why, const Control& control) {
    found_ = no_fill(why, control);
    return false;
  }

  static Filled no_fill(const std::string& why, const Control& control) { return {no(why, control.location)}; }

  // Which element it is, is the same when the rounds begin; and its value is none of the property.
  bool is_kept(const Control& set) const {
    bool kept = set.target->operands.size() == 1 && !names(set.value, property_);
    ir::walk(set.target->operands[0],
             [&](const Expr* e) { kept = kept && e->kind != ir::ExprKind::Element && !changed_.contains(e->symbol); });
    return kept;
  }

  const Control& rounds_;
  const Symbol* property_;
  std::int64_t constant_;
  std::set<const Symbol*> changed_;  // between the statement at hand and the rounds
  Filled found_;
};

}  // namespace

Filled filled(const parallel::Program& program, const Control& rounds, const Settling& settling) {
  return Search(rounds, settling).run(*sequence_around(program.body, &rounds));
}

}  // namespace maxwarp::analysis
