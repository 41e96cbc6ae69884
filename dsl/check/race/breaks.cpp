// Neighbor loops with `break`: their iterations run in any order, so which ones run before the break is open. All that
// may happen is the same whichever iteration leaves first, by whichever `break`.
// Legal: `if level[v] < inf { found = true; break }`. Illegal: `sum += x[w]; if … { break }`; two breaks of which only
// one follows `found = true`.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

class BreakCheck {
 public:
  BreakCheck(const Region& region, const Stmt& loop, Diagnostics& diagnostics)
      : region_(region), loop_(loop), diagnostics_(diagnostics) {}

  /// `breaks`: all that leave the loop.
  void run(const std::vector<const Access*>& breaks) {
    std::size_t reported = diagnostics_.all().size();
    for (const Access& access : region_.accesses)
      if (counts(access)) check_effect(access, breaks);
    if (diagnostics_.all().size() != reported) return;
    for (const Access* other : breaks)
      if (!given(region_, Premise::BreakAlike, is_alike(*breaks[0], *other))) {
        diagnostics_.report(diag::BreaksDiffer, other->location).note(diag::OtherBreak, breaks[0]->location);
        return;
      }
  }

 private:
  /// Changes what lasts longer than the iteration, or activates.
  bool counts(const Access& access) const {
    const std::vector<const Stmt*>& loops = access.at->loops;
    auto found = std::ranges::find(loops, &loop_);
    if (found == loops.end() || (!is_change(access) && access.action != Action::Activate)) return false;
    return !is_change(access) || !is_private_to(region_, *access.symbol, level_of(access));
  }

  std::size_t level_of(const Access& access) const {
    return static_cast<std::size_t>(std::ranges::find(access.at->loops, &loop_) - access.at->loops.begin());
  }

  void check_effect(const Access& effect, const std::vector<const Access*>& breaks) {
    bool before_break = std::ranges::any_of(
        breaks, [&](const Access* leaves) { return leaves->at->blocks == effect.at->blocks; });
    if (!given(region_, Premise::BreakBefore, before_break))
      diagnostics_.report(diag::BreakSkips, effect.location);
    else if (!is_same_for_all(effect))
      diagnostics_.report(diag::BreakVaries, effect.location);
  }

  /// What stands after a `break` in its block never runs: it does no harm, and is no effect.
  bool is_right_before(const Access& effect, const Access& leaves) const {
    if (effect.at->blocks != leaves.at->blocks) return false;
    const auto first = std::ranges::find_if(
        region_.accesses, [&](const Access& access) { return &access == &effect || &access == &leaves; });
    return &*first == &effect;
  }

  /// Whether the value may differ among the iterations of the loop.
  bool varies(const Expr& expr, const Access& access) const {
    if (mentions_written(region_, expr)) return true;
    std::size_t level = level_of(access);
    return mentions_any(region_, expr, [&](const Symbol& symbol) {
      if (is_private_to(region_, symbol, level)) return true;
      return std::any_of(access.at->loops.begin() + static_cast<std::ptrdiff_t>(level), access.at->loops.end(),
                         [&](const Stmt* loop) {
                           const checked::Loop& head = loop->loop;
                           return &symbol == head.variable || &symbol == head.target || &symbol == head.edge;
                         });
    });
  }

  bool is_same_for_all(const Access& access) const {
    bool reduces = access.action == Action::Reduce;
    if (reduces && !given(region_, Premise::BreakOnce, is_idempotent(access.stmt->reduction))) return false;
    bool one_of_many = reduces && access.stmt->reduction == checked::Reduction::Any;
    bool varies = std::ranges::any_of(access.index, [&](const Expr* index) { return this->varies(*index, access); });
    if (is_change(access) && !one_of_many) varies |= this->varies(*access.value, access);
    return given(region_, Premise::BreakSame, !varies);
  }

  /// What is sure to happen where the loop is left there.
  std::vector<const Access*> effects_of(const Access& leaves) const {
    std::vector<const Access*> effects;
    for (const Access& access : region_.accesses)
      if (is_right_before(access, leaves) && counts(access)) effects.push_back(&access);
    return effects;
  }

  static bool do_the_same(const Access* a, const Access* b) {
    if (a->action != b->action || a->symbol != b->symbol || !same_index(*a, *b)) return false;
    if (a->action == Action::Reduce && a->stmt->reduction != b->stmt->reduction) return false;
    bool one_of_many = a->action == Action::Reduce && a->stmt->reduction == checked::Reduction::Any;
    return !is_change(*a) || one_of_many || same(*a->value, *b->value);
  }

  bool is_alike(const Access& a, const Access& b) const {
    auto first = effects_of(a), second = effects_of(b);
    return std::ranges::is_permutation(first, second, do_the_same);
  }

  const Region& region_;
  const Stmt& loop_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_breaks(const Region& region, Diagnostics& diagnostics) {
  std::vector<const Stmt*> loops;
  std::map<const Stmt*, std::vector<const Access*>> breaks;
  for (const Access& access : region.accesses) {
    if (access.action != Action::Break || !access.at->serial.empty()) continue;
    std::vector<const Access*>& leaving = breaks[access.at->loops.back()];
    if (leaving.empty()) loops.push_back(access.at->loops.back());
    leaving.push_back(&access);
  }
  for (const Stmt* loop : loops) BreakCheck(region, *loop, diagnostics).run(breaks[loop]);
}

}  // namespace maxwarp::race
