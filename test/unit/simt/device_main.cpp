// Runs the right kernels where they are at home: on a GPU. Built by on_device.sh; needs nothing but CUDA.
#include <cstdio>

#include "test/unit/simt/cases.h"

namespace {

int failures = 0;

void run(std::span<const simt_test::RightCase> cases) {
  for (const simt_test::RightCase& one : cases) {
    bool right = false;
    cudaError_t error = one.run(right);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    const bool good = error == cudaSuccess && right;
    std::printf("%s: %s\n", one.name, good ? "ok" : error != cudaSuccess ? cudaGetErrorName(error) : "WRONG ANSWER");
    failures += good ? 0 : 1;
  }
}

/// Of the wrong kernels only their twins run here.
void run_twins(std::span<const simt_test::WrongCase> cases) {
  for (const simt_test::WrongCase& one : cases) {
    cudaError_t error = one.run(true);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    std::printf("twin of %s: %s\n", one.name, error == cudaSuccess ? "ok" : cudaGetErrorName(error));
    failures += error == cudaSuccess ? 0 : 1;
  }
}

}  // namespace

int main() {
  run(simt_test::team_cases());
  run(simt_test::memory_cases());
  run(simt_test::progress_cases());
  run_twins(simt_test::wrong_memory_cases());
  run_twins(simt_test::wrong_race_cases());
  run_twins(simt_test::wrong_team_cases());
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
