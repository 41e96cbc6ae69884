// Reads after a change of the iteration's own, where all changes are the same.
// Legal: `if level[w] min= round { activate w }; if level[w] == round { … }`: no other `min= round` can change the
// value again. Illegal: the comparison first.
#include <algorithm>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

/// Whoever gets to the read has made the change just before, in the same iterations of all loops around it.
bool comes_before(const Access& change, const Access& read) {
  const auto &outer = change.at->blocks, &inner = read.at->blocks;
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

/// No change of the property undoes, or goes beyond, this one.
bool is_last_word(const Region& region, const Access& change) {
  using checked::Reduction;
  bool reduces = change.action == Action::Reduce;
  Reduction way = reduces ? change.stmt->reduction : Reduction::Min;
  bool directed = way == Reduction::Min || way == Reduction::Max || way == Reduction::Or || way == Reduction::And;
  if (!directed || change.is_payload) return false;  // a payload is written only with its value
  bool uniform = is_uniform(region, *change.value);
  return std::ranges::all_of(region.changes_of(change.symbol), [&](const Access* one) {
    const Access& other = *one;
    if (other.stmt == change.stmt) return uniform || is_target_only(region, *change.value, change.index);
    bool same_way = other.action == change.action && !other.is_payload && (!reduces || other.stmt->reduction == way);
    return same_way && uniform && same(*other.value, *change.value);
  });
}

}  // namespace

bool is_settled(const Region& region, const Access& read) {
  return std::ranges::any_of(region.changes_of(read.symbol), [&](const Access* change) {
    return given(region, Premise::SettledFirst, change->number < read.number && !read.earlier) &&
           given(region, Premise::SettledSure, comes_before(*change, read)) &&
           given(region, Premise::SettledPlace, same_index(*change, read)) &&
           given(region, Premise::SettledSteady, is_steady(region, change->index)) &&
           given(region, Premise::SettledAlike, is_last_word(region, *change));
  });
}

}  // namespace maxwarp::race
