// A thread waits for the end of the limit: the one that runs may be waiting for the device.
#include "runtime/runner/time_limit.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "runtime/system/interrupt.h"

namespace maxwarp::runner {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int run_error = 2;
constexpr double longest = 1e9;  // seconds: the clock counts no further

}  // namespace

TimeLimit::TimeLimit(double& left, std::string what) : left_(left), what_(std::move(what)) {
  if (left_ <= 0) return;
  end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(std::min(left_, longest)));
  watcher_ = std::thread([this] { watch(); });
}

TimeLimit::~TimeLimit() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  watcher_.join();
  left_ = std::max(Seconds(end_ - Clock::now()).count(), std::numeric_limits<double>::min());
}

void TimeLimit::watch() {
  std::unique_lock lock(mutex_);
  if (changed_.wait_until(lock, end_, [this] { return done_; })) return;
  std::fprintf(stderr, "error: %s takes longer than the limit of time; ended\n", what_.c_str());
  end_at_once(run_error);
}

}  // namespace maxwarp::runner
