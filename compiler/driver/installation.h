// Where the compiler finds the runtime's headers and the CUDA Toolkit.
#pragma once

#include <string>

namespace maxwarp {

/// The folder that holds `maxwarp/device.cuh`: beside the compiler's own place, in the build tree or installed.
std::string runtime_include_folder();

/// $CUDA_HOME or $CUDA_PATH; else the first complete toolkit above nvcc on the PATH or in a usual place. Empty with one
/// line in `error`: there is none, or the variable names none.
std::string cuda_toolkit_folder(std::string& error);

}  // namespace maxwarp
