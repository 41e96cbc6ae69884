// The version of Maxwarp; the build reads it here.
#pragma once

namespace maxwarp {

inline constexpr const char* version = "0.1.0";

}  // namespace maxwarp
