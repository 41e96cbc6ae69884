// Host side of generated CUDA programs: launches, clears and read-backs on one stream. The first error sticks:
// everything after it does nothing, so a program checks for errors only once, at its next read-back.
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "maxwarp/kept_answers.h"
#include "maxwarp/value.h"
#include "maxwarp/worklist.h"

namespace maxwarp {

/// Which blocks of a launch run at the same time, so that they can wait for each other.
enum class Together { Any, Grid, Cluster };  // whichever have room; all; all, as one cluster

/// Grid and block of a launch; no blocks: nothing to do.
struct Shape {
  std::int64_t blocks = 0;
  int threads = 0;
  Together together = Together::Any;
};

/// The same shape, for a kernel with grid-wide barriers.
inline Shape cooperative(Shape shape) { return {shape.blocks, shape.threads, Together::Grid}; }

/// Enough blocks of `block` threads for `threads` threads; no blocks if `threads` is zero or negative.
inline Shape grid_for(std::int64_t threads, int block) { return {threads > 0 ? (threads - 1) / block + 1 : 0, block}; }

/// For kernels that loop over items with little work each: at most a few times as many threads as fill a device, since
/// starting a block takes longer than doing one item per thread.
inline Shape grid_for_light(std::int64_t items, int block) {
  constexpr std::int64_t most = 1 << 20;
  return grid_for(items < most ? items : most, block);
}

/// The same shape with at most that many blocks, for kernels that loop over their work.
inline Shape at_most(int blocks, Shape shape) {
  return {shape.blocks < blocks ? shape.blocks : blocks, shape.threads, shape.together};
}

/// The same shape with no more blocks than another has, as the one of the kernel that the device holds at once.
inline Shape at_most(Shape most, Shape shape) {
  return {shape.blocks < most.blocks ? shape.blocks : most.blocks, shape.threads, shape.together};
}

/// The same shape with no more threads than have slots for what they push (scan.cuh), for kernels that loop over their
/// work.
inline Shape within_slots(std::int64_t nodes, Shape shape) {
  return at_most(static_cast<int>(thread_slots(nodes) / shape.threads), shape);
}

class Stream {
 public:
  explicit Stream(cudaStream_t stream) : stream_(stream) {}

  explicit operator bool() const { return error_ == cudaSuccess; }
  Status status() const {
    if (error_ == cudaSuccess) return {};
    return {StatusCode::DeviceError, static_cast<int>(error_), cudaGetErrorName(error_)};
  }

  /// As many blocks of this kernel as the device holds at once, with at most `warps` warps per multiprocessor: for
  /// kernels that loop over their work, and for cooperative ones. An error if it holds none.
  template <typename... Parameters>
  Shape resident(void (*kernel)(Parameters...), int block, int warps = 64) {
    const Occupancy most = occupancy(reinterpret_cast<const void*>(kernel), block);
    if (most.blocks == 0) check(cudaErrorLaunchOutOfResources);  // no block fits; a launch of none would do nothing
    const int wanted = warps * 32 / block < 1 ? 1 : warps * 32 / block;
    return {std::int64_t{most.processors} * (most.blocks < wanted ? most.blocks : wanted), block};
  }

  /// One cluster of at most `blocks` blocks: of as many as the device puts together for this kernel, halved until it
  /// does; of one where there are no clusters (before sm_90).
  template <typename... Parameters>
  Shape cluster(void (*kernel)(Parameters...), int blocks, int block) {
    while (blocks > 1 && !holds_cluster(reinterpret_cast<const void*>(kernel), blocks, block)) blocks /= 2;
    return {blocks, block, blocks > 1 ? Together::Cluster : Together::Any};
  }

