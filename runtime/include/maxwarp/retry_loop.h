// The items of one thread, some of which may have to wait for what other threads do ([N] §VI-E). For CPU and GPU.
#pragma once

#include "maxwarp/types.h"

#if defined(MAXWARP_SIMT)
#include <cuda_runtime.h>
#endif

namespace maxwarp {

/// The loop of one thread over its items, where an item may have to wait for others and is then retried. It first makes
/// some passes over all items. After those it spins at an item for some tries before it goes on to the next one. Passes
/// alternate their direction, so that items that wait for others of the same thread get done early. Each pass doubles
/// the number of tries:
///
///     for (std::int64_t i = 0; retry.next(i);) { … retry.again(); }
///
/// A thread never spins inside of an iteration, so lanes of a warp may wait for each other. The loop ends when all
/// items are done, or after some passes in which none of them got done; `left` then tells how many remain. They may
/// wait for a block that has not started, or for a cycle: the caller runs the loop again, or finds that no thread makes
/// progress. Every item is tried at least once, so each run does some items if one is ready.
class RetryLoop {
 public:
  /// Items `first`, `first` + `step`, … below `end`; so many passes before it waits for single items.
  MAXWARP_FUNCTION RetryLoop(std::int64_t first, std::int64_t end, std::int64_t step, int passes)
      : items_(first < end ? (end - first - 1) / step + 1 : 0),
        to_go_(items_),
        at_(first - step),
        step_(step),
        passes_(passes) {}

  /// Takes the item to be tried next; false if none is left, or if no progress is made.
  MAXWARP_FUNCTION bool next(std::int64_t& item) {
    if (again_) {
      again_ = false;
      if (passes_ <= 0 && ++spins_ < spin_limit_) {
        pause();
        item = at_;
        return true;
      }
      ++left_;
    }
    spins_ = 0;
    if (to_go_ == 0 && !begin_pass()) return false;
    --to_go_;
    at_ += step_;
    item = at_;
    return true;
  }

  /// The current item was not done and is to be retried.
  MAXWARP_FUNCTION void again() { again_ = true; }

  /// How many items have not been done, when there is no next one.
  MAXWARP_FUNCTION std::int64_t left() const { return left_; }

 private:
  static constexpr int most_spins = 32;          // at an item in a row
  static constexpr int most_stalled_passes = 2;  // passes, with waiting, in which no item is done

  // Goes back over the items once more, unless none is left or that has not helped.
  MAXWARP_FUNCTION bool begin_pass() {
    if (left_ == 0) return false;
    stalled_passes_ = spin_limit_ == most_spins && left_ == left_before_ ? stalled_passes_ + 1 : 0;
    if (stalled_passes_ == most_stalled_passes) return false;
    if (passes_ <= 0 && spin_limit_ < most_spins) spin_limit_ *= 2;
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

  std::int64_t items_, to_go_;                           // of the thread, and of the pass
  std::int64_t at_, step_;                               // the item at hand; what the pass adds to come to the next one
  std::int64_t left_ = 0, left_before_ = -1;             // items that came again in this pass, and in the one before
  int passes_;                                           // without waiting, that are left with the one at hand
  int spins_ = 0, spin_limit_ = 2, stalled_passes_ = 0;  // tries at the item at hand, of how many; passes in a row
  bool again_ = false;
};

}  // namespace maxwarp
