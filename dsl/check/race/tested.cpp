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
  TestedCheck(const Region& region, const std::set<const Symbol*>& shared, Diagnostics& diagnostics)
      : region_(region), shared_(shared), diagnostics_(diagnostics) {}

  void run() {
    for (const Access& access : region_.accesses) {
      bool outcome_used = access.action == Action::Reduce && (access.stmt->changed || access.stmt->old);
      if (!outcome_used || !shared_.contains(access.symbol) || is_owned(region_, access)) continue;
      if (access.stmt->old) {
        check_old(access);
      } else {
        for (const Guard* guard : region_.tests.at(access.stmt)) check_guard(access, *guard, nullptr);
        check_rivals(access);
      }
    }
  }

 private:
  bool given(Premise premise, bool holds) const { return race::given(region_, premise, holds); }

  bool is_only_change(const Access& access) const {
    return std::ranges::all_of(region_.changes_of(access.symbol),
                               [&](const Access* other) { return other->stmt == access.stmt; });
  }

  /// Legal: `a = was(p[a] min= b)` beside `latest p[u]`: the program follows p wherever others have moved it.
  /// Or `was(x += y)` beside `was(x = 0)`: the program deals with parts of the sum as they come.
  bool is_followed(const Access& change) const {
    bool taken = std::ranges::any_of(region_.changes_of(change.symbol),
                                     [](const Access* other) { return takes_all(*other); });
    if (taken) return true;
    bool directed = change.stmt->reduction == Reduction::Min || change.stmt->reduction == Reduction::Max;
    return directed && std::ranges::any_of(reads_of(*change.symbol), &Access::latest);
  }

  const std::vector<const Access*>& reads_of(const Symbol& symbol) const {
    static const std::vector<const Access*> none;
    auto found = region_.reads.find(&symbol);
    return found == region_.reads.end() ? none : found->second;
  }

  /// `was(x += c)` with one c everywhere: the values before are x, x + c, … in some order, each seen once.
  void check_old(const Access& change) {
    if (is_followed(change)) return;
    const Symbol* old = change.stmt->old;
    bool equal_steps = change.stmt->reduction == Reduction::Add && is_uniform(region_, *change.value);
    bool counts = given(Premise::OldSum, equal_steps) && given(Premise::OldOnly, is_only_change(change)) &&
                  given(Premise::OldSteady, is_steady(region_, change.index));
    for (const Access* use : reads_of(*old)) {
      const Guard* guard = use->use->guard;
      bool decides = guard && is_target_only(region_, *guard->conditions[0], change.index, old);
      if (counts && given(Premise::OldDecides, decides)) {
        if (guard) check_guard(change, *guard, old);
        if (guard && guard->other) check_guard(change, *guard->other, old);
      } else {
        Diagnostic& error = diagnostics_.report(diag::OldValueUsed, use->location, place(change));
        error.note(diag::ChangedHere, change.location, place(change));
        note_condition(error, change);
      }
    }
  }

  /// Of a flag that all of them set, the condition of an `if` may ask for the value before.
  static void note_condition(Diagnostic& error, const Access& change) {
    const bool sets = change.stmt->reduction == Reduction::Or && change.value->kind == checked::ExprKind::Integer;
    if (change.symbol->type.scalar == checked::Scalar::Bool && sets)
      error.note(diag::OldInCondition, change.location, "not was(" + place(change) + " |= true)");
  }

  /// Legal: `if dist[w] min= d { activate w }`. Illegal: `{ parent[w] = v }`, `{ count += 1 }`, an `else`.
  void check_guard(const Access& change, const Guard& guard, const Symbol* old) {
    for (const Access* one : region_.standing_under(guard)) {
      const Access& effect = *one;
      if (effect.action == Action::Read || effect.action == Action::Round) continue;
      if (guard.kind == Guard::Kind::Else && !given(Premise::OutcomeNoElse, false))
        report(diag::ElseOfTest, effect, change);
      else if (!is_same_for_all(effect, change, guard, old))
        report(diag::UnsureOfTest, effect, change);
    }
  }

  bool is_same_for_all(const Access& effect, const Access& change, const Guard& guard, const Symbol* old) const {
    if (effect.action == Action::Break) return given(Premise::OutcomeNoBreak, false);
    if (!given(Premise::OutcomeLoops, effect.at->loops == change.at->loops)) return false;
    if (is_change(effect) && is_local_under(region_, *effect.symbol, guard)) return true;
    if (!given(Premise::OutcomeConditions, has_same_conditions(effect, change, guard))) return false;
    if (effect.action == Action::Activate)
      return given(Premise::OutcomeNode, is_target_only(region_, *effect.index[0], change.index));
    // Who changes the element to a value that all offer is alone with it.
    bool once = old || (is_uniform(region_, *change.value) && is_only_change(change));
    bool reduces = effect.action == Action::Reduce;
    bool one_of_many = reduces && effect.stmt->reduction == Reduction::Any;
    bool repeatable = !reduces || (is_idempotent(effect.stmt->reduction) && !one_of_many);
    return given(Premise::OutcomeNothingKept, !region_.locals.contains(effect.symbol)) &&
           given(Premise::OutcomePlace, effect.index.empty() || same_index(effect, change)) &&
           given(Premise::OutcomeOnce, repeatable || once) &&
           given(Premise::OutcomeValue, one_of_many || is_target_only(region_, *effect.value, change.index));
  }

  /// Whether the conditions that stand between the change and the access follow from the place, but for `guard`.
  bool follows_from_place(const Access& access, const Access& change, const Guard& guard) const {
    return std::ranges::all_of(access.at->guards, [&](const Guard* one) {
      const bool shared = std::ranges::find(change.at->guards, one) != change.at->guards.end();
      return one == &guard || shared || is_target_only(region_, *one, change.index);
    });
  }

  /// The conditions of the effect: those around `guard`, too, which may stand far below the change, and those of a
  /// `break` on the way that leaves a `for` or `while` around the effect.
  bool has_same_conditions(const Access& effect, const Access& change, const Guard& guard) const {
    bool on_the_way = false;
    for (const Access& access : region_.accesses) {
      on_the_way |= &access == &change;
      if (&access == &effect) break;
      const std::vector<const Stmt*>& left = access.at->serial;
      const bool leaves = on_the_way && access.action == Action::Break && !left.empty() &&
                          std::ranges::find(effect.at->serial, left.back()) != effect.at->serial.end();
      if (leaves && !follows_from_place(access, change, guard)) return false;
    }
    return follows_from_place(effect, change, guard);
  }

  /// Two updates of one property: which of them changes an element is open, so both must do the same then.
  void check_rivals(const Access& change) {
    if (effects(change).empty()) return;
    auto differs = [&](const Access* other) {
      bool tested = other->action == Action::Reduce && other->stmt->changed;
      return other->stmt != change.stmt && !(tested && effects(*other) == effects(change));
    };
    const std::vector<const Access*>& all = region_.changes_of(change.symbol);
    auto rival = std::ranges::find_if(all, differs);
    if (rival == all.end() || given(Premise::OutcomeRivals, false)) return;
    diagnostics_.report(diag::RivalTest, change.location, place(change))
        .note(diag::OtherAccess, (*rival)->location, place(**rival));
  }

  /// What follows from a change, with its place as `#0`, so that it can be compared.
  const std::vector<std::string>& effects(const Access& change) {
    auto [found, fresh] = effects_.try_emplace(&change);
    auto tests = region_.tests.find(change.stmt);
    if (!fresh || tests == region_.tests.end()) return found->second;
    for (const Guard* test : tests->second)
      for (const Access* effect : region_.standing_under(*test))
        if (effect->action != Action::Read && effect->action != Action::Round)
          found->second.push_back(described(*effect, *test, change));
    return found->second;
  }

  std::string described(const Access& effect, const Guard& test, const Access& change) {
    std::string text = std::to_string(static_cast<int>(effect.action));
    if (is_change(effect)) {
      text += " " + std::to_string(effect.symbol->id) + " " + normalized(*effect.value, change);
      if (effect.action == Action::Reduce) text += std::to_string(static_cast<int>(effect.stmt->reduction));
    }
    for (const Expr* index : effect.index) text += "[" + normalized(*index, change) + "]";
    const std::vector<const Guard*>& guards = effect.at->guards;
    for (auto inner = std::ranges::find(guards, &test) + 1; inner != guards.end(); ++inner)
      for (const Expr* condition : (*inner)->conditions)
        text += fmt::format(" {} {}", static_cast<int>((*inner)->kind), normalized(*condition, change));
    return text;
  }

  /// The text of an expression, in which its operands have the numbers of theirs, and a constant that of its value:
  /// written out, chains of constants grow without end.
  std::string normalized(const Expr& expr, const Access& change) {
    for (std::size_t i = 0; i < change.index.size(); ++i)
      if (same(*change.index[i], expr)) return "#" + std::to_string(i);
    if (const Expr* value = value_of_constant(region_, expr)) {
      auto [found, fresh] = constants_.try_emplace({expr.symbol, &change});
      if (fresh) found->second = normalized(*value, change);
      return found->second;
    }
    const std::string symbol = expr.symbol ? std::to_string(expr.symbol->id) : "";
    if (expr.operands.empty()) return print_expression(expr) + "/" + symbol;
    std::string text = std::to_string(static_cast<int>(expr.kind)) + "/" +
                       std::to_string(static_cast<int>(expr.binary_op)) + "/" +
                       std::to_string(static_cast<int>(expr.builtin)) + "/" + symbol;
    for (const Expr* operand : expr.operands) text += fmt::format("({})", number_of(normalized(*operand, change)));
    return text;
  }

  std::size_t number_of(const std::string& text) { return numbers_.emplace(text, numbers_.size()).first->second; }

  void report(const DiagnosticKind<std::string_view>& kind, const Access& effect, const Access& change) {
    diagnostics_.report(kind, effect.location, place(change)).note(diag::ChangedHere, change.location, place(change));
  }

  const Region& region_;
  const std::set<const Symbol*>& shared_;
  Diagnostics& diagnostics_;
  std::map<const Access*, std::vector<std::string>> effects_;
  std::map<std::pair<const Symbol*, const Access*>, std::string> constants_;
  std::map<std::string, std::size_t> numbers_;  // of texts
};

}  // namespace

void check_tested(const Region& region, const std::set<const Symbol*>& shared, Diagnostics& diagnostics) {
  TestedCheck(region, shared, diagnostics).run();
}

}  // namespace maxwarp::race
