// The rates of the table (runtime/limits/): random accesses of 10^9 per second, reads in order of GB/s; with their
// megabytes. Bits and marks are in the second-level cache, as 16 MB are; rows are in memory, as the largest arrays.
#include "compiler/mapping/step_costs.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace maxwarp::mapping {
namespace {

constexpr const char* in_cache = "16";

// Rates of any device lie far within. Quotients of what does not would leave the numbers of the emitted text.
constexpr double least = 1e-6, most = 1e12;

/// The figure of a measurement with a parameter, or with the largest one, which comes last. 0: there is none, or it is
/// no positive number that a device may have.
double figure(const std::string& csv, const std::string& name, const std::string& parameter) {
  double result = 0;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string own, of, value;
    std::getline(std::getline(std::getline(fields, own, ','), of, ','), value, ',');
    if (own != name || (!parameter.empty() && of != parameter)) continue;
    char* end = nullptr;
    result = std::strtod(value.c_str(), &end);
    if (*end != '\0' || !(result >= least && result <= most)) return 0;
  }
  return result;
}

double two_digits(double value) { return std::strtod(fmt::format("{:.2g}", value).c_str(), nullptr); }

}  // namespace

std::optional<StepCosts> step_costs(const std::string& csv, std::string& error) {
  const auto rate = [&](const char* name, const char* parameter) {
    const double found = figure(csv, name, parameter);
    if (found == 0 && error.empty())
      error = fmt::format("no figure for `{}`{}", name, *parameter ? fmt::format(" in {} MB", parameter) : "");
    return found;
  };
  const double read = rate("random_read", in_cache), add = rate("random_add", in_cache);
  const double from_memory = rate("random_read", ""), stream = rate("stream", "");
  if (!error.empty()) return std::nullopt;
  constexpr double value_bytes = 4, bounds_bytes = 16;
  return StepCosts{two_digits(value_bytes / stream * read),
                   two_digits(bounds_bytes / stream * read + read / from_memory), two_digits(read / add)};
}

}  // namespace maxwarp::mapping
