// Sorts the numbers of standard input with virtual warps: `sort_numbers [WIDTH] < FILE`. The host side of a
// hand-written kernel.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "handwritten.h"

namespace {

/// Exit status 1 with the name of the error, or nothing.
void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "sort_numbers: error: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

}  // namespace

int main(int count, char** words) {
  const int width = count > 1 ? std::atoi(words[1]) : 32;
  std::vector<std::int32_t> numbers;
  for (std::int32_t number = 0; std::scanf("%d", &number) == 1;) numbers.push_back(number);
  const std::size_t bytes = numbers.size() * sizeof(std::int32_t);

  handwritten::RunOptions options;
  options.workspace_bytes = handwritten::merge_sort_workspace_bytes(static_cast<std::int64_t>(numbers.size()));
  std::int32_t *data = nullptr, *sorted = nullptr;
  check(cudaMalloc(&data, bytes));
  check(cudaMalloc(&sorted, bytes));
  check(cudaMalloc(&options.workspace, options.workspace_bytes));
  check(cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyHostToDevice));
  const auto status = handwritten::merge_sort(width, data, static_cast<std::int64_t>(numbers.size()), sorted, options);
  if (!status) {
    std::fprintf(stderr, "sort_numbers: error: %s\n", status.detail);
    return 1;
  }
  check(cudaMemcpy(numbers.data(), sorted, bytes, cudaMemcpyDeviceToHost));
  for (const std::int32_t number : numbers) std::printf("%d\n", number);
  for (void* memory : {static_cast<void*>(data), static_cast<void*>(sorted), options.workspace})
    check(cudaFree(memory));
  return 0;
}
