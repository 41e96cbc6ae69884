// Where the parts of Maxwarp lie: everything is found from the place of the executable itself, so that a
// build tree, an installation and a copy of either work alike, without variables to set.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// Absolute paths of the parts.
struct Installation {
  std::string compiler;   // gdslc, from $GDSLC where that is set
  std::string libraries;  // folder of libmaxwarp_*.a
  std::string share;      // folder that holds runtime/ (the sources and headers of the runtime)
};

/// Finds the parts from the executable's own place. `argv0` is what main received.
/// Error: a part is missing; the message names it and where it was looked for.
llvm::Expected<Installation> find_installation(const char* argv0);

}  // namespace maxwarp::workbench
