// How a program ends that cannot go on: one line, and a status (docs/exit-codes.md).
#pragma once

#include <cstdio>
#include <string>

#include "runtime/system/progress.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::runner {

inline constexpr int user_error = 1, run_error = 2, no_reference = 3, own_defect = 70;

/// Prints `error: message` and gives the status back.
inline int fail_with(int status, const std::string& message) {
  std::fflush(stdout);
  end_progress();
  std::fprintf(stderr, "error: %s\n", shown(message).c_str());
  return status;
}

}  // namespace maxwarp::runner
