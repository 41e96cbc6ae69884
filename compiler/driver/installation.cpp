// Search of the parts that `--check` needs.
#include "compiler/driver/installation.h"

#include <fmt/format.h>
#include <llvm/Support/Program.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace maxwarp {

namespace fs = std::filesystem;

std::string runtime_include_folder() {
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  for (const fs::path& candidate : {root / "include", root / "share/maxwarp/runtime/include"})
    if (fs::exists(candidate / "maxwarp/device.cuh", error)) return candidate.string();
  return MAXWARP_RUNTIME_INCLUDE;
}

namespace {

// Clang needs the headers and libdevice; a program called nvcc alone may be a wrapper in another folder.
bool is_toolkit(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "include/cuda_runtime.h", ignored) && fs::exists(folder / "nvvm/libdevice", ignored);
}

}  // namespace

std::string cuda_toolkit_folder(std::string& error) {
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (!value || !*value) continue;
    if (is_toolkit(value)) return value;
    error = fmt::format(
        "{}={} is not a CUDA Toolkit: include/cuda_runtime.h or nvvm/libdevice is not there; set it to the "
        "toolkit's folder, or unset it",
        variable, value);
    return "";
  }
  std::vector<fs::path> candidates;
  if (const auto nvcc = llvm::sys::findProgramByName("nvcc")) {
    std::error_code ignored;
    candidates = {fs::path(*nvcc).parent_path().parent_path(),
                  fs::canonical(*nvcc, ignored).parent_path().parent_path()};
  }
  candidates.insert(candidates.end(), {"/usr/local/cuda", "/usr/lib/cuda"});
  for (const fs::path& candidate : candidates)
    if (is_toolkit(candidate)) return candidate.string();
  error = "no CUDA Toolkit was found; set CUDA_HOME to its folder";
  return "";
}

}  // namespace maxwarp
