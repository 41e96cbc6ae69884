// How long the runs of a variant may take. A kernel that never ends can only be ended together with its process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace maxwarp::runner {

/// While it lives, time counts against what is left of the limit. The process ends with status 2 when nothing is left;
/// what was written before is complete.
class TimeLimit {
 public:
  /// `left`: seconds; it gets what is left in the end. 0: no limit. `what` is for the message.
  TimeLimit(double& left, std::string what);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  void watch();

  double& left_;
  std::string what_;
  std::chrono::steady_clock::time_point end_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread watcher_;
};

}  // namespace maxwarp::runner
