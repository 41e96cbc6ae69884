// Conflicts are found as runs come by them; who explores begins again when there is news.
#include "test/differential/explorer/conflicts.h"

#include <algorithm>
#include <limits>

namespace maxwarp::explorer {

int Paths::child(int parent, int fork, int item) {
  const auto [found, fresh] = numbers_.try_emplace({parent, fork, item}, static_cast<int>(steps_.size()));
  if (fresh)
    steps_.push_back({parent, fork, item, parent == outside ? 0 : steps_[static_cast<std::size_t>(parent)].depth + 1});
  return found->second;
}

std::pair<int, int> Paths::parted(int a, int b) const {
  const auto step = [&](int path) -> const Step& { return steps_[static_cast<std::size_t>(path)]; };
  while (step(a).depth > step(b).depth) a = step(a).parent;
  while (step(b).depth > step(a).depth) b = step(b).parent;
  while (a != b && step(a).parent != step(b).parent) a = step(a).parent, b = step(b).parent;
  const bool together = step(a).fork == step(b).fork && !is_before(a, b) && !is_before(b, a);
  return together ? std::pair{a, b} : std::pair{a, a};
}

int Elements::number(const Key& key) {
  const auto [found, fresh] = numbers_.try_emplace(key, static_cast<int>(keys_.size()));
  if (fresh) keys_.push_back({key, {}});
  return found->second;
}

std::vector<int> Elements::of(int owner, const checked::Symbol& symbol) const {
  std::vector<int> found;
  for (auto one = numbers_.lower_bound({owner, &symbol, std::numeric_limits<std::int64_t>::min()});
       one != numbers_.end() && one->first.owner == owner && one->first.symbol == &symbol; ++one)
    found.push_back(one->second);
  return found;
}

void Elements::touch(int element, const Touch& touch) {
  Known& known = keys_[index(element)];
  if (std::ranges::find(known.touches, touch) != known.touches.end()) return;
  if (touch.kind == Touch::Kind::Load && !known.loaded) {
    known.loaded = true;
    news_ |= known.contested;
  }
  for (const Touch& other : known.touches) compare(known, touch, other);
  known.touches.push_back(touch);
}

void Elements::saturate(int element) {
  Known& known = keys_[index(element)];
  if (std::exchange(known.saturated, true)) return;
  for (const Touch& a : known.touches)
    for (const Touch& b : known.touches) compare(known, a, b);
}

void Elements::compare(Known& known, const Touch& a, const Touch& b) {
  using Kind = Touch::Kind;
  const bool loads = a.kind == Kind::Load && b.kind == Kind::Load;
  const bool alike = a.kind == b.kind && a.detail == b.detail && (a.kind == Kind::Store || a.kind == Kind::Commute);
  if (loads || (alike && !known.saturated)) return;
  const auto [one, other] = paths_.parted(a.path, b.path);
  if (one == other) return;
  const bool fresh = dependent_.insert(std::minmax(one, other)).second;
  news_ |= fresh || !known.contested;
  known.contested = true;
}

bool Elements::depend(int a, int b) const {
  const auto [one, other] = paths_.parted(a, b);
  return one != other && dependent_.contains(std::minmax(one, other));
}

}  // namespace maxwarp::explorer
