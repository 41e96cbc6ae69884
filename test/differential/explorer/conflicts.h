// Which iterations of a round may run at once, which elements they touch, and where the order of that matters: only
// there the explorer takes one access before or after another.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::explorer {

/// The iterations of a region by number: an item of the region itself, or of the k-th parallel loop inside of another
/// iteration.
class Paths {
 public:
  static constexpr int outside = -1;
  /// The number of an iteration of the `fork`-th loop in the iteration `parent`.
  int child(int parent, int fork, int item);
  int parent(int path) const { return steps_[static_cast<std::size_t>(path)].parent; }
  int fork(int path) const { return steps_[static_cast<std::size_t>(path)].fork; }
  int item(int path) const { return steps_[static_cast<std::size_t>(path)].item; }
  std::size_t size() const { return steps_.size(); }
  /// The two iterations, or those around them, that are of one loop; equal where one contains the other, or where one
  /// of the two loops stands after the other.
  std::pair<int, int> parted(int a, int b) const;
  /// The item `before` of the region runs before the item `after`.
  void order(int before, int after) { ordered_.insert({before, after}); }
  bool is_before(int before, int after) const { return ordered_.contains({before, after}); }

 private:
  struct Step {
    int parent, fork, item, depth;
  };
  std::vector<Step> steps_;
  std::map<std::tuple<int, int, int>, int> numbers_;
  std::set<std::pair<int, int>> ordered_;
};

/// A kind of access, as far as the order of two of them may matter.
struct Touch {
  enum class Kind : std::uint8_t { Load, Store, Commute, Exclusive } kind = Kind::Load;
  int path = 0;
  int detail = 0;  // Store: the value; Commute: the reduction
  friend bool operator==(const Touch&, const Touch&) = default;
};

/// An element that some iteration changes: of a property, array or tally, a single value of the run, or a local
/// variable that the iterations of a loop inside of its own iteration change.
struct Key {
  int owner = Paths::outside;  // the iteration that has the local variable
  const checked::Symbol* symbol = nullptr;
  std::int64_t index = 0;
  auto operator<=>(const Key&) const = default;
};

/// The elements of a region by number, and what was found out about them so far.
class Elements {
 public:
  explicit Elements(const Paths& paths) : paths_(paths) {}

  int number(const Key& key);
  const Key& key(int element) const { return keys_[index(element)].key; }
  std::size_t size() const { return keys_.size(); }
  /// Elements of a local variable or tally.
  std::vector<int> of(int owner, const checked::Symbol& symbol) const;

  void touch(int element, const Touch& touch);
  /// Sums of the element reach the end of their type, where their order begins to matter.
  void saturate(int element);
  /// Whether the order of accesses may change what they find.
  bool is_contested(int element) const { return keys_[index(element)].contested; }
  bool is_loaded(int element) const { return keys_[index(element)].loaded; }
  /// Whether two iterations, or what comes after them, may touch one contested element.
  bool depend(int a, int b) const;
  /// Whether anything was found out since the last time.
  bool take_news() { return std::exchange(news_, false); }
  bool has_news() const { return news_; }

 private:
  struct Known {
    Key key;
    std::vector<Touch> touches;
    bool contested = false, loaded = false, saturated = false;
  };
  static std::size_t index(int element) { return static_cast<std::size_t>(element); }
  void compare(Known& known, const Touch& a, const Touch& b);

  const Paths& paths_;
  std::vector<Known> keys_;
  std::map<Key, int> numbers_;
  std::set<std::pair<int, int>> dependent_;
  bool news_ = false;
};

}  // namespace maxwarp::explorer
