// Checks of indices and of serial loops in text that is compiled with `gdslc --checked`. An error ends the process with
// status 2, because no result can be trusted then.
#pragma once

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "maxwarp/types.h"

namespace maxwarp {

/// The index of the array `name`, if it is from 0 to below `count`. `line`: of the program, and its file where that is
/// an imported one.
template <typename Index>
Index checked_index(Index index, std::int64_t count, const char* name, const char* line) {
  if (index >= 0 && index < count) return index;
  std::fflush(stdout);
  std::fprintf(stderr, "error: line %s: the index %" PRId64 " of `%s` is outside of 0..%" PRId64 "\n", line,
               static_cast<std::int64_t>(index), name, count);
  std::_Exit(2);
}

/// The node or edge, if it is one of `count`. It is used as an index of `name`, or of the graph if `name` is empty.
template <typename Id>
Id checked_id(Id id, std::int64_t count, const char* name, const char* line) {
  if (id >= 0 && id < count) return id;
  std::fflush(stdout);
  if (*name)
    std::fprintf(stderr, "error: line %s: `none` is used as an index of `%s`\n", line, name);
  else
    std::fprintf(stderr, "error: line %s: `none` is used as a node or edge\n", line);
  std::_Exit(2);
}

/// The steps that a `while` in a parallel loop may take; limit_steps sets it at the start of a run.
inline std::int64_t most_steps = 0;

/// `max_rounds`: as in RunOptions; without it, a billion.
inline void limit_steps(std::int64_t max_rounds) { most_steps = max_rounds > 0 ? max_rounds : 1'000'000'000; }

/// Stands before the condition of a `while` in a parallel loop, and counts how often that has been asked: true.
inline bool checked_step(std::int64_t& steps, const char* line) {
  if (steps++ <= most_steps) return true;
  std::fflush(stdout);
  std::fprintf(stderr, "error: line %s: `while` has not ended after %" PRId64 " steps, see --max-rounds\n", line,
               most_steps);
  std::_Exit(2);
}

}  // namespace maxwarp
