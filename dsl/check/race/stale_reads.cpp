// Reads that another iteration may overtake. Each yields some value that the element has held since the region began;
// this file follows what depends on it, and refuses what its rule does not allow.
#include <algorithm>

#include "dsl/check/print.h"
#include "dsl/check/race/claim.h"
#include "dsl/check/race/factor.h"
#include "dsl/check/race/facts.h"
#include "dsl/check/race/filter.h"
#include "dsl/check/race/flow.h"
#include "dsl/check/race/monotone.h"
#include "dsl/check/race/way_out.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using Role = Use::Role;

Variation rule_for(const Region& region, const Access& read) {
  if (is_settled(region, read)) return Variation::Fixed;
  bool condition = read.use->role == Role::Condition;
  const Guard* guard = condition ? read.use->guard : nullptr;
  if (guard && (is_claim(region, read, *guard) || is_filter(region, read, *guard))) return Variation::Fixed;
  return monotone(region, read);
}

class StaleReadCheck {
 public:
  StaleReadCheck(const Region& region, const Overtaken& overtaken, Diagnostics& diagnostics)
      : region_(region),
        overtaken_(overtaken),
        diagnostics_(diagnostics),
        reads_(rules(region, overtaken)),
        flow_(region, reads_) {}

  StaleReads run() {
    for (const Use& use : region_.uses) check_use(use);
    for (const Access& access : region_.accesses)
      if (is_effect(region_, access)) check_guards(access);
    if (stale_ && unproved_.empty()) check_repeated_runs(region_, *stale_, overtaken_, diagnostics_);
    std::set<const Access*> allowed;
    for (const auto& [read, variation] : reads_)
      if (variation != Variation::Fixed && variation != Variation::Open) allowed.insert(read);
    return {unproved_, allowed};
  }

 private:
  static std::map<const Access*, Variation> rules(const Region& region, const Overtaken& overtaken) {
    std::map<const Access*, Variation> reads;
    for (const auto& [read, change] : overtaken) reads[read] = rule_for(region, *read);
    return reads;
  }

  void check_use(const Use& use) {
    Finding value = flow_.of(use);
    if (value.variation == Variation::Fixed) return;
    if (value.variation != Variation::Open && !stale_) stale_ = value.because;
    bool allowed = true;  // what depends on a condition or a local value is checked by itself
    if (use.role == Role::Offer) allowed = given(region_, Premise::MonotoneOffer, is_aligned(use, value.variation));
    if (use.role == Role::Head || use.role == Role::Other) allowed = given(region_, Premise::MonotoneElsewhere, false);
    if (!allowed) report(use, value, use.expr->location);
  }

  /// Whether the later offer is the better one. Legal: `dist[w] min= dist[v] + weight[e]`, `nearest min= dist[v]`.
  /// Illegal: `dist[w] min= 10 - dist[v]`, `farthest max= dist[v]`.
  bool is_aligned(const Use& use, Variation variation) const {
    return variation != Variation::Open &&
           variation == direction(region_, use.stmt->reduction, use.stmt->target->scalar);
  }

  /// Legal: `if ahead[v] { … }` where all changes are `ahead[w] |= true`. Illegal: its `else`; a `break` out of a
  /// `for`, which is an `else` for what follows.
  void check_guards(const Access& effect) {
    Finding reached = flow_.of(effect.at->guards);
    if (reached.variation == Variation::Fixed) return;
    bool leaves_serial = effect.action == Action::Break && !effect.at->serial.empty();
    if (given(region_, Premise::MonotoneCondition, reached.variation == Variation::Rises) &&
        given(region_, Premise::MonotoneBreak, !leaves_serial))
      return;
    for (const Guard* guard : effect.at->guards)
      for (const Use* use : guard->uses)
        if (Finding found = flow_.of(*use); found.because) report(*use, found, effect.location);
  }

  /// The reads that `use` depends on. `decided`: what depends on it.
  void report(const Use& use, const Finding& found, Location decided) {
    report(*found.because, use, found, decided);
    for (const Access* read : flow_.reads_of(use))
      if (flow_.of_read(*read) == Variation::Open) report(*read, use, found, decided);
  }

  void report(const Access& read, const Use& use, const Finding& found, Location decided) {
    const Access& change = *overtaken_.at(&read);
    if (!unproved_.insert(read.location.begin).second) return;
    Diagnostic& error = report_overtaken(region_, read, use, change, diagnostics_);
    error.note(diag::OtherAccess, change.location, place(change));
    note_direction(error, read, use, found);
    note_ends(error, read, change);
    bool at_once = contains(use.expr->location, read.location);
    if (!at_once) error.note(diag::DependsOnIt, decided, place(read));
  }

  /// Of a read that the monotone rule allows: what is made of it and does not move as it would have to.
  void note_direction(Diagnostic& error, const Access& read, const Use& use, const Finding& found) const {
    const Variation moves = flow_.of_read(read);
    const bool numbers = moves == Variation::Falls || moves == Variation::Rises;
    if (!numbers) return;
    if (found.variation == Variation::Open && found.opened) {
      error.note(diag::NotOneWay, found.opened->location, print_expression(*found.opened), place(read));
      note_factor(error, *found.opened);
    }
    if (found.variation == opposite(moves) && use.role == Role::Offer)
      error.note(moves == Variation::Falls ? diag::RisesAsItFalls : diag::FallsAsItRises, use.expr->location,
                 print_expression(*use.expr), place(read));
  }

  /// Of conditions that would be enough but for where a variable is `inf`.
  void note_ends(Diagnostic& error, const Access& read, const Access& change) const {
    const Symbol* variable = apart_but_for_ends(region_, read, change);
    const Guard* guard = read.use->role == Role::Condition ? read.use->guard : nullptr;
    if (!variable && guard) variable = stable_but_for_ends(region_, *read.symbol, *guard->conditions[0]);
    if (!variable) return;
    const bool negative = !region_.signs || region_.signs->of(*variable).negative;
    error.note(diag::ApartButForEnds, read.location, variable->name,
               (negative ? variable->name + " >= 0 and " : "") + variable->name + " < inf");
  }

  void note_factor(Diagnostic& error, const Expr& product) const {
    const Symbol* factor = required_factor(region_, product);
    if (!factor) return;
    const bool real = product.scalar == checked::Scalar::Float || product.scalar == checked::Scalar::Double;
    const std::string& name = factor->name;
    error.note(diag::FactorUnknown, product.location, name, real ? "0, negative or `inf`" : "negative",
               real ? name + " > 0 and " + name + " < inf" : name + " >= 0");
  }

  static bool contains(Location outer, Location inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

  const Region& region_;
  const Overtaken& overtaken_;
  Diagnostics& diagnostics_;
  std::map<const Access*, Variation> reads_;
  Flow flow_;
  checked::Places unproved_;
  const Access* stale_ = nullptr;  // a read that the monotone rule allowed
};

}  // namespace

StaleReads check_stale_reads(const Region& region, const Overtaken& overtaken, Diagnostics& diagnostics) {
  return StaleReadCheck(region, overtaken, diagnostics).run();
}

}  // namespace maxwarp::race
