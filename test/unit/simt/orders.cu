// Kernels that show in which order their threads ran, and litmus tests of relaxed loads.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void take_tickets(int* counter, int* tickets, int count) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < count; ++i) tickets[thread * count + i] = atomicAdd(counter, 1);
}

__global__ void take_tickets_in_halves(int* counter, int* tickets) {
  const unsigned lane = threadIdx.x;
  tickets[2 * lane] = atomicAdd(counter, 1);
  if (lane < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  tickets[2 * lane + 1] = atomicAdd(counter, 1);
}

__global__ void read_then_write(int* counter) { store_relaxed(counter, load_relaxed(counter) + 1); }

/// data[0] and data[64] are far apart.
__global__ void pass_message(int* data, int* seen, bool fences) {
  if (blockIdx.x == 0) {
    store_relaxed(&data[0], 1);
    if (fences) __threadfence();
    store_relaxed(&data[64], 1);
    return;
  }
  seen[0] = load_relaxed(&data[64]);
  if (fences) __threadfence();
  seen[1] = load_relaxed(&data[0]);
}

constexpr int steps = 20;

__global__ void count_up(int* place, int* seen) {
  for (int i = 0; i < steps; ++i) {
    if (blockIdx.x == 0)
      store_relaxed(place, i + 1);
    else
      seen[(blockIdx.x - 1) * steps + static_cast<unsigned>(i)] = load_relaxed(place);
  }
}

__global__ void read_after_read(int* place, int* seen) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      for (int i = 1; i <= steps; ++i) store_relaxed(place, i);
    return;
  }
  if (threadIdx.x == 0) seen[0] = load_relaxed(place);
  __syncthreads();
  if (threadIdx.x == 1) seen[1] = load_relaxed(place);
}

__global__ void read_after_barrier(int* place, int* seen, bool plain) {
  if (threadIdx.x == 0) store_relaxed(place, 1);
  __syncthreads();
  if (threadIdx.x == 33) {
    if (plain)
      *place = 2;
    else
      store_relaxed(place, 2);
  }
  __syncthreads();
  const int value = load_relaxed(place);
  if (threadIdx.x == blockDim.x - 1) *seen = value;
}

__global__ void read_own_writes(int* sum, int* least) {
  const int before = atomicAdd(sum, 1);
  atomicMin(least, load_relaxed(sum) - before);
}

__device__ void make(int* place, const Step& step) {
  switch (step.change) {
    case Change::Store: store_relaxed(place, step.value); break;
    case Change::Add: atomicAdd(place, step.value); break;
    case Change::Min: atomicMin(place, step.value); break;
    case Change::Max: atomicMax(place, step.value); break;
    case Change::Or: atomicOr(place, step.value); break;
    case Change::And: atomicAnd(place, step.value); break;
    case Change::Exchange: atomicExch(place, step.value); break;
  }
}

__global__ void change(int* place, int* done, unsigned* arrived, Step first, Step second, bool meets) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (thread == first.thread) {
    make(place, first);
    atomicExch(done, 1);
  }
  if (meets) {
    grid_wait(arrived);
#if defined(MAXWARP_SIMT)
    maxwarp::simt::grid_barrier();
#endif
  }
  if (thread == second.thread) {
    while (load_relaxed(done) == 0) {
    }
    make(place, second);
  }
}

}  // namespace

cudaError_t run_changes(int* place, Step first, Step second, bool meets) {
  Array<int> done(1, 0);
  Array<unsigned> arrived(1, 0);
  return launch({2, 32, 0, true}, change, place, done.data(), arrived.data(), first, second, meets);
}

std::vector<int> run_tickets(unsigned blocks, unsigned threads, unsigned count) {
  Array<int> counter(1, 0), tickets(std::vector<int>(std::size_t{blocks} * threads * count, -1));
  launch({blocks, threads}, take_tickets, counter.data(), tickets.data(), count);
  return tickets.values();
}

std::vector<int> run_halves() {
  Array<int> counter(1, 0), tickets(64);
  launch({1, 32}, take_tickets_in_halves, counter.data(), tickets.data());
  return tickets.values();
}

int run_read_then_write() {
  Array<int> counter(1, 0);
  launch({1, 32}, read_then_write, counter.data());
  return counter.values()[0];
}

Seen run_message(bool fences) {
  Array<int> data(65, 0), seen(2, 0);
  launch({2, 1}, pass_message, data.data(), seen.data(), fences);
  return {seen.values()[0], seen.values()[1]};
}

std::vector<int> run_counting(unsigned readers) {
  Array<int> place(1, 0), seen(readers * steps);
  launch({readers + 1, 1}, count_up, place.data(), seen.data());
  return seen.values();
}

Seen run_read_after_read() {
  Array<int> place(1, 0), seen(2, 0);
  launch({2, 2}, read_after_read, place.data(), seen.data());
  return {seen.values()[0], seen.values()[1]};
}

int run_read_after_barrier(bool plain) {
  Array<int> place(1, 0), seen(1, 0);
  launch({1, 64}, read_after_barrier, place.data(), seen.data(), plain);
  return seen.values()[0];
}

Seen run_own_writes() {
  Array<int> sum(1, 0), least(std::vector<int>{1000});
  launch({4, 64}, read_own_writes, sum.data(), least.data());
  return {least.values()[0], sum.values()[0]};
}

}  // namespace simt_test
