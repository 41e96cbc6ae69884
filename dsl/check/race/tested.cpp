// What may hang on the outcome of a reduction: `if x min= y { … }` and `was(x += y)`.
// Which iteration makes the change is open, so all that follows from it has to be the same for every one.
#include <algorithm>

#include "dsl/check/print.h"
#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using checked::Reduction;

class TestedCheck {
 public:
  TestedCheck(const Region& region, Diagnostics& diagnostics) : region_(region), diagnostics_(diagnostics) {}

  void run() {
    for (const Access& access : region_.accesses) {
      bool outcome_used = access.action == Action::Reduce && (access.stmt->changed || access.stmt->old);
      if (!outcome_used || is_owned(region_, access)) continue;
      if (access.stmt->old) {
        check_old(access);
      } else {
        for (const Guard& guard : region_.guards)
          if (guard.test == access.stmt) check_guard(access, guard, nullptr);
        check_rivals(access);
      }
    }
  }

 private:
  bool is_only_change(const Access& access) const {
    return std::ranges::none_of(region_.accesses, [&](const Access& other) {
      return is_change(other) && other.symbol == access.symbol && other.stmt != access.stmt;
    });
  }

  /// Legal: `a = was(p[a] min= b)` beside `latest p[u]`: the program follows p wherever others have moved it.
  /// Or `was(x += y)` beside `was(x = 0)`: the program deals with parts of the sum as they come.
  bool is_followed(const Access& change) const {
    bool taken = std::ranges::any_of(region_.accesses, [&](const Access& other) {
      return is_change(other) && other.symbol == change.symbol && takes_all(other);
    });
    if (taken) return true;
    bool directed = change.stmt->reduction == Reduction::Min || change.stmt->reduction == Reduction::Max;
    return directed && std::ranges::any_of(region_.accesses, [&](const Access& read) {
             return read.latest && read.symbol == change.symbol;
           });
  }

  /// `was(x += c)` with one c everywhere: the values before are x, x + c, … in some order, each seen once.
  void check_old(const Access& change) {
    if (is_followed(change)) return;
    const Symbol* old = change.stmt->old;
    bool counts = change.stmt->reduction == Reduction::Add && is_uniform(region_, *change.value) &&
                  is_only_change(change) && is_steady(region_, change.index);
    for (const Access& use : region_.accesses) {
      if (use.action != Action::Read || use.symbol != old) continue;
      const Guard* guard = use.sink_guard;
      if (counts && guard && is_target_only(region_, *guard->condition, change.index, old)) {
        for (const Guard& one : region_.guards)
          if (&one == guard || one.of == guard) check_guard(change, one, old);
      } else {
        diagnostics_.report(diag::OldValueUsed, use.location, place(change))
            .note(diag::ChangedHere, change.location, place(change));
      }
    }
  }

  /// Legal: `if dist[w] min= d { activate w }`. Illegal: `{ parent[w] = v }`, `{ count += 1 }`, an `else`.
  void check_guard(const Access& change, const Guard& guard, const Symbol* old) {
    for (const Access& effect : region_.accesses) {
      if (!stands_under(effect, guard) || effect.action == Action::Read || effect.action == Action::Round) continue;
      if (guard.kind == Guard::Kind::Else)
        report(diag::ElseOfTest, effect, change);
      else if (!is_same_for_all(effect, change, guard, old))
        report(diag::UnsureOfTest, effect, change);
    }
  }

  bool is_same_for_all(const Access& effect, const Access& change, const Guard& guard, const Symbol* old) const {
    if (effect.action == Action::Break || effect.loops != change.loops) return false;
    if (is_change(effect) && is_local_under(region_, *effect.symbol, guard)) return true;
    if (!is_steady(region_, change.index)) return false;
    auto below = std::ranges::find(effect.guards, &guard) + 1;
    for (auto inner = below; inner != effect.guards.end(); ++inner)
      if ((*inner)->kind != Guard::Kind::If || !is_target_only(region_, *(*inner)->condition, change.index))
        return false;
    if (effect.action == Action::Activate) return is_target_only(region_, *effect.index[0], change.index);
    if (region_.locals.contains(effect.symbol)) return false;
    bool same_place = effect.index.empty() || same_index(effect, change);
    bool once = old || (is_uniform(region_, *change.value) && is_only_change(change));
    if (effect.action == Action::Reduce) {
      if (effect.stmt->changed || effect.stmt->old) return false;
      if (effect.stmt->reduction == Reduction::Any) return same_place && once;
      if (!is_idempotent(effect.stmt->reduction) && !once) return false;
    }
    return same_place && is_target_only(region_, *effect.value, change.index);
  }

  /// Two updates of one property: which of them changes an element is open, so both must do the same then.
  void check_rivals(const Access& change) {
    std::vector<std::string> mine = effects(change);
    for (const Access& other : region_.accesses) {
      if (!is_change(other) || other.symbol != change.symbol || other.stmt == change.stmt) continue;
      bool same = other.action == Action::Reduce && other.stmt->changed && effects(other) == mine;
      if (same || mine.empty()) continue;
      diagnostics_.report(diag::RivalTest, change.location, place(change))
          .note(diag::OtherAccess, other.location, place(other));
    }
  }

  /// What follows from a change, with its place as `#0`, so that it can be compared.
  std::vector<std::string> effects(const Access& change) const {
    std::vector<std::string> list;
    for (const Access& effect : region_.accesses) {
      auto test = std::ranges::find_if(effect.guards, [&](const Guard* one) { return one->test == change.stmt; });
      if (test == effect.guards.end() || effect.action == Action::Read || effect.action == Action::Round) continue;
      std::string text = std::to_string(static_cast<int>(effect.action));
      if (is_change(effect)) {
        text += " " + std::to_string(effect.symbol->id) + " " + normalized(*effect.value, change);
        if (effect.action == Action::Reduce) text += std::to_string(static_cast<int>(effect.stmt->reduction));
      }
      for (const Expr* index : effect.index) text += "[" + normalized(*index, change) + "]";
      for (auto inner = test + 1; inner != effect.guards.end(); ++inner)
        text += " if " + normalized(*(*inner)->condition, change);
      list.push_back(text);
    }
    return list;
  }

  static std::string normalized(const Expr& expr, const Access& change) {
    for (std::size_t i = 0; i < change.index.size(); ++i)
      if (same(*change.index[i], expr)) return "#" + std::to_string(i);
    if (expr.operands.empty()) return print_expression(expr);
    std::string text = std::to_string(static_cast<int>(expr.kind)) + "/" +
                       std::to_string(static_cast<int>(expr.binary_op)) + "/" +
                       std::to_string(static_cast<int>(expr.builtin)) + "/" +
                       (expr.symbol ? std::to_string(expr.symbol->id) : "");
    for (const Expr* operand : expr.operands) text += "(" + normalized(*operand, change) + ")";
    return text;
  }

  void report(const DiagnosticKind<std::string_view>& kind, const Access& effect, const Access& change) {
    diagnostics_.report(kind, effect.location, place(change)).note(diag::ChangedHere, change.location, place(change));
  }

  const Region& region_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_tested(const Region& region, Diagnostics& diagnostics) { TestedCheck(region, diagnostics).run(); }

}  // namespace maxwarp::race
