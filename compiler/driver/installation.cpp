// Search of the parts that `--check` needs.
#include "compiler/driver/installation.h"

#include <llvm/Support/Program.h>

#include <cstdlib>
#include <filesystem>

namespace maxwarp {

namespace fs = std::filesystem;

std::string runtime_include_folder() {
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  for (const fs::path &candidate : {root / "include", root / "share/maxwarp/runtime/include"})
    if (fs::exists(candidate / "maxwarp/device.cuh")) return candidate.string();
  return MAXWARP_RUNTIME_INCLUDE;
}

std::string cuda_toolkit_folder() {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(variable)) return value;
  if (const auto nvcc = llvm::sys::findProgramByName("nvcc")) return fs::path(*nvcc).parent_path().parent_path().string();
  return fs::exists("/usr/local/cuda/include/cuda_runtime.h") ? "/usr/local/cuda" : "";
}

}  // namespace maxwarp
