// For those who cut an allocation into arrays: what lies between them belongs to none.
#pragma once

#include <cstddef>

namespace maxwarp::simt {

/// Whether kernels may access the bytes, which are in a live allocation. Their contents stay as they are.
void set_usable(void* begin, std::size_t bytes, bool usable);

}  // namespace maxwarp::simt
