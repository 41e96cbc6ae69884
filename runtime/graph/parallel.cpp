// Threads that are started for one loop and joined at its end.
#include "runtime/graph/parallel.h"

#include <sched.h>

#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace maxwarp {
namespace {

constexpr int most_threads = 1024;
std::atomic<int> forced{0};

int processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

int default_threads() {
  const char* text = std::getenv("MAXWARP_THREADS");
  const int wanted = text ? std::atoi(text) : 0;
  return wanted > 0 ? std::min(wanted, most_threads) : processors();
}

}  // namespace

int most_workers() {
  static const int standard = default_threads();
  const int count = forced.load(std::memory_order_relaxed);
  return count > 0 ? count : standard;
}

void use_threads(int count) { forced = std::clamp(count, 0, most_threads); }

void run_workers(int workers, const std::function<void(int)>& body) {
  std::exception_ptr problem;
  std::mutex mutex;
  const auto guarded = [&](int worker) {
    try {
      body(worker);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  int started = 1;
  try {
    for (; started < workers; ++started) threads.emplace_back(guarded, started);
  } catch (const std::exception&) {
    // No more threads to be had: the rest is done here.
  }
  if (workers > 0) guarded(0);
  for (; started < workers; ++started) guarded(started);
  for (std::thread& thread : threads) thread.join();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace maxwarp
