// Index checks in text that is compiled with `gdslc --checked`. An error ends the process with status 2, because no
// result can be trusted then.
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

}  // namespace maxwarp
