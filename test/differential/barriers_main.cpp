// main of an executable whose barriers can be left out, each by its number: a line of the input is the number, or -1,
// and the options of a run. After each run follow the numbers of the barriers that it reached.
#include <cstdlib>
#include <set>

#include "batch.h"
#include "runtime/runner/runner.h"

namespace {

int left_out = -1;
std::set<int> reached;

}  // namespace

/// Asked before each barrier.
extern "C" bool barrier_stays(int number) {
  reached.insert(number);
  return number != left_out;
}

int main() {
  return maxwarp::differential::run_batch(std::cin, [](int count, const char* const* words) {
    left_out = std::atoi(words[0]);
    reached.clear();
    const int status = maxwarp::runner::run_program(*maxwarp_algorithm(), count, words);
    std::printf("reached:");
    for (const int number : reached) std::printf(" %d", number);
    std::printf("\n");
    return status;
  });
}
