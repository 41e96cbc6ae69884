// Reads after a change of the iteration's own, where all changes are the same.
// Legal: `if level[w] min= round { activate w }; if level[w] == round { … }`: no other `min= round` can change the
// value again. Illegal: the comparison first.
#include <algorithm>

#include "dsl/check/race/facts.h"

namespace maxwarp::race {

namespace {

/// Writes one value, or moves the element towards one. A payload is written only with its value.
bool moves_one_way(const Access& change) {
  using checked::Reduction;
  Reduction way = change.action == Action::Reduce ? change.stmt->reduction : Reduction::Min;
  return !change.is_payload &&
         (way == Reduction::Min || way == Reduction::Max || way == Reduction::Or || way == Reduction::And);
}

bool do_the_same(const Region& region, const Access& a, const Access& b) {
  if (!moves_one_way(a) || a.action != b.action || b.is_payload) return false;
  if (a.action == Action::Reduce && a.stmt->reduction != b.stmt->reduction) return false;
  return is_uniform(region, *a.value) && same(*a.value, *b.value);
}

/// No change of the symbol undoes, or goes beyond, this one.
bool is_last_word(const Region& region, const Access& change) {
  if (region.alike.contains(change.symbol)) return true;
  return region.changes_of(change.symbol).size() == 1 && moves_one_way(change) &&
         is_target_only(region, *change.value, change.index);
}

}  // namespace

bool is_settled(const Region& region, const Access& read) {
  auto settles = [&](const Access* change) {
    return change->symbol == read.symbol &&
           given(region, Premise::SettledFirst, change->number < read.number && !read.earlier) &&
           given(region, Premise::SettledPlace, same_index(*change, read)) &&
           given(region, Premise::SettledSteady, is_steady(region, change->index)) &&
           given(region, Premise::SettledAlike, is_last_word(region, *change));
  };
  // In a block around the read: every path to the read goes through the change.
  for (const checked::Block* block : read.at->blocks) {
    auto changed = region.changed.find(block);
    if (changed != region.changed.end() && std::ranges::any_of(changed->second, settles)) return true;
  }
  return given(region, Premise::SettledSure, false) && std::ranges::any_of(region.changes_of(read.symbol), settles);
}

void find_alike(Region& region) {
  for (const auto& [symbol, changes] : region.changes)
    if (std::ranges::all_of(changes, [&](const Access* change) { return do_the_same(region, *changes[0], *change); }))
      region.alike.insert(symbol);
}

}  // namespace maxwarp::race
