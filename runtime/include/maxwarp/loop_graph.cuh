// Loops of the host as CUDA graphs: conditional nodes ask on the device whether a loop goes on (CUDA 12.4). The graph
// is a chain: each node begins when the one before it is done.
#pragma once

#include <type_traits>

#include "maxwarp/kept_graphs.h"
#include "maxwarp/stream.cuh"

namespace maxwarp {

#if CUDART_VERSION < 12040
#error "loop=graph needs conditional nodes of CUDA graphs: CUDA 12.4 or newer"
#endif

/// What a conditional node tests. It is set by a kernel before the node or, for a loop, by the last one in its body.
using Condition = cudaGraphConditionalHandle;

/// Called by one thread of a kernel in the graph.
__device__ inline void set_condition(Condition condition, bool holds) {
  cudaGraphSetConditional(condition, holds ? 1 : 0);
}

/// Called by all threads at the end of a kernel. True for one thread of the block that ends last: all others are done,
/// and what they wrote is seen. `blocks` is 0 before the kernel and after it.
__device__ inline bool ends_last(unsigned* blocks) {
  __syncthreads();  // the block is done
  if (threadIdx.x != 0) return false;
  __threadfence();
  const bool last = atomicInc(blocks, gridDim.x - 1) == gridDim.x - 1;
  __threadfence();
  return last;
}

/// A loop that is being built as a CUDA graph, and the graph that runs. Errors go to the stream it was made with.
class LoopGraph {
 public:
  /// `first`, a kernel of the loop, identifies it among the kept graphs; `given`: all arguments of its kernels.
  template <typename... Parameters, typename... Given>
  LoopGraph(Stream& gpu, KeptGraphs* kept, void (*first)(Parameters...), const Given&... given)
      : gpu_(gpu), kept_(kept), loop_(reinterpret_cast<const void*>(first)) {
    (key_.add(given), ...);
    if (kept_) graph_ = kept_->find(loop_, key_);
    if (graph_) return;
    cudaGraph_t whole = nullptr;
    gpu_.check(cudaGraphCreate(&whole, 0));
    open_.push_back({whole, nullptr});
  }
  LoopGraph(const LoopGraph&) = delete;
  LoopGraph& operator=(const LoopGraph&) = delete;
  ~LoopGraph() {
    if (!open_.empty() && open_.front().graph) static_cast<void>(cudaGraphDestroy(open_.front().graph));
    if (graph_ && !kept_) static_cast<void>(cudaGraphExecDestroy(graph_));
  }

  /// Whether a graph with the same arguments was kept: there is nothing to add.
  bool is_made() const { return graph_ != nullptr; }

  /// A condition for a node of the part that is being made: of the whole, or of the loop or branch that is open.
  Condition condition() {
    Condition condition{};
    if (gpu_) gpu_.check(cudaGraphConditionalHandleCreate(&condition, open_.back().graph, 0, 0));
    return condition;
  }
  /// Adds a kernel after what is there.
  template <typename... Parameters>
  void launch(void (*kernel)(Parameters...), Shape shape,
              std::type_identity_t<std::remove_cv_t<Parameters>>... values) {
    if (!gpu_ || shape.blocks == 0) return;
    void* places[] = {&values...};
    add_kernel(kernel, shape, places);
  }
  /// What is added from here to `end` runs as long as the condition holds.
  void loop(Condition condition) { add_condition(condition, cudaGraphCondTypeWhile); }
  /// What is added from here to `end` runs if the condition holds.
  void branch(Condition condition) { add_condition(condition, cudaGraphCondTypeIf); }
  void end() { open_.pop_back(); }

  /// Starts the graph on the stream.
  void run() {
    if (gpu_ && !graph_) gpu_.check(cudaGraphInstantiate(&graph_, open_.front().graph, 0));
    if (!gpu_) return;
    if (kept_ && !open_.empty()) kept_->keep(loop_, key_, graph_);
    gpu_.check(cudaGraphLaunch(graph_, gpu_.stream_));
  }

 private:
  /// A graph, of the whole or of the body of a conditional node, and its last node.
  struct Part {
    cudaGraph_t graph;
    cudaGraphNode_t last;
  };

  template <typename... Parameters>
  void add_kernel(void (*kernel)(Parameters...), Shape shape, void** places) {
    cudaKernelNodeParams node{};
#if defined(MAXWARP_SIMT)
    node.func = kernel;  // with the types of its parameters
#else
    node.func = reinterpret_cast<void*>(kernel);
#endif
    node.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    node.blockDim = dim3(static_cast<unsigned>(shape.threads));
    node.kernelParams = places;
    Part& part = open_.back();
    gpu_.check(cudaGraphAddKernelNode(&part.last, part.graph, &part.last, part.last ? 1 : 0, &node));
  }

  void add_condition(Condition condition, cudaGraphConditionalNodeType type) {
    cudaGraphNodeParams node{};
    node.type = cudaGraphNodeTypeConditional;
    node.conditional.handle = condition;
    node.conditional.type = type;
    node.conditional.size = 1;
    Part& part = open_.back();
    const std::size_t before = part.last ? 1 : 0;
    cudaGraphNode_t added = nullptr;
#if CUDART_VERSION >= 13000
    if (gpu_) gpu_.check(cudaGraphAddNode(&added, part.graph, &part.last, nullptr, before, &node));
#else
    if (gpu_) gpu_.check(cudaGraphAddNode(&added, part.graph, &part.last, before, &node));
#endif
    part.last = added;
    open_.push_back({gpu_ ? node.conditional.phGraph_out[0] : nullptr, nullptr});
  }

  Stream& gpu_;
  KeptGraphs* kept_;
  const void* loop_;
  GraphKey key_;
  std::vector<Part> open_;  // the whole, and the bodies of conditional nodes that are being made; the whole stays
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace maxwarp
