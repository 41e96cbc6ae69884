// main of an executable with many compiled programs: each line of the input is the number of a program and its options.
// Where lanes run in an order of the SIMT engine, `--order=SEED` chooses it.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "batch.h"
#include "runtime/runner/runner.h"
#if defined(MAXWARP_SIMT)
#include <maxwarp_simt.h>
#endif

extern const maxwarp::Algorithm* const programs[];

namespace {

void set_order([[maybe_unused]] const char* seed) {
#if defined(MAXWARP_SIMT)
  maxwarp::simt::set_order({maxwarp::simt::OrderKind::Random, std::strtoull(seed, nullptr, 10)});
#endif
}

int run(int count, const char* const* words) {
  constexpr std::string_view order = "--order=";
  std::vector<const char*> rest;
  for (int i = 0; i < count; ++i) {
    if (std::string_view(words[i]).starts_with(order))
      set_order(words[i] + order.size());
    else
      rest.push_back(words[i]);
  }
  return maxwarp::runner::run_program(*programs[std::atoi(words[0])], static_cast<int>(rest.size()), rest.data());
}

}  // namespace

int main() { return maxwarp::differential::run_batch(std::cin, run); }
