// Sorting and sums of arrays in device memory, by functions that are compiled once: runtime/device/order.cu, with CUB.
// A program that calls `sort`, `scan` or `position` links it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace maxwarp {

/// Words of 8 bytes that sort_order needs for itself, of `n` keys. Key: std::int32_t, std::int64_t, float or double.
template <typename Key>
std::int64_t sort_words(std::int64_t n);

/// `order`: the places of the `n` keys, those of small keys first, those of equal ones ascending. -0 and 0 are equal; a
/// nan is after all numbers. All arrays are device memory; `scratch` has sort_words<Key>(n) words, at a multiple of 256
/// bytes. Returns at once, with the error of a launch.
template <typename Key>
cudaError_t sort_order(cudaStream_t stream, const Key* keys, std::int64_t n, std::int64_t* order,
                       std::int64_t* scratch);

/// Words that sums_before needs for itself. Count: std::int32_t or std::int64_t.
template <typename Count>
std::int64_t sum_words(std::int64_t n);

/// `sums`: for each of the `n` counts the sum of all before it, which fits. All else as in sort_order.
template <typename Count>
cudaError_t sums_before(cudaStream_t stream, const Count* counts, std::int64_t n, std::int64_t* sums,
                        std::int64_t* scratch);

}  // namespace maxwarp
