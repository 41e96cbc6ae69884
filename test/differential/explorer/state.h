// A moment of a round: what elements hold and held, and how far each iteration has come.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "test/differential/explorer/behavior.h"

namespace maxwarp::explorer {

enum class Stage : std::uint8_t {
  None,     // not begun, or over
  Waiting,  // for those that `after` puts before it
  Fresh,    // may be left out, once a `break` leaves the loop
  Running,
  Forked,  // waits for a loop inside
  Over,    // of a loop in order: others wait for it
};

/// An iteration on its way. `seen`: by element, which of its values is the oldest that the iteration may still find.
struct Unit {
  Stage stage = Stage::None;
  bool broken = false;  // Forked: the loop inside has come to its `break`
  int left = 0;         // Forked: iterations that are not over
  int at = 0;           // the access of the point
  Point* point = nullptr;
  std::vector<std::uint8_t> seen;
};

struct State {
  std::vector<Unit> units;                 // by path
  std::vector<std::vector<ValueId>> held;  // by element: all values since the round began, the last one counts
  std::uint64_t activated = 0;             // bits of nodes
  StatusCode fault = StatusCode::Ok;

  Unit& unit(int path);
  std::vector<ValueId>& values(int element);
  std::uint8_t seen(int path, int element) const;
  void see(int path, int element, std::size_t index);
  /// What `from` has seen, `into` has.
  void pass_on(int from, int into);
  /// The row of numbers that the state is known by.
  std::vector<int> code() const;
};

/// States that were come by, by 128 bits of theirs.
class Visited {
 public:
  bool insert(const std::vector<int>& code);
  void clear() { known_.clear(); }

 private:
  struct Mark {
    std::uint64_t one, other;
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  struct Hash {
    std::size_t operator()(const Mark& mark) const { return mark.one; }
  };
  std::unordered_set<Mark, Hash> known_;
};

/// Mixes a number into a hash.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

}  // namespace maxwarp::explorer
