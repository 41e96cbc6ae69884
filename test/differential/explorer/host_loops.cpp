// Parallel loops of the host: each round of one is explored, and the worlds that it may end in go on.
#include <algorithm>

#include "test/differential/explorer/host.h"

namespace maxwarp::explorer {

using checked::Space;
using interpreter::whole;

namespace {

std::vector<Item> items_of(std::uint64_t nodes) {
  std::vector<Item> items;
  for (node_t v = 0; v < 64; ++v)
    if (nodes >> v & 1) items.push_back({v, -1});
  return items;
}

}  // namespace

Host::Worlds Host::outcomes(Region& region, const World& world, const std::vector<Item>& items) {
  World base = world;
  std::vector<Outcome> found;
  in(base, [&] { found = region.run(items); });
  Worlds worlds;
  for (Outcome& outcome : found) {
    World next = base;
    std::ranges::move(outcome.trace, std::back_inserter(next.trace));
    next.active = outcome.activated;
    for (const auto& [key, value] : outcome.values) {
      interpreter::Place& place = next.memory[key.symbol];
      if (key.symbol->type.is_tally)
        place.counts[key.index] = values()[value];
      else
        place.values[static_cast<std::size_t>(key.index)] = values()[value];
    }
    if (outcome.fault == StatusCode::Ok)
      worlds.push_back(std::move(next));
    else if (outcome.fault != StatusCode::TooManyRounds)
      end(next, outcome.fault);
  }
  return worlds;
}

Host::Worlds Host::foreach_all(const Stmt& stmt, Worlds worlds) {
  Worlds done;
  for (World& world : worlds) {
    Region region(*this, stmt, limits_, trace_ ? &*trace_ : nullptr);
    std::vector<Item> items;
    if (!in(world, [&] { items = members(stmt, region); })) continue;
    std::ranges::move(outcomes(region, world, items), std::back_inserter(done));
  }
  distinct(done);
  return done;
}

/// What the loop runs at; of a loop in order, those for which its condition holds, and who comes before whom.
std::vector<Item> Host::members(const Stmt& stmt, Region& region) {
  const checked::Loop& loop = stmt.loop;
  std::vector<Item> found = items(loop);
  if (!loop.after) return found;
  std::erase_if(found, [&](const Item& item) { return !is_visited(loop, item); });
  const auto path = [&](std::int64_t node) { return region.paths().child(Paths::outside, 0, static_cast<int>(node)); };
  for (const Item& item : found)
    for (const Item& other : neighbors(loop.after_domain, static_cast<node_t>(item.node))) {
      places_[loop.variable].values = {whole(item.node)};
      places_[loop.after].values = {whole(other.node)};
      if (!loop.after_where || evaluate(*loop.after_where).first.integer)
        region.paths().order(path(other.node), path(item.node));
    }
  return found;
}

Host::Worlds Host::iterate_all(const Stmt& stmt, Worlds worlds) {
  const std::int64_t outer = round_;
  std::erase_if(worlds, [&](World& world) {
    world.active = 0;
    return !in(world, [&] {
      for (const node_t v : first_active(stmt.loop)) world.active |= std::uint64_t{1} << v;
    });
  });
  Region region(*this, stmt, limits_, trace_ ? &*trace_ : nullptr);
  Worlds done = rounds(stmt, region, std::move(worlds));
  round_ = outer;
  distinct(done);
  return done;
}

Host::Worlds Host::rounds(const Stmt& stmt, Region& region, Worlds worlds) {
  Worlds done, broken;
  for (round_ = 1; !worlds.empty(); ++round_) {
    std::erase_if(worlds, [&](World& world) {
      const bool over = world.active == 0;
      if (over) done.push_back(std::move(world));
      return over;
    });
    if (round_ > most_rounds_ && !worlds.empty()) {
      limits_.truncated = true;
      break;
    }
    Worlds next;
    for (const World& world : worlds)
      std::ranges::move(outcomes(region, world, items_of(world.active)), std::back_inserter(next));
    distinct(next);
    worlds = block_of(stmt.other, std::move(next), broken);
    if (!stmt.loop.until) continue;
    auto [over, on] = parted(*stmt.loop.until, std::move(worlds));
    std::ranges::move(over, std::back_inserter(done));
    worlds = std::move(on);
  }
  return done;
}

}  // namespace maxwarp::explorer
