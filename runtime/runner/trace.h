// Where two runs of a program that give different results part: what their arrays held at each point where everything
// is ordered (runtime/device/schedules.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/device/schedules.h"
#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// Keeps what the first run left in the arrays that the program declares, and compares further runs with it. Left out
/// are open values and what mappings keep besides (lists, marks, counters): their contents may depend on the order.
class Trace {
 public:
  /// Watches the runs of the session; real numbers may be `absolute` apart.
  Trace(Schedules& schedules, const Session& session, double absolute);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// Another run begins.
  void begin();
  /// Where the last run parted from the first, of which it is known that this result differs. Empty: unknown.
  std::string parting(const std::string& result) const;

 private:
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;
  struct Moment {
    SchedulePoint point;
    int launch = 0, barriers = 0;  // launches so far, and barriers that this one has passed
    std::vector<Bytes> arrays;
  };
  struct Place {
    std::size_t moment;
    std::string text;  // what differs
  };

  void pass(const SchedulePoint& point);
  void keep(const SchedulePoint& point);
  void compare(const SchedulePoint& point);
  Moment next_moment(const SchedulePoint& point, const Moment* before) const;
  std::string difference(const PlacedArray& array, const std::vector<std::byte>& kept) const;
  std::string moment_text(const Moment& moment) const;

  Schedules& schedules_;
  const Session& session_;
  double absolute_;
  std::vector<Moment> moments_;  // of the first run
  std::size_t kept_ = 0;         // bytes of these
  bool full_ = false;            // there were more moments than fit
  int runs_ = 0;
  // Of the run in progress:
  std::size_t next_ = 0;
  std::optional<Place> first_;                 // the first difference of all
  std::vector<std::optional<Place>> lasting_;  // of each array: since when it has differed
};

}  // namespace maxwarp::runner
