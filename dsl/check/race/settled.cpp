// Reads behind a change of the iteration's own, where all changes are the same.
// Legal: `if level[w] min= round { activate w }; if level[w] == round { … }`: no other `min= round` can change the
// value again. Illegal: the comparison first.
#include <algorithm>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

/// Whoever gets to the read has made the change just before, in the same iterations of all loops around it.
bool comes_before(const Access& change, const Access& read) {
  return change.blocks.size() <= read.blocks.size() &&
         std::equal(change.blocks.begin(), change.blocks.end(), read.blocks.begin());
}

/// No change of the property undoes, or goes beyond, this one.
bool is_last_word(const Region& region, const Access& change) {
  using checked::Reduction;
  bool reduces = change.action == Action::Reduce;
  Reduction way = reduces ? change.stmt->reduction : Reduction::Min;
  bool directed = way == Reduction::Min || way == Reduction::Max || way == Reduction::Or || way == Reduction::And;
  if (!directed || change.is_payload) return false;  // a payload is written only with its value
  if (!is_steady(region, change.index)) return false;
  bool uniform = is_uniform(region, *change.value);
  return std::ranges::all_of(region.accesses, [&](const Access& other) {
    if (!is_change(other) || other.symbol != change.symbol) return true;
    if (other.stmt == change.stmt) return uniform || is_target_only(region, *change.value, change.index);
    bool same_way = other.action == change.action && !other.is_payload && (!reduces || other.stmt->reduction == way);
    return same_way && uniform && same(*other.value, *change.value);
  });
}

}  // namespace

bool is_settled(const Region& region, const Access& read) {
  if (read.earlier) return false;
  for (const Access& access : region.accesses) {
    if (&access == &read) return false;  // accesses stand in the order of the text
    bool own = is_change(access) && access.symbol == read.symbol && same_index(access, read);
    if (own && comes_before(access, read) && is_last_word(region, access)) return true;
  }
  return false;
}

}  // namespace maxwarp::race
