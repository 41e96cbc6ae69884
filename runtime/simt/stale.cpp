// Of each location, the values that were written since all was ordered, and who knows which of them. A load may take
// any from the latest one that is known before it to the newest (coherence in the memory model of PTX). What a
// bounded memory drops makes the engine return fewer values than it might, never one that it must not.
#include "runtime/simt/stale.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "runtime/simt/engine.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/order.h"

namespace maxwarp::simt {

bool stale_values = false;

namespace {

constexpr std::size_t most_values = 64, most_observers = 256;

struct Value {
  std::uint64_t bits = 0;
  Flag flag;  // what it passes on
};

/// "This lane had at that time seen the value of that number, or a later one."
struct Observer {
  std::uint32_t warp = 0, time = 0;
  std::uint8_t lane = 0;
  std::uint64_t number = 0;
};

struct History {
  unsigned bytes = 0;
  std::uint64_t first = 0;  // number of the oldest value that is kept
  std::vector<Value> values;
  std::vector<Observer> observers;

  std::uint64_t newest() const { return first + values.size() - 1; }
};

std::unordered_map<std::uint64_t, History>& histories() {
  static std::unordered_map<std::uint64_t, History> all;
  return all;
}

/// Begins anew where a plain write, or an access of another width, came between: such a write is ordered before
/// whatever reads the location now, or there is a race.
void follow(History& history, const Location& location, std::uint64_t held) {
  if (history.bytes == location.bytes && history.values.back().bits == held) return;
  history = {location.bytes, 0, {{held, flag_of(location.key)}}, {}};
}

/// The oldest value that may be read is that of the least number kept; those who know no later one are forgotten.
void drop_values_before(History& history, std::uint64_t number) {
  if (number <= history.first) return;
  history.values.erase(history.values.begin(),
                       history.values.begin() + static_cast<std::ptrdiff_t>(number - history.first));
  history.first = number;
  std::erase_if(history.observers, [&](const Observer& observer) { return observer.number <= number; });
}

void observe(History& history, const Lane& lane, std::uint64_t number) {
  for (Observer& known : history.observers)
    if (known.warp == lane.warp->number && known.lane == lane.index && known.time == lane.time) {
      known.number = std::max(known.number, number);
      return;
    }
  if (history.observers.size() == most_observers) {
    const auto middle = history.observers.begin() + most_observers / 2;
    std::ranges::nth_element(history.observers, middle, {}, &Observer::number);
    drop_values_before(history, middle->number);
  }
  if (number > history.first) history.observers.push_back({lane.warp->number, lane.time, lane.index, number});
}

/// The number of the oldest value that the lane may read.
std::uint64_t oldest_for(const History& history, const Lane& lane, bool shared) {
  std::uint64_t oldest = history.first;
  for (const Observer& known : history.observers)
    if (known.number > oldest && unordered(known.warp, 1u << known.lane, known.time, lane, shared) == 0)
      oldest = known.number;
  return oldest;
}

/// Odd seeds take the oldest value most of the time, even ones any.
std::uint64_t choose(std::uint64_t oldest, std::uint64_t newest) {
  const std::uint64_t lot = engine.stale_random() >> 16;
  if (engine.order.stale_seed % 2 == 0) return oldest + lot % (newest - oldest + 1);
  return lot % 8 == 0 ? newest : oldest;
}

}  // namespace

std::uint64_t stale_load(Lane& lane, const Location& location, std::uint64_t newest) {
  const auto found = histories().find(location.key);
  if (found == histories().end()) {
    if (flags_in_use) receive(lane, flag_of(location.key));
    return newest;
  }
  History& history = found->second;
  follow(history, location, newest);
  const std::uint64_t number = choose(oldest_for(history, lane, location.shared), history.newest());
  const Value value = history.values[number - history.first];
  observe(history, lane, number);
  if (flags_in_use) receive(lane, value.flag);
  return value.bits;
}

void remember_write(Lane& lane, const Location& location, std::uint64_t before, std::uint64_t after) {
  History& history = histories()[location.key];
  if (history.values.empty()) history = {location.bytes, 0, {{before, {}}}, {}};
  follow(history, location, before);
  if (after != before) history.values.push_back({after, {}});
  if (flags_in_use) history.values.back().flag = flag_of(location.key);
  if (history.values.size() > most_values) drop_values_before(history, history.first + 1);
  observe(history, lane, history.newest());
}

void forget_values() {
  if (!histories().empty()) histories().clear();
}

}  // namespace maxwarp::simt
