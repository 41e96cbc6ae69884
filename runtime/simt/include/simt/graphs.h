// CUDA graphs as far as programs build them by hand: kernel nodes, and conditional nodes whose bodies are graphs again.
#pragma once

#include <new>
#include <utility>

#include "simt/launch.h"

#define CUDART_VERSION 13000

using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
using cudaGraphNode_t = struct CUgraphNode_st*;
using cudaGraphConditionalHandle = unsigned long long;
struct cudaGraphEdgeData;

inline constexpr unsigned cudaGraphCondAssignDefault = 1;

/// Numbers as in CUDA.
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1 };
enum cudaGraphNodeType { cudaGraphNodeTypeKernel = 0, cudaGraphNodeTypeConditional = 13 };

/// A kernel with the types of its parameters, which CUDA knows from the compiled kernel. Assigned from a pointer to it.
class cudaKernelOfNode {
 public:
  cudaKernelOfNode() = default;
  template <typename... Parameters>
  cudaKernelOfNode(void (*kernel)(Parameters...))
      : kernel_(reinterpret_cast<const void*>(kernel)),
        bind_(bind<Parameters...>),
        call_(call<Parameters...>),
        bytes_(sizeof(Call<Parameters...>)) {}

  explicit operator bool() const { return kernel_ != nullptr; }
  /// Of the kernel with copies of its arguments.
  std::size_t bytes() const { return bytes_; }
  /// Writes that to `memory`, the arguments from `places`; there is nothing to destroy. Not <memory>: half of what a
  /// program's compilation takes would be its.
  void bind(void** places, void* memory) const { bind_(kernel_, places, memory); }
  maxwarp::simt::detail::Invocation invocation(void* arguments) const { return {kernel_, call_, arguments, bytes_}; }

 private:
  template <typename... Parameters>
  using Call = decltype(maxwarp::simt::detail::bound(static_cast<void (*)(Parameters...)>(nullptr),
                                                     std::declval<Parameters>()...));

  template <typename... Parameters>
  static void bind(const void* kernel, void** places, void* memory) {
    static_assert((std::is_trivially_copyable_v<Parameters> && ...));
    auto* typed = reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(kernel));
    [&]<std::size_t... place>(std::index_sequence<place...>) {
      new (memory) Call<Parameters...>(
          maxwarp::simt::detail::bound(typed, *static_cast<std::remove_cv_t<Parameters>*>(places[place])...));
    }(std::index_sequence_for<Parameters...>{});
  }
  template <typename... Parameters>
  static void call(void* data) {
    (*static_cast<const Call<Parameters...>*>(data))();
  }

  const void* kernel_ = nullptr;
  void (*bind_)(const void*, void**, void*) = nullptr;
  void (*call_)(void*) = nullptr;
  std::size_t bytes_ = 0;
};

struct cudaKernelNodeParams {
  cudaKernelOfNode func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes = 0;
  void** kernelParams = nullptr;
  void** extra = nullptr;
};

struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalNodeType type;
  unsigned size;
  cudaGraph_t* phGraph_out;
};

/// Kernel nodes have a call of their own.
struct cudaGraphNodeParams {
  cudaGraphNodeType type;
  cudaConditionalNodeParams conditional;
};

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned value = 0,
                                             unsigned flags = 0);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   std::size_t count, const cudaKernelNodeParams* parameters);
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                             const cudaGraphEdgeData* data, std::size_t count, cudaGraphNodeParams* parameters);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable);
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);

/// Called by a thread of a kernel.
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);
