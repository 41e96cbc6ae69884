// Splits a range over the machine's threads. For loops whose iterations write different places only, so
// that the result does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace maxwarp {

/// Calls `body(begin, end)` on consecutive pieces of 0 .. count, at the same time. `body` must not throw.
template <typename Body>
void parallel_pieces(std::int64_t count, Body body) {
  constexpr std::int64_t smallest_piece = 1 << 16;
  std::int64_t threads =
      std::clamp<std::int64_t>(count / smallest_piece, 1, std::max(1u, std::thread::hardware_concurrency()));
  auto begin_of = [&](std::int64_t piece) { return piece == threads ? count : count / threads * piece; };
  std::vector<std::thread> workers;
  std::int64_t started = 1;
  try {
    for (; started < threads; ++started) workers.emplace_back(body, begin_of(started), begin_of(started + 1));
  } catch (const std::system_error&) {
    // No more threads to be had: the rest is done here.
  }
  body(begin_of(0), begin_of(1));
  if (started < threads) body(begin_of(started), count);
  for (std::thread& worker : workers) worker.join();
}

}  // namespace maxwarp
