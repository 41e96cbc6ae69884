// A search in what the lanes of a warp have read, without memory.
#pragma once

namespace maxwarp {

/// How many lanes have a value that is not above `key`, where the values ascend with the lanes; 0 to 32. Each lane may
/// have a key of its own. Called by all lanes of a warp.
__device__ __forceinline__ int lanes_up_to(int key, int value) {
  int lanes = 0;
  for (int step = 16; step > 0; step /= 2)
    if (__shfl_sync(~0u, value, lanes + step - 1) <= key) lanes += step;
  return lanes + (__shfl_sync(~0u, value, lanes) <= key ? 1 : 0);
}

}  // namespace maxwarp
