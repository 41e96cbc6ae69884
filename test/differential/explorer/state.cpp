// States by the rows of numbers that they are known by.
#include "test/differential/explorer/state.h"

#include <algorithm>

namespace maxwarp::explorer {

Unit& State::unit(int path) {
  if (units.size() <= static_cast<std::size_t>(path)) units.resize(static_cast<std::size_t>(path) + 1);
  return units[static_cast<std::size_t>(path)];
}

std::vector<ValueId>& State::values(int element) {
  if (held.size() <= static_cast<std::size_t>(element)) held.resize(static_cast<std::size_t>(element) + 1);
  return held[static_cast<std::size_t>(element)];
}

std::uint8_t State::seen(int path, int element) const {
  const Unit& unit = units[static_cast<std::size_t>(path)];
  return static_cast<std::size_t>(element) < unit.seen.size() ? unit.seen[static_cast<std::size_t>(element)] : 0;
}

void State::see(int path, int element, std::size_t index) {
  std::vector<std::uint8_t>& seen = unit(path).seen;
  if (index == 0) return;
  if (seen.size() <= static_cast<std::size_t>(element)) seen.resize(static_cast<std::size_t>(element) + 1);
  seen[static_cast<std::size_t>(element)] = static_cast<std::uint8_t>(index);
}

void State::pass_on(int from, int into) {
  const std::vector<std::uint8_t>& theirs = unit(from).seen;
  std::vector<std::uint8_t>& mine = unit(into).seen;
  if (mine.size() < theirs.size()) mine.resize(theirs.size());
  for (std::size_t i = 0; i < theirs.size(); ++i) mine[i] = std::max(mine[i], theirs[i]);
}

std::vector<int> State::code() const {
  std::vector<int> code;
  code.reserve(64);
  for (std::size_t path = 0; path < units.size(); ++path) {
    const Unit& unit = units[path];
    if (unit.stage == Stage::None) continue;
    code.insert(code.end(), {static_cast<int>(path), static_cast<int>(unit.stage) + (unit.broken ? 8 : 0),
                             unit.point ? unit.point->id : -1, unit.at});
    for (std::size_t element = 0; element < unit.seen.size(); ++element)
      if (unit.seen[element]) code.insert(code.end(), {-static_cast<int>(element) - 1, unit.seen[element]});
  }
  code.push_back(-1'000'000);
  for (std::size_t element = 0; element < held.size(); ++element) {
    if (held[element].empty()) continue;
    code.push_back(-static_cast<int>(element) - 1);
    code.insert(code.end(), held[element].begin(), held[element].end());
  }
  code.insert(code.end(), {static_cast<int>(activated), static_cast<int>(activated >> 32), static_cast<int>(fault)});
  return code;
}

bool Visited::insert(const std::vector<int>& code) {
  Mark mark{0x243f6a8885a308d3u, 0x13198a2e03707344u};
  for (const int number : code) {
    mark.one = mixed(mark.one, static_cast<std::uint32_t>(number));
    mark.other = mixed(mark.other + 0x85ebca6bu, static_cast<std::uint32_t>(number));
  }
  return known_.insert(mark).second;
}

}  // namespace maxwarp::explorer
