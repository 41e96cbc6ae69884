// What every generated text and its entry include, read once when Maxwarp is built: clang takes longer for these
// headers than for what is left of a small kernel.
#pragma once

#include <cuda_runtime.h>
#include <maxwarp/algorithm.h>

#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>
