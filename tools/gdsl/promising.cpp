// Reads the leaves of the tree and leaves its questions out.
#include "tools/gdsl/promising.h"

namespace maxwarp::workbench {

std::vector<std::string> promising_mappings() {
  return {
#define IF_PROGRAM(fact)
#define IF_LESS(fact, bound)
#define MAPPINGS(...) __VA_ARGS__,
#include "compiler/mapping/selection.def"
#undef MAPPINGS
#undef IF_LESS
#undef IF_PROGRAM
  };
}

}  // namespace maxwarp::workbench
