// Tallies of generated code: how often each key was counted, or what was added for it, in memory that the workspace
// lays out. One thread uses a tally alone, or the lanes of a team (Tile or Block) share it: they clear and query it
// together, with the team as the first argument, and count atomically. Sums they read each for itself. The team
// synchronizes between clearing, counting and querying.
#pragma once

#if defined(__CUDACC__) || defined(MAXWARP_SIMT)
#include "maxwarp/device.cuh"
#define MAXWARP_DEVICE __device__ inline
#define MAXWARP_TEAM __device__ __forceinline__  // holds barriers: one place of the kernel each
#else
#include "maxwarp/host.h"
#define MAXWARP_DEVICE inline
#define MAXWARP_TEAM inline
#endif

namespace maxwarp {

/// A team of one thread.
struct Alone {
  MAXWARP_DEVICE int lane() const { return 0; }
  MAXWARP_DEVICE int size() const { return 1; }
  template <typename T, typename Combine>
  MAXWARP_DEVICE T reduce(T value, Combine) const {
    return value;
  }
};

template <typename T, typename Team>
MAXWARP_DEVICE void fill_by(const Team& team, T* entries, std::int64_t size, T value) {
  for (std::int64_t i = team.lane(); i < size; i += team.size()) entries[i] = value;
}

/// Keys and their counts, or sums, by open addressing. `size` is even and at least twice the number of keys plus two.
/// The last entry belongs to the smallest key; in all other entries, that key marks an empty entry.
template <typename Key, typename Number>
struct TallyTable {
  Key* keys;
  Number* counts;
  std::int64_t size;

  MAXWARP_DEVICE void clear() const { clear(Alone{}); }
  template <typename Team>
  MAXWARP_DEVICE void clear(const Team& team) const {
    fill_by(team, keys, size, lowest<Key>());
    fill_by(team, counts, size, Number{0});
  }

  MAXWARP_DEVICE void add(Key key, Number amount) const {
    const std::int64_t i = place_of(key);
    keys[i] = mark(key);
    counts[i] = plus(counts[i], amount);
  }

  /// If no sum leaves its type, which is of whole numbers.
  MAXWARP_DEVICE void add_atomically(Key key, Number amount) const { add_within(&counts[claim(key)], amount); }
  /// Whole numbers saturate.
  MAXWARP_DEVICE void sum_atomically(Key key, Number amount) const { atomic_plus(&counts[claim(key)], amount); }

  /// What was added for the key, 0 of others. No thread adds meanwhile; nor below.
  MAXWARP_DEVICE Number sum_of(Key key) const { return counts[place_of(key)]; }

  /// Whether there is a key in an entry, and which with what sum.
  MAXWARP_DEVICE bool holds_key(std::int64_t i) const { return keys[i] != lowest<Key>(); }
  MAXWARP_DEVICE Key key_of(std::int64_t i) const { return i == size - 1 ? lowest<Key>() : keys[i]; }
  MAXWARP_DEVICE Number sum_in(std::int64_t i) const { return counts[i]; }

  /// The smallest of the keys with the highest count; `otherwise` if nothing was counted.
  MAXWARP_DEVICE Key most(Key otherwise) const { return most(Alone{}, otherwise); }
  template <typename Team>
  MAXWARP_TEAM Key most(const Team& team, Key otherwise) const {
    Number highest = lowest<Number>();
    Key winner = infinity<Key>();
    for (std::int64_t i = team.lane(); i < size; i += team.size()) {
      if (keys[i] == lowest<Key>()) continue;
      const Key key = i == size - 1 ? lowest<Key>() : keys[i];
      if (counts[i] > highest || (counts[i] == highest && key < winner)) winner = key;
      highest = max_of(highest, counts[i]);
    }
    const Number all = team.reduce(highest, [](Number a, Number b) { return max_of(a, b); });
    if (all == lowest<Number>()) return otherwise;
    return team.reduce(highest == all ? winner : infinity<Key>(), [](Key a, Key b) { return min_of(a, b); });
  }

