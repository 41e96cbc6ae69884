// The modelled device as the host API sees it: the sticky error and the last one.
#pragma once

#include "runtime/simt/include/simt/host_api.h"

namespace maxwarp::simt {

/// Remembers an error as CUDA does and returns it. Errors of kernels stick: every later call gives them.
cudaError_t remember(cudaError_t error);
void stick(cudaError_t error);
cudaError_t sticky_error();
void clear_errors();

/// The order of the launches: as set, else from MAXWARP_SIMT_ORDER; false if that is malformed.
bool resolve_order();

}  // namespace maxwarp::simt
