// Finds bin/, lib/ and share/maxwarp/ beside the running executable; GDSLC names another compiler.
// The build tree has the same three folders, its share/maxwarp/runtime being a link to the source.
#include "tools/gdsl/installation.h"

#include <cstdlib>
#include <filesystem>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// Any address inside of this executable: tells LLVM where it was loaded from.
int anchor = 0;

}  // namespace

llvm::Expected<Installation> find_installation(const char* argv0) {
  const fs::path self = llvm::sys::fs::getMainExecutable(argv0, &anchor);
  const fs::path bin = self.parent_path(), root = bin.parent_path();
  Installation result;
  const char* chosen = std::getenv("GDSLC");
  result.compiler = chosen && *chosen ? std::string(chosen) : (bin / "gdslc").string();
  result.libraries = (root / "lib").string();
  result.share = (root / "share" / "maxwarp").string();
  if (!fs::is_directory(fs::path(result.share) / "runtime" / "include"))
    return fail(
        "`{}/runtime` is missing: gdsl finds the runtime beside itself (bin/, lib/ and "
        "share/maxwarp/ must stay together)",
        result.share);
  return result;
}

}  // namespace maxwarp::workbench