  /// Enough blocks for `threads` threads: blocks of `block` threads, or of fewer whole warps if that would leave
  /// multiprocessors without a block ([N] §III-F).
  Shape grid_for_small(std::int64_t threads, int block) {
    if (processors_ == 0) {
      int device = 0;
      check(cudaGetDevice(&device));
      check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device));
    }
    const std::int64_t share = threads / (processors_ < 1 ? 1 : processors_) / 32 * 32;
    const int fewest = block < 32 ? block : 32;
    return grid_for(threads, share >= block ? block : share < fewest ? fewest : static_cast<int>(share));
  }

  template <typename... Parameters, typename... Arguments>
  void launch(void (*kernel)(Parameters...), Shape shape, Arguments&&... arguments) {
    if (error_ != cudaSuccess || shape.blocks == 0) return;
    cudaLaunchAttribute attribute = shape.together == Together::Cluster ? cluster_of(shape.blocks) : whole_grid();
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    config.blockDim = dim3(static_cast<unsigned>(shape.threads));
    config.stream = stream_;
    config.attrs = &attribute;
    config.numAttrs = shape.together == Together::Any ? 0 : 1;
    check(cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...));
  }

  /// Sets a cell to zero, empties a worklist.
  template <typename T>
  void clear(T* cell) {
    if (error_ == cudaSuccess) check(cudaMemsetAsync(cell, 0, sizeof(T), stream_));
  }
  void clear(const Worklist& list) { clear(list.size); }
  template <typename Edge>
  void clear(const EdgeWorklistOf<Edge>& list) {
    clear(list.size);
  }
  template <typename Edge>
  void clear(const PieceWorklistOf<Edge>& list) {
    clear(list.size);
  }

  /// Waits for all earlier work; returns the value of a cell or the length of a worklist. Zero after an error.
  template <typename T>
  T wait_for(const T* cell) {
    T value{};
    if (error_ == cudaSuccess) check(cudaMemcpyAsync(&value, cell, sizeof(T), cudaMemcpyDeviceToHost, stream_));
    wait();
    return error_ == cudaSuccess ? value : T{};
  }
  std::int32_t wait_for(const Worklist& list) { return wait_for(list.size); }
  template <typename Edge>
  std::int64_t wait_for(const EdgeWorklistOf<Edge>& list) {
    return wait_for(list.size);
  }
  template <typename Edge>
  std::int32_t wait_for(const PieceWorklistOf<Edge>& list) {
    return wait_for(list.size);
  }

  /// Writes a cell. The value is copied at once.
  template <typename T>
  void write(T* cell, const T& value) {
    if (error_ == cudaSuccess) check(cudaMemcpyAsync(cell, &value, sizeof(T), cudaMemcpyHostToDevice, stream_));
  }

  /// Has a function of the runtime put work on the stream.
  template <typename Function, typename... Arguments>
  void call(Function function, Arguments... arguments) {
    if (error_ == cudaSuccess) check(function(stream_, arguments...));
  }

  /// Waits until everything on the stream is done.
  void wait() {
    if (error_ == cudaSuccess) check(cudaStreamSynchronize(stream_));
  }

 private:
  friend class LoopGraph;  // loop_graph.cuh: more work for the stream

  Occupancy occupancy(const void* kernel, int block) {
    KernelQuestion question{0, kernel, 0, block};
    check(cudaGetDevice(&question.device));
    if (const Occupancy* known = kept_answers().find(question)) return *known;
    Occupancy made;
    check(cudaDeviceGetAttribute(&made.processors, cudaDevAttrMultiProcessorCount, question.device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&made.blocks, kernel, block, 0));
    if (error_ == cudaSuccess && made.blocks != 0) kept_answers().keep(question, made);
    return made;
  }

  static cudaLaunchAttribute whole_grid() {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    return attribute;
  }
  static cudaLaunchAttribute cluster_of(std::int64_t blocks) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
    return attribute;
  }

  /// Whether the device can run the kernel as one cluster of so many blocks.
  bool holds_cluster(const void* kernel, int blocks, int block) {
    KernelQuestion question{0, kernel, blocks, block};
    check(cudaGetDevice(&question.device));
    if (const Occupancy* known = kept_answers().find(question)) return known->blocks > 0;
    cudaLaunchAttribute attribute = cluster_of(blocks);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(block));
    config.attrs = &attribute;
    config.numAttrs = 1;
    int clusters = 0;
    const bool allowed = blocks <= portable_cluster ||
                         cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess;
    if (!allowed || cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) != cudaSuccess) clusters = 0;
    static_cast<void>(cudaGetLastError());  // that it cannot is no error
    kept_answers().keep(question, {0, clusters});
    return clusters > 0;
  }
  static constexpr int portable_cluster = 8;  // blocks; larger ones have to be allowed for each kernel

  void check(cudaError_t error) {
    if (error_ == cudaSuccess) error_ = error;
  }

  cudaStream_t stream_;
  cudaError_t error_ = cudaSuccess;
  int processors_ = 0;  // multiprocessors of the device; 0: not asked yet
};

}  // namespace maxwarp