 private:
  /// Its entry, or the empty one where it would be.
  MAXWARP_DEVICE std::int64_t place_of(Key key) const {
    std::int64_t i = start(key);
    while (key != lowest<Key>() && keys[i] != key && keys[i] != lowest<Key>()) i = next(i);
    return i;
  }
  /// Its entry, which it takes if it has none.
  MAXWARP_DEVICE std::int64_t claim(Key key) const {
    std::int64_t i = start(key);
    while (true) {
      const Key seen = load_relaxed(&keys[i]);
      if (seen == mark(key)) return i;
      if (seen == lowest<Key>()) {
        const Key found = compare_exchange(&keys[i], lowest<Key>(), mark(key));
        if (found == lowest<Key>() || found == mark(key)) return i;
      }
      i = next(i);
    }
  }
  /// What the entry of the key holds. The smallest key has an entry of its own, which any other mark makes nonempty.
  MAXWARP_DEVICE Key mark(Key key) const { return key == lowest<Key>() ? Key{0} : key; }
  MAXWARP_DEVICE std::int64_t next(std::int64_t i) const { return i + 1 == size - 1 ? 0 : i + 1; }
  /// The high bits of a product spread neighboring keys, and bring them into the range without a division.
  MAXWARP_DEVICE std::int64_t start(Key key) const {
    if (key == lowest<Key>()) return size - 1;
    std::uint64_t bits = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 32;
    const std::uint64_t hash = (bits * 0x9e3779b97f4a7c15u) >> 32;
    const auto room = static_cast<std::uint64_t>(size - 1);
    if (room >> 32 != 0) return static_cast<std::int64_t>(bits % room);
    return static_cast<std::int64_t>((hash * room) >> 32);
  }
};

/// Which of the numbers 0 .. size - 1 were counted; larger and negative ones change nothing. There are fewer counts
/// than entries.
struct TallyMarks {
  std::int32_t* marks;
  std::int64_t size;

  MAXWARP_DEVICE void clear() const { clear(Alone{}); }
  template <typename Team>
  MAXWARP_DEVICE void clear(const Team& team) const {
    fill_by(team, marks, size, std::int32_t{0});
  }

  MAXWARP_DEVICE void add(std::int64_t key) const {
    if (key >= 0 && key < size) marks[key] = 1;
  }
  MAXWARP_DEVICE void add_atomically(std::int64_t key) const {
    if (key >= 0 && key < size) store_relaxed(&marks[key], 1);  // the same value from every writer
  }

  /// The smallest number that was not counted.
  MAXWARP_DEVICE std::int64_t absent() const { return absent(Alone{}); }
  template <typename Team>
  MAXWARP_TEAM std::int64_t absent(const Team& team) const {
    std::int64_t i = team.lane();
    while (i < size && marks[i] != 0) i += team.size();
    return team.reduce(i, [](std::int64_t a, std::int64_t b) { return min_of(a, b); });
  }
};

/// How often each of the numbers 1 .. size - 1 was counted; larger ones count as size - 1, others not at all. There
/// are fewer counts than entries.
template <typename Number>
struct TallyCounts {
  Number* counts;
  std::int64_t size;

  MAXWARP_DEVICE void clear() const { clear(Alone{}); }
  template <typename Team>
  MAXWARP_DEVICE void clear(const Team& team) const {
    fill_by(team, counts, size, Number{0});
  }

  MAXWARP_DEVICE void add(std::int64_t key) const {
    if (key > 0 && size > 1) ++counts[min_of(key, size - 1)];
  }
  MAXWARP_DEVICE void add_atomically(std::int64_t key) const {
    if (key > 0 && size > 1) add_within(&counts[min_of(key, size - 1)], Number{1});
  }

  /// The largest h such that at least h counts were of numbers of at least h. Halving: each step sums up the upper
  /// half of what is left, so that every entry is read at most twice.
  MAXWARP_DEVICE std::int64_t h_index() const { return h_index(Alone{}); }
  template <typename Team>
  MAXWARP_TEAM std::int64_t h_index(const Team& team) const {
    std::int64_t low = 0, high = size - 1, above = 0;  // counts of numbers above `high`
    while (low < high) {
      const std::int64_t middle = low + (high - low + 1) / 2;
      std::int64_t part = 0;
      for (std::int64_t i = middle + team.lane(); i <= high; i += team.size()) part += counts[i];
      const std::int64_t sum = above + team.reduce(part, [](std::int64_t a, std::int64_t b) { return a + b; });
      if (sum >= middle) {
        low = middle;
      } else {
        above = sum;
        high = middle - 1;
      }
    }
    return low;
  }
};

}  // namespace maxwarp
