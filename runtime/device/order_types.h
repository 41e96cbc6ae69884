// The types that the functions of order.h are compiled for. The file that defines the functions includes this at its
// end; a program with another type does not link.
#pragma once

#include "maxwarp/order.h"

namespace maxwarp {

#define MAXWARP_SORT(Key)                              \
  template std::int64_t sort_words<Key>(std::int64_t); \
  template cudaError_t sort_order(cudaStream_t, const Key*, std::int64_t, std::int64_t*, std::int64_t*);
#define MAXWARP_SUMS(Count)                             \
  template std::int64_t sum_words<Count>(std::int64_t); \
  template cudaError_t sums_before(cudaStream_t, const Count*, std::int64_t, std::int64_t*, std::int64_t*);
MAXWARP_SORT(std::int32_t)
MAXWARP_SORT(std::int64_t)
MAXWARP_SORT(float)
MAXWARP_SORT(double)
MAXWARP_SUMS(std::int32_t)
MAXWARP_SUMS(std::int64_t)
#undef MAXWARP_SORT
#undef MAXWARP_SUMS

}  // namespace maxwarp
