// Work on all threads of the machine, for loops whose iterations write different places only, so that the
// result does not depend on the number of threads. What a body throws reaches the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

#include "runtime/graph/result.h"

namespace maxwarp {

/// How many threads the graph room uses: MAXWARP_THREADS where that is set, else one for each processor that
/// this process may run on. (`thread_count()` is a kernel's, maxwarp/device.cuh.)
int most_workers();
/// Changes it, for tests and benchmarks; 0 goes back to the above.
void use_threads(int count);

/// Calls `body(worker)` for each worker 0 .. workers - 1, on a thread of its own where one can be had.
void run_workers(int workers, const std::function<void(int)>& body);

/// Calls `body(task)` for each of 0 .. count - 1; free threads take the next task. Tasks begin in ascending order.
template <typename Body>
void parallel_tasks(std::int64_t count, Body body) {
  std::atomic<std::int64_t> next{0};
  run_workers(static_cast<int>(std::min<std::int64_t>(most_workers(), count)), [&](int) {
    for (std::int64_t task; (task = next.fetch_add(1, std::memory_order_relaxed)) < count;) body(task);
  });
}

/// The same for a body that returns a MaybeFailure: once one has failed no further task begins. The first to fail
/// tells.
template <typename Body>
MaybeFailure try_parallel_tasks(std::int64_t count, Body body) {
  std::mutex mutex;
  MaybeFailure first;
  std::atomic<bool> stop{false};
  parallel_tasks(count, [&](std::int64_t task) {
    if (stop) return;
    auto failure = body(task);
    if (!failure) return;
    const std::lock_guard lock(mutex);
    if (!stop.exchange(true)) first = std::move(failure);
  });
  return first;
}

/// Calls `body(begin, end)` on consecutive pieces of 0 .. count.
template <typename Body>
void parallel_pieces(std::int64_t count, Body body) {
  constexpr std::int64_t smallest_piece = 1 << 16;
  if (count <= smallest_piece || most_workers() == 1) return body(decltype(count){0}, count);
  // Several pieces a thread: they do not all take the same time.
  const std::int64_t pieces = std::min<std::int64_t>(count / smallest_piece, 8 * std::int64_t(most_workers()));
  parallel_tasks(pieces, [&](std::int64_t piece) {
    body(count / pieces * piece, piece + 1 == pieces ? count : count / pieces * (piece + 1));
  });
}

/// The sum of `body(begin, end)` over pieces of 0 .. count.
template <typename Sum, typename Body>
Sum parallel_sum(std::int64_t count, Body body) {
  std::atomic<Sum> sum{0};
  parallel_pieces(count, [&](std::int64_t begin, std::int64_t end) { sum.fetch_add(body(begin, end)); });
  return sum;
}

}  // namespace maxwarp
