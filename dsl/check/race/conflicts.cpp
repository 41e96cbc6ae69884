// Pairs of accesses that may meet in one place: which of them are harmless by themselves.
// Legal: `count += 1` with `count += 2`; `grew = true` twice. Illegal: `x[w] = v`; `x[w] = 1` with `x[w] +=
// 1`.
#include "dsl/check/race/facts.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

void note_other(Diagnostic& error, const Access& here, const Access& other) {
  if (other.location.begin != here.location.begin) error.note(diag::OtherAccess, other.location, place(other));
}

bool writes_same_value(const Region& region, const Access& a, const Access& b) {
  if (!same(*a.value, *b.value)) return false;
  if (is_uniform(region, *a.value)) return true;
  // `x[w] = outdegree(w)`: whoever writes this element writes this value.
  return same_index(a, b) && is_steady(region, a.index) && is_target_only(region, *a.value, a.index);
}

bool replaces(const Access& access) {
  return access.action == Action::Write || access.stmt->reduction == checked::Reduction::Exchange;
}

/// `was(x = 0)` beside `x += y`: in whichever order, each y is taken once.
bool takes_from_sum(const Access& a, const Access& b) {
  auto adds = [](const Access& access) { return access.stmt->reduction == checked::Reduction::Add; };
  return (takes_all(a) && adds(b)) || (adds(a) && takes_all(b));
}

/// Both change the place. `b` stands behind `a` in the text. Plain writes that meet other changes go into `unproved`.
void check_changes(const Region& region, const Access& a, const Access& b, checked::Places& unproved,
                   Diagnostics& diagnostics) {
  if (a.is_payload && b.is_payload) return;  // whoever comes last with the value comes last with the payload
  if (replaces(a) && replaces(b)) {
    if (writes_same_value(region, a, b)) return;
    note_other(diagnostics.report(diag::PlainWriteRace, b.location, place(b)), b, a);
    unproved.insert({a.location.begin, b.location.begin});
  } else if (a.action != b.action) {
    const Access& write = a.action == Action::Write ? a : b;
    const Access& reduce = a.action == Action::Write ? b : a;
    note_other(diagnostics.report(diag::WriteAndReduce, write.location, place(write)), write, reduce);
    unproved.insert(write.location.begin);
  } else if (a.stmt->reduction != b.stmt->reduction && !takes_from_sum(a, b)) {
    note_other(diagnostics.report(diag::MixedReductions, b.location, b.symbol->name, spelling(b.stmt->reduction),
                                  spelling(a.stmt->reduction)),
               b, a);
  }
}

bool may_meet(const Region& region, const Access& a, const Access& b) {
  if (is_apart(region, a, b)) return false;
  for (std::size_t level = 0; level < common_loops(a, b); ++level)
    if (!is_separated(region, a, b, level)) return true;
  return false;
}

}  // namespace

Conflicts check_conflicts(const Region& region, Diagnostics& diagnostics) {
  Conflicts conflicts;
  const std::vector<Access>& all = region.accesses;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].symbol || !region.written.contains(all[i].symbol)) continue;
    for (std::size_t j = i; j < all.size(); ++j) {
      const Access &a = all[i], &b = all[j];
      if (a.symbol != b.symbol || (!is_change(a) && !is_change(b)) || !may_meet(region, a, b)) continue;
      conflicts.shared.insert(a.symbol);
      if (is_ordered(region, a, b) || is_ordered(region, b, a)) continue;  // they meet, one behind the other
      if (is_change(a) && is_change(b))
        check_changes(region, a, b, conflicts.unproved, diagnostics);
      else if (!a.latest && !b.latest)
        conflicts.overtaken.emplace_back(is_change(a) ? &b : &a, is_change(a) ? &a : &b);
    }
  }
  return conflicts;
}

}  // namespace maxwarp::race
