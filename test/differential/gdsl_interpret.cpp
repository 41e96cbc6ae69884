// gdsl-interpret: `gdsl run --engine=interpret` as a program of its own. `gdsl-interpret PROGRAM OPTIONS…`, or
// `--batch`: a line of the input each.
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/differential/batch.h"
#include "tools/interpreter/run.h"

namespace {

/// `words`: the name of the tool, the program, then what the program's own main would take.
int run(int count, const char* const* words) {
  if (count > 1)
    return maxwarp::interpreter::run(words[0], words[1], "", std::vector<std::string>(words + 2, words + count), true);
  fmt::print(stderr, "error: which program?\n");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--batch") return maxwarp::differential::run_batch(std::cin, run);
  return run(argc, argv);
}
