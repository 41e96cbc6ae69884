// Orders of threads, where the engine can choose among them: the SIMT engine runs the same kernels in many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "maxwarp/algorithm.h"

namespace maxwarp {

/// A kernel has ended or, with a barrier, its grid has met there: all accesses before are ordered before all after.
struct SchedulePoint {
  const void* kernel = nullptr;
  std::uintptr_t barrier = 0;
  friend bool operator==(const SchedulePoint&, const SchedulePoint&) = default;
};

/// What holds of all changes of an array in engine memory by a kernel.
struct SharingRule {
  const char* kernel;
  const ArrayInfo* array;
  const std::byte* data;
  std::size_t bytes;
  Sharing sharing;
};

/// What launches have counted: atomics of lanes, instructions that warps issue, and 32-byte sectors of memory.
struct LaunchCounts {
  std::uint64_t atomics = 0, issued = 0, sectors = 0;
};

class Schedules {
 public:
  virtual ~Schedules() = default;
  /// Has the launches that follow run in this order; false: there is no such order.
  virtual bool choose(const std::string& order) = 0;
  /// What `choose` takes, for messages.
  virtual std::string forms() const = 0;
  /// The order with that number, from 0 on, of a series of orders that differ.
  virtual std::string of_series(int number) const = 0;
  /// Calls `observer` at every point; it may read engine memory as its own. An empty one: nobody is called.
  virtual void observe(std::function<void(const SchedulePoint&)> observer) = 0;
  /// Has changes checked against these rules, and no others.
  virtual void check(const std::vector<SharingRule>& rules) = 0;
  /// Has launches that follow count which lanes of a warp are together, as `first_of_warp_here` (maxwarp/steps.cuh)
  /// asks, what they issue, and their atomics, but not those on the `bytes` at `own`. They are slower then.
  virtual void begin_count(const void* own, std::size_t bytes) = 0;
  /// No further launch counts; what there was since `begin_count`.
  virtual LaunchCounts end_count() = 0;
  /// The point in words, with its line in the program.
  virtual std::string text(const SchedulePoint& point) const = 0;
};

/// The orders of the SIMT engine.
Schedules* simt_schedules();

}  // namespace maxwarp
