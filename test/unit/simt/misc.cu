// Kernels of the tests that look at reports, statistics and errors in detail.
#include "maxwarp/device.cuh"
#include "maxwarp/steps.cuh"
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void strided(const int* in, int* out, int stride) {
  out[threadIdx.x] = in[threadIdx.x * static_cast<unsigned>(stride)];
}

__global__ void branch(int* out) {
  int sum = 0;
  for (unsigned i = 0; i < threadIdx.x % 4; ++i) sum += load_relaxed(out + 32);
  out[threadIdx.x] = sum;
}

__global__ void contend(int* counters) { atomicAdd(counters + threadIdx.x / 8, 1); }

__global__ void two_phases(int* out) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 10; ++i) out[32 + i] = out[32 + i] + 1;
  __syncwarp();
  out[threadIdx.x] = 1;
}

__global__ void nest(int* out) {
  int sum = 0;
  for (int outer = 0; outer < 4; ++outer)
    for (unsigned inner = 0; inner < (threadIdx.x + static_cast<unsigned>(outer)) % 3; ++inner)
      sum += load_relaxed(out + 32 + outer);
  out[threadIdx.x] = sum;
}

__global__ void step(maxwarp::StepCounts* steps) {
  for (int outer = 0; outer < 2; ++outer)
    for (unsigned i = 0; i < threadIdx.x % 8; ++i) maxwarp::count_step(steps, threadIdx.x % 4 == 0);
}

__global__ void nothing(int*) {}

__global__ void sum_in_cluster(int* sums) {
  atomicAdd(sums, 1);
  maxwarp::cluster_barrier();
  if (blockIdx.x == 0 && threadIdx.x == 0) sums[1] = *sums;  // a plain read of what all have added
}

// As often as `start` says, and so often the branch if the number is odd.
__global__ void begin(int* left, int start, cudaGraphConditionalHandle again) {
  *left = start;
  cudaGraphSetConditional(again, start > 0);
}
__global__ void ask(const int* left, cudaGraphConditionalHandle odd) { cudaGraphSetConditional(odd, *left % 2 == 1); }
__global__ void add(int* sum, int value) { *sum += value; }
__global__ void count_down(int* left, cudaGraphConditionalHandle again) { cudaGraphSetConditional(again, --*left > 0); }

template <typename... Parameters>
cudaError_t append(cudaGraph_t graph, cudaGraphNode_t& last, void (*kernel)(Parameters...), Parameters... values) {
  void* places[] = {&values...};
  cudaKernelNodeParams node{};
#if defined(MAXWARP_SIMT)
  node.func = kernel;
#else
  node.func = reinterpret_cast<void*>(kernel);
#endif
  node.gridDim = node.blockDim = dim3(1);
  node.kernelParams = places;
  return cudaGraphAddKernelNode(&last, graph, &last, last ? 1 : 0, &node);
}

cudaGraph_t append_condition(cudaGraph_t graph, cudaGraphNode_t& last, cudaGraphConditionalHandle handle,
                             cudaGraphConditionalNodeType type) {
  cudaGraphNodeParams node{};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = type;
  node.conditional.size = 1;
  const std::size_t before = last ? 1 : 0;
  if (cudaGraphAddNode(&last, graph, &last, nullptr, before, &node) != cudaSuccess) return nullptr;
  return node.conditional.phGraph_out[0];
}

// As gdslc -g does: the report must speak of the program.
#line 700 "program.gdsl"
__global__ void from_program(int* out) { out[0] = static_cast<int>(threadIdx.x); }
#line 41 "misc.cu"

}  // namespace

cudaError_t run_strided(int stride) {
  Array<int> in(32 * 32, 0), out(32);
  return launch({1, 32}, strided, in.data(), out.data(), stride);
}
cudaError_t run_branch() {
  Array<int> out(33, 0);
  return launch({1, 32}, branch, out.data());
}
cudaError_t run_contend() {
  Array<int> counters(4, 0);
  return launch({2, 32}, contend, counters.data());
}
cudaError_t run_two_phases() {
  Array<int> out(42, 0);
  return launch({1, 32}, two_phases, out.data());
}
cudaError_t run_nest() {
  Array<int> out(36, 0);
  return launch({1, 32}, nest, out.data());
}
cudaError_t run_steps(maxwarp::StepCounts* counts) {
  Array<maxwarp::StepCounts> steps(1, 0);
  const cudaError_t error = launch({1, 32}, step, steps.data());
  if (error == cudaSuccess) cudaMemcpy(counts, steps.data(), sizeof *counts, cudaMemcpyDeviceToHost);
  return error;
}
cudaError_t run_from_program() {
  Array<int> out(1);
  return launch({1, 2}, from_program, out.data());
}
cudaError_t run_nothing(dim3 grid, dim3 block, std::size_t shared_bytes, bool cooperative) {
  return launch({grid, block, shared_bytes, cooperative}, nothing, nullptr);
}
cudaError_t run_cluster(unsigned blocks, unsigned cluster, int* result) {
  Array<int> sums(2, 0);
  const cudaError_t error = launch({blocks, 64, 0, false, cluster}, sum_in_cluster, sums.data());
  if (error == cudaSuccess) *result = sums.values()[1];
  return error;
}
cudaError_t run_graph(int start, int launches, int* result) {
  Array<int> sum(1, 0), left(1, 0);
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t last = nullptr;
  cudaGraphConditionalHandle again{}, odd{};
  cudaGraphConditionalHandleCreate(&again, graph);
  append(graph, last, begin, left.data(), start, again);
  const cudaGraph_t loop = append_condition(graph, last, again, cudaGraphCondTypeWhile);
  append(graph, last, add, sum.data(), 100);
  cudaGraphNode_t in_loop = nullptr, in_branch = nullptr;
  cudaGraphConditionalHandleCreate(&odd, loop);
  append(loop, in_loop, ask, static_cast<const int*>(left.data()), odd);
  const cudaGraph_t branch = append_condition(loop, in_loop, odd, cudaGraphCondTypeIf);
  append(branch, in_branch, add, sum.data(), 10);
  append(loop, in_loop, add, sum.data(), 1);
  append(loop, in_loop, count_down, left.data(), again);
  cudaGraphExec_t executable = nullptr;
  cudaError_t error = cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);
  for (int i = 0; i < launches && error == cudaSuccess; ++i) error = cudaGraphLaunch(executable, nullptr);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  *result = sum.values()[0];
  cudaGraphExecDestroy(executable);
  return error;
}
cudaError_t resident_blocks(int* blocks, int threads) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, nothing, threads, 0);
}

}  // namespace simt_test
