// bench-order N: `sort` and `scan` of N elements as gdslc compiles them, with CUB and as the text of the library,
// beside plain calls of CUB. All results are compared with those of the standard library; the table goes to stdout.
// Exit status 1 on a wrong result.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "on_device.h"
#include "plain.h"
#include "programs/scan_int/scan_int.h"
#include "programs/sort_double/sort_double.h"
#include "programs/sort_int/sort_int.h"

namespace {

using namespace maxwarp;
using Numbers = std::vector<std::int64_t>;

int wrong_results = 0;

/// One row of the table; an empty run is left out.
void measure(const std::string& name, const std::function<void()>& run, const OnDevice<std::int64_t>& result,
             const Numbers& expected) {
  if (!run) return;
  result.clear();
  run();
  check(cudaDeviceSynchronize(), name.c_str());
  const bool right = result.values() == expected;
  wrong_results += !right;
  const double time = milliseconds(run);
  std::printf("| %s | %.3f | %.2f | %s |\n", name.c_str(), time, static_cast<double>(expected.size()) / time / 1e6,
              right ? "right" : "WRONG");
}

template <typename T>
using Run = Status (*)(const GraphView&, const T*, std::int64_t, std::int64_t*, RunOptions&, cudaStream_t);
using Bytes = std::size_t (*)(const GraphView&, std::int64_t);

/// A generated program under one mapping.
template <typename T>
void measure(const std::string& name, Run<T> run, Bytes bytes, const OnDevice<T>& values,
             const OnDevice<std::int64_t>& result, const Numbers& expected) {
  const GraphView view;
  const auto n = static_cast<std::int64_t>(expected.size());
  const OnDevice<char> workspace(bytes(view, n));
  RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = bytes(view, n);
  const auto call = [&] {
    if (const Status status = run(view, values.data(), n, result.data(), options, nullptr); !status) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), status.detail);
      std::exit(1);
    }
  };
  measure(name, call, result, expected);
}

template <typename T>
Numbers order_of(const std::vector<T>& values) {
  Numbers order(values.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::ranges::stable_sort(order, {}, [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; });
  return order;
}

Numbers sums_of(const std::vector<std::int32_t>& counts) {
  Numbers sums(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), sums.begin(), std::int64_t{0});
  return sums;
}

void compare(std::size_t n) {
  std::mt19937_64 random(1);
  std::vector<std::int32_t> keys(n), counts(n);
  std::vector<double> reals(n);
  const auto half = static_cast<std::int64_t>(n / 2 + 1);  // some keys are equal
  for (std::int32_t& key : keys)
    key = static_cast<std::int32_t>(static_cast<std::int64_t>(random() >> 1) % half - half / 2);
  for (std::int32_t& count : counts) count = static_cast<std::int32_t>(random() % 100);
  for (double& real : reals) real = static_cast<double>(random() >> 11) - 0x1p52;
  const OnDevice<std::int32_t> keys_there(keys), counts_there(counts);
  const OnDevice<double> reals_there(reals);
  const OnDevice<std::int64_t> result(n);
  const auto size = static_cast<std::int64_t>(n);
  std::printf("| %zu elements | ms | G elements/s | result |\n|:--|--:|--:|:--|\n", n);
  const Numbers order = order_of(keys);
  measure("sort int, plain CUB", plain::sort(keys_there.data(), size, result.data()), result, order);
  measure("sort int", gdsl::sort_int::host::run, gdsl::sort_int::host::workspace_bytes, keys_there, result, order);
  measure("sort int, text of the library", gdsl::sort_int::device::run, gdsl::sort_int::device::workspace_bytes,
          keys_there, result, order);
  const Numbers real_order = order_of(reals);
  measure("sort double, plain CUB", plain::sort(reals_there.data(), size, result.data()), result, real_order);
  measure("sort double", gdsl::sort_double::host::run, gdsl::sort_double::host::workspace_bytes, reals_there, result,
          real_order);
  measure("sort double, text of the library", gdsl::sort_double::device::run,
          gdsl::sort_double::device::workspace_bytes, reals_there, result, real_order);
  const Numbers sums = sums_of(counts);
  measure("scan int, plain CUB", plain::sums(counts_there.data(), size, result.data()), result, sums);
  measure("scan int", gdsl::scan_int::host::run, gdsl::scan_int::host::workspace_bytes, counts_there, result, sums);
  measure("scan int, text of the library", gdsl::scan_int::device::run, gdsl::scan_int::device::workspace_bytes,
          counts_there, result, sums);
}

}  // namespace

int main(int count, char** words) {
  compare(count > 1 ? std::strtoull(words[1], nullptr, 10) : std::size_t{1} << 24);
  std::printf("\n%d wrong results\n", wrong_results);
  return wrong_results == 0 ? 0 : 1;
}
