// Where the engine tells the observer (include/simt/observer.h) that everything before is ordered before what comes.
#pragma once

#include <cstdint>

namespace maxwarp::simt {

/// The launch in progress has ended; with a barrier, its grid has met there.
void pass_point(std::uintptr_t barrier);

}  // namespace maxwarp::simt
