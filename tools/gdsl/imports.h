// The files that a program imports, as gdslc tells them.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// The files that `program` (a path, or `-`: `text`) imports, directly or not. None if gdslc refuses the program: it
/// says why when it compiles it. A program without the word `import` is not looked at further.
llvm::Expected<std::vector<std::string>> imported_files(const std::string& compiler, const std::string& program,
                                                        const std::string& text);

}  // namespace maxwarp::workbench
