// A launch: the checks that CUDA makes, the engine's preparation, the run, and its result as an error code.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <numeric>

#include "runtime/simt/blocks.h"
#include "runtime/simt/device_state.h"
#include "runtime/simt/device_variables.h"
#include "runtime/simt/guarantees.h"
#include "runtime/simt/history.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/memory.h"
#include "runtime/simt/observation.h"
#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"
#include "runtime/simt/stale.h"

namespace maxwarp::simt {

Engine engine;
thread_local Lane* current_lane = nullptr;

namespace {

/// Times above this have no room for another launch.
constexpr std::uint32_t time_limit = 0xc0000000;

std::uint64_t volume(const dim3& extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

bool requests_cooperation(const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i)
    if (config.attrs[i].id == cudaLaunchAttributeCooperative && config.attrs[i].val.cooperative != 0) return true;
  return false;
}

/// Blocks of the clusters that are asked for; 0: none are.
std::uint64_t cluster_blocks(const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& extent = config.attrs[i].val.clusterDim;
    return std::uint64_t{extent.x} * extent.y * extent.z;
  }
  return 0;
}

cudaError_t check(const cudaLaunchConfig_t& config) {
  const dim3 &grid = config.gridDim, &block = config.blockDim;
  if (volume(grid) == 0 || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (block.x > max_block_threads || block.y > max_block_threads || block.z > 64 || volume(block) == 0 ||
      volume(block) > max_block_threads)
    return cudaErrorInvalidConfiguration;
  if (config.dynamicSmemBytes > dynamic_shared_limit()) return cudaErrorInvalidValue;
  if (config.numAttrs != 0 && config.attrs == nullptr) return cudaErrorInvalidValue;
  const std::uint64_t cluster = cluster_blocks(config);
  if (cluster > most_of_cluster || (cluster != 0 && volume(grid) % cluster != 0)) return cudaErrorInvalidClusterSize;
  if (cluster != 0 && volume(grid) != cluster) return cudaErrorNotSupported;  // one cluster is what there is
  if (requests_cooperation(config) && volume(grid) > resident_limit) return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

/// Blocks start in an arithmetic progression modulo their number: no memory, any seed.
void choose_block_order(Launch& launch) {
  if (engine.tactics.backward) launch.offset = launch.stride = launch.blocks - 1;
  if (!engine.tactics.by_chance) return;
  launch.offset = engine.random() % launch.blocks;
  do {
    launch.stride = 1 + engine.random() % launch.blocks;
  } while (std::gcd(launch.stride, launch.blocks) != 1);
  // (offset + i * stride) must not overflow for any i < blocks.
  launch.stride %= std::uint64_t{1} << 31;
  if (launch.stride == 0 || std::gcd(launch.stride, launch.blocks) != 1) launch.stride = 1;
}

void prepare(const cudaLaunchConfig_t& config, const detail::Invocation& invocation) {
  if (engine.high > time_limit) {
    clear_recorded_accesses();
    clear_variable_accesses();
    engine.high = 1;
  }
  Launch& launch = engine.launch = {};
  launch.grid = config.gridDim;
  if (engine.order.blocks != 0) launch.grid.x = std::min(launch.grid.x, engine.order.blocks);
  launch.block = config.blockDim;
  launch.blocks = volume(launch.grid);
  launch.block_threads = static_cast<unsigned>(volume(config.blockDim));
  launch.block_warps = (launch.block_threads + warp_lanes - 1) / warp_lanes;
  launch.cooperative = requests_cooperation(config);
  launch.cluster = cluster_blocks(config) != 0;
  launch.resident = static_cast<unsigned>(
      std::min<std::uint64_t>(launch.blocks, launch.cluster ? most_of_cluster : resident_limit));
  launch.dynamic_bytes = config.dynamicSmemBytes;
  launch.invocation = invocation;
  if (engine.text_base == 0) engine.text_base = program_base();
  engine.random.seed(engine.order.seed);
  engine.tactics = tactics_of(engine.order.kind);
  engine.wakes = 0;
  engine.stale_random.seed(engine.order.stale_seed);
  stale_values = engine.order.stale;
  engine.block = nullptr;
  engine.grid_floor = engine.phase_floor = ++engine.high;
  forget_flags();
  forget_values();
  forget_history();
  prepare_guarantees();
  choose_block_order(launch);
}

ProcessorTime processor_time() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  const double user = seconds(usage.ru_utime);
  return {user + seconds(usage.ru_stime), user};
}

}  // namespace

cudaError_t detail::launch(const cudaLaunchConfig_t& config, const Invocation& invocation) {
  if (current_lane != nullptr) return cudaErrorNotSupported;  // a kernel launching kernels
  std::lock_guard lock(engine.mutex);
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!resolve_order()) return remember(cudaErrorInvalidConfiguration);
  if (!prepare_device_memory()) return remember(cudaErrorMemoryAllocation);
  prepare_shared_section();
  prepare_device_variables();
  if (cudaError_t error = check(config); error != cudaSuccess) return remember(error);
  prepare_statistics();
  prepare(config, invocation);
  const ProcessorTime begin = processor_time();
  const std::uint64_t steps = engine.steps;
  run_launch();
  const ProcessorTime end = processor_time();
  count_launch({end.all - begin.all, end.user - begin.user}, engine.steps - steps);
  flush_findings();
  pass_point(0);
  if (engine.launch.ended_by_finding) stick(cudaErrorLaunchFailure);
  return remember(sticky_error());
}

cudaError_t detail::set_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  if (kernel == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  bool size = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize;
  if (size && (value < 0 || static_cast<std::size_t>(value) > dynamic_shared_limit()))
    return remember(cudaErrorInvalidValue);
  return remember(cudaSuccess);
}

cudaError_t detail::get_attributes(cudaFuncAttributes* attributes, const void* kernel) {
  if (attributes == nullptr || kernel == nullptr) return remember(cudaErrorInvalidValue);
  prepare_shared_section();
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes();
  attributes->maxThreadsPerBlock = max_block_threads;
  attributes->numRegs = 32;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit());
  return remember(cudaSuccess);
}

cudaError_t detail::active_clusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* config) {
  if (clusters == nullptr || kernel == nullptr || config == nullptr) return remember(cudaErrorInvalidValue);
  const std::uint64_t blocks = cluster_blocks(*config);
  if (blocks == 0 || blocks > most_of_cluster) return remember(cudaErrorInvalidClusterSize);
  *clusters = static_cast<int>(std::max<std::uint64_t>(resident_limit / blocks, 1));
  return remember(cudaSuccess);
}

cudaError_t detail::resident_blocks(int* blocks, const void* kernel, int block_threads, std::size_t shared_bytes) {
  if (blocks == nullptr || kernel == nullptr || block_threads < 1) return remember(cudaErrorInvalidValue);
  bool fits = block_threads <= static_cast<int>(max_block_threads) && shared_bytes <= dynamic_shared_limit();
  *blocks = fits ? static_cast<int>(blocks_per_multiprocessor) : 0;
  return remember(cudaSuccess);
}

}  // namespace maxwarp::simt
