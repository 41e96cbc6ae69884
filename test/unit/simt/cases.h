// The cases that the .cu files of this folder offer to the tests.
#pragma once

#include <cuda_runtime.h>

#include <span>
#include <vector>

#include "maxwarp/observer.h"

namespace simt_test {

/// A kernel with a known answer.
struct RightCase {
  const char* name;
  cudaError_t (*run)(bool& right);
};

/// A kernel with one mistake and its twin without: run(true) runs the twin.
struct WrongCase {
  const char* name;
  cudaError_t (*run)(bool right);
};

std::span<const RightCase> team_cases();
std::span<const RightCase> memory_cases();
std::span<const RightCase> progress_cases();
std::span<const WrongCase> wrong_memory_cases();
std::span<const WrongCase> wrong_race_cases();
std::span<const WrongCase> wrong_team_cases();

/// One warp reads 32 ints `stride` apart (0 to 31) and writes 32 neighboring ones.
cudaError_t run_strided(int stride);
/// One warp whose lanes run a loop 0 to 3 times.
cudaError_t run_branch();
/// Two warps; eight lanes each add to the same counter.
cudaError_t run_contend();
/// One warp: lane 0 reads and writes 10 ints, then, after __syncwarp, all lanes write one each.
cudaError_t run_two_phases();
/// One warp: lane i makes i % 3 steps of an inner loop in each of the 4 of an outer one.
cudaError_t run_nest();
/// One warp: lane i makes i % 8 steps of a loop, twice, and counts them; groups of 4 lanes are led by the first.
cudaError_t run_steps(maxwarp::StepCounts* counts);
/// A graph: a loop that counts down from `start`, adding 1 in each round and 10 if the count is odd; then it adds 100.
cudaError_t run_graph(int start, int launches, int* result);
/// Each thread takes `count` tickets from one counter: those of thread t from t * count on, blocks one after the other.
std::vector<int> run_tickets(unsigned blocks, unsigned threads, unsigned count);
/// The same with one warp and two tickets, between which each half of the lanes waits for itself.
std::vector<int> run_halves();
/// One warp: each lane reads one counter and writes what follows; its value at the end.
int run_read_then_write();

/// What the relaxed loads of a litmus test saw; blocks of one thread each.
struct Seen {
  int first = 0, second = 0;
};
/// A thread writes data and then a flag; another one reads the flag and then the data.
Seen run_message(bool fences);
/// A thread writes 1, 2, … 20; others read 20 times each. All that a reader saw, reader by reader.
std::vector<int> run_counting(unsigned readers);
/// A thread writes 1 to 20; of a block, thread 0 reads, and thread 1 after a barrier.
Seen run_read_after_read();
/// A thread of a block writes, all read after a barrier: what the last one saw. By a plain write after a relaxed one?
int run_read_after_barrier(bool plain);
/// Threads add 1 each and read the sum themselves: the least that anybody read minus what he added to, and the sum.
Seen run_own_writes();

/// The kernel `change`: of two blocks of 32 threads, one makes the first step, and one, which may be the same, then the
/// second; the grid meets in between if `meets`.
enum class Change { Store, Add, Min, Max, Or, And, Exchange };
struct Step {
  int thread;
  Change change;
  int value;
};
cudaError_t run_changes(int* place, Step first, Step second, bool meets);

/// A grid barrier that the engine is told of, and that has no fences.
cudaError_t run_hook_without_fences();

/// Lanes pass values through shared memory and a shuffle, or a barrier of the warp; or through device memory.
cudaError_t run_past_shuffle(bool shared, bool barrier);

/// A race on line 700 of program.gdsl.
cudaError_t run_from_program();
/// An empty kernel in any shape.
/// Every thread adds one, and after a barrier of the cluster one thread writes what it reads to `result`.
cudaError_t run_cluster(unsigned blocks, unsigned cluster, int* result);
cudaError_t run_nothing(dim3 grid, dim3 block, std::size_t shared_bytes, bool cooperative);
cudaError_t resident_blocks(int* blocks, int threads);

}  // namespace simt_test
