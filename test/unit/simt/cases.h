// The cases that the .cu files of this folder offer to the tests.
#pragma once

#include <span>

#include <cuda_runtime.h>

namespace simt_test {

/// A kernel with a known answer.
struct RightCase {
  const char *name;
  cudaError_t (*run)(bool &right);
};

/// A kernel with one mistake.
struct WrongCase {
  const char *name;
  cudaError_t (*run)();
};

std::span<const RightCase> team_cases();
std::span<const RightCase> memory_cases();
std::span<const RightCase> progress_cases();
std::span<const WrongCase> wrong_memory_cases();
std::span<const WrongCase> wrong_race_cases();
std::span<const WrongCase> wrong_team_cases();

}  // namespace simt_test
