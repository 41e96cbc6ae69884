// Stands in for CUDA's header of this name: CUDA source text compiled as C++ with the flags of
// runtime/simt/flags.txt runs on the SIMT engine. Launch with cudaLaunchKernelEx.
#pragma once

#include "simt/graphs.h"
#include "simt/host_api.h"
#include "simt/launch.h"
#include "simt/vector_types.h"

// Kernels need the flags; host code around them needs none and can be compiled by any compiler.
#if defined(MAXWARP_SIMT)
#include "simt/atomics.h"
#include "simt/execution.h"
#include "simt/warp.h"
#endif
