// A claim may be lost by an iteration that reads late, or won by several that read early: either is the same.
#include "dsl/check/race/claim.h"

#include <algorithm>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

using checked::Reduction;

class ClaimCheck {
 public:
  ClaimCheck(const Region& region, const Access& read, const Guard& guard)
      : region_(region), read_(read), guard_(guard), changes_(region.changes_of(read.symbol)) {}

  bool run() const {
    if (guard_.kind != Guard::Kind::If || !given(Premise::ClaimNoElse, !guard_.other) ||
        !given(Premise::ClaimSteady, is_steady(region_, read_.index)))
      return false;
    return !first_of_claimer();
  }

  const Access* first_of_claimer() const {
    const auto& effects = region_.standing_under(guard_);
    const auto found = std::ranges::find_if(effects, [&](const Access* effect) { return !is_repeatable(*effect); });
    return found == effects.end() ? nullptr : *found;
  }

 private:
  bool given(Premise premise, bool holds) const { return race::given(region_, premise, holds); }

  /// The changes of the element are effects like all others.
  bool is_repeatable(const Access& effect) const {
    if (effect.action == Action::Read || effect.action == Action::Round) return true;
    if (effect.action == Action::Break) return given(Premise::ClaimNoBreak, false);
    if (is_change(effect) && is_local_under(region_, *effect.symbol, guard_)) return true;
    if (!std::ranges::all_of(changes_, [&](const Access* change) { return comes_with(effect, *change); })) return false;
    if (effect.action == Action::Activate)
      return given(Premise::ClaimNode, is_target_only(region_, *effect.index[0], read_.index));
    bool reduces = effect.action == Action::Reduce;
    bool one_of_many = reduces && effect.stmt->reduction == Reduction::Any;
    bool same_value = one_of_many || is_target_only(region_, *effect.value, read_.index);
    return given(Premise::ClaimNothingKept, !region_.locals.contains(effect.symbol)) &&
           given(Premise::ClaimPlace, effect.index.empty() || same_index(effect, read_)) &&
           given(Premise::ClaimOnce, !reduces || is_idempotent(effect.stmt->reduction)) &&
           given(Premise::ClaimValue, same_value);
  }

  /// Whenever the answer is changed, which happens under the claim alone, the effect happens too, or its own conditions
  /// keep every iteration from it.
  /// Legal: `{ level[w] = round; if outdegree(w) > 9 { big = true } }`. Illegal: `if outdegree(v) > 9`.
  bool comes_with(const Access& effect, const Access& change) const {
    const auto &inner = effect.at->loops, &outer = change.at->loops;
    bool no_deeper = inner.size() <= outer.size() && std::equal(inner.begin(), inner.end(), outer.begin());
    auto own = std::ranges::mismatch(effect.at->guards, change.at->guards).in1;
    bool same_for_all = std::all_of(own, effect.at->guards.end(),
                                    [&](const Guard* one) { return is_target_only(region_, *one, read_.index); });
    return given(Premise::ClaimLoops, no_deeper) && given(Premise::ClaimTogether, same_for_all);
  }

  const Region& region_;
  const Access& read_;
  const Guard& guard_;
  const std::vector<const Access*>& changes_;
};

}  // namespace

bool is_claim(const Region& region, const Access& read, const Guard& guard) {
  return ClaimCheck(region, read, guard).run();
}

const Access* first_of_claimer(const Region& region, const Access& read, const Guard& guard) {
  return ClaimCheck(region, read, guard).first_of_claimer();
}

}  // namespace maxwarp::race
