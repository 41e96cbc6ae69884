// Calls of CUB as a program by hand would have them, which generated ones are measured against.
#pragma once

#include <cstdint>
#include <functional>

namespace plain {

/// A call on arrays of the device, which can be made again and again. What it needs besides stays allocated. Empty
/// where there is no CUB. Ends the process after an error.
std::function<void()> sort(const std::int32_t* keys, std::int64_t n, std::int64_t* order);
std::function<void()> sort(const double* keys, std::int64_t n, std::int64_t* order);
std::function<void()> sums(const std::int32_t* counts, std::int64_t n, std::int64_t* sums);

}  // namespace plain
