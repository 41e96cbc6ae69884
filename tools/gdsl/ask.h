// Questions to gdslc, whose answer is a text.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

struct Answer {
  int status = 0;  // that gdslc exited with
  std::string text;
};

/// Runs gdslc with `words`, its own name first, and `input` on standard input: through files in memory. Error: there
/// was no answer at all.
llvm::Expected<Answer> ask_compiler(const std::vector<std::string>& words, const std::string& input);

}  // namespace maxwarp::workbench
