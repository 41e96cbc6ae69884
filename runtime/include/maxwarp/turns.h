// The items of one thread, some of which may have to wait for what other threads do ([N] §VI-E). For CPU and GPU.
#pragma once

#include "maxwarp/types.h"

#if defined(MAXWARP_SIMT)
#include <cuda_runtime.h>
#endif

namespace maxwarp {

/// Gives out a thread's items, and those that came `again` once more: first in passes over all of them; then it stays
/// at one for some tries, as it may be ready soon, before it goes on to the next. Passes lead there and back, so that
/// items that wait for others of the thread are soon done on whichever side these are; one that leads away from there
/// waits in vain, so the first ones stay for few tries, and each for twice as many as the last:
///
///     for (std::int64_t i = 0; turns.next(i);) { … turns.again(); }
///
/// A thread never stays inside of an iteration, so lanes of a warp may wait for each other. Nor does it wait for ever:
/// after some passes in which none of its items got done it gives up, and `left` tells how many there are. Those for
/// whom it waits may belong to itself, to a block that has not started, or to a cycle; then somebody has to call again,
/// or to find that nothing is done any more. Every item is tried once at least, so as long as one is ready some are
/// done in every call.
class Turns {
 public:
  /// Items `first`, `first` + `step`, … below `end`; so many passes before it waits for single items.
  MAXWARP_FUNCTION Turns(std::int64_t first, std::int64_t end, std::int64_t step, int passes)
      : items_(first < end ? (end - first - 1) / step + 1 : 0),
        to_go_(items_),
        at_(first - step),
        step_(step),
        passes_(passes) {}

  /// Takes the item to be tried next; false where none is left, or too little happens.
  MAXWARP_FUNCTION bool next(std::int64_t& item) {
    if (again_) {
      again_ = false;
      if (passes_ <= 0 && ++tries_ < patience_) {
        pause();
        item = at_;
        return true;
      }
      ++left_;
    }
    tries_ = 0;
    if (to_go_ == 0 && !begin_pass()) return false;
    --to_go_;
    at_ += step_;
    item = at_;
    return true;
  }

  /// The item at hand has not been done.
  MAXWARP_FUNCTION void again() { again_ = true; }

  /// How many items have not been done, when there is no next one.
  MAXWARP_FUNCTION std::int64_t left() const { return left_; }

 private:
  static constexpr int most_tries = 32;  // at an item in a row
  static constexpr int most_vain = 2;    // passes, with waiting, in which no item is done

  // Goes back over the items once more, unless none is left or that has not helped.
  MAXWARP_FUNCTION bool begin_pass() {
    if (left_ == 0) return false;
    vain_ = patience_ == most_tries && left_ == left_before_ ? vain_ + 1 : 0;
    if (vain_ == most_vain) return false;
    if (passes_ <= 0 && patience_ < most_tries) patience_ *= 2;
    left_before_ = left_;
    left_ = 0;
    --passes_;
    to_go_ = items_;
    at_ += step_;
    step_ = -step_;
    return true;
  }

  MAXWARP_FUNCTION static void pause() {
#if defined(__CUDA_ARCH__) || defined(MAXWARP_SIMT)
    __nanosleep(100);
#elif defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::int64_t items_, to_go_;                // of the thread, and of the pass
  std::int64_t at_, step_;                    // the item at hand; what the pass adds to come to the next one
  std::int64_t left_ = 0, left_before_ = -1;  // items that came again in this pass, and in the one before
  int passes_;                                // without waiting, that are left with the one at hand
  int tries_ = 0, patience_ = 2, vain_ = 0;   // tries at the item at hand, of how many; passes in a row
  bool again_ = false;
};

}  // namespace maxwarp
