// Where the compiler finds the runtime's headers and the CUDA Toolkit.
#pragma once

#include <string>

namespace maxwarp {

/// The folder that holds `maxwarp/device.cuh`: beside the compiler's own place, in the build tree or installed.
std::string runtime_include_folder();

/// $CUDA_HOME, $CUDA_PATH, the folder above nvcc on the PATH, or /usr/local/cuda; empty if there is none.
std::string cuda_toolkit_folder();

}  // namespace maxwarp
