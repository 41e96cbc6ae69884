// Splits a range over the machine's threads. For loops whose iterations write different places only, so
// that the result does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace maxwarp {

/// Calls `body(begin, end)` on consecutive pieces of 0 .. count, at the same time. `body` must not throw.
template <typename Body>
void parallel_pieces(std::int64_t count, Body body) {
  constexpr std::int64_t smallest_piece = 1 << 16;
  std::int64_t threads =
      std::clamp<std::int64_t>(count / smallest_piece, 1, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> workers;
  for (std::int64_t t = 1; t < threads; ++t)
    workers.emplace_back(
        [=] { body(count / threads * t, t + 1 == threads ? count : count / threads * (t + 1)); });
  body(std::int64_t(0), threads == 1 ? count : count / threads);
  for (std::thread& worker : workers) worker.join();
}

}  // namespace maxwarp
