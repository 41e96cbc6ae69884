// CUDA graphs that are kept from call to call (loop=graph), so that each is instantiated once: host code.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>
#include <vector>

#include "maxwarp/graph_view.h"
#include "maxwarp/worklist.h"

namespace maxwarp {

/// What a graph was made with: all arguments of its kernels, word by word.
class GraphKey {
 public:
  template <typename Edge>
  void add(const GraphViewOf<Edge>& graph) {
    for (const void* array :
         {static_cast<const void*>(graph.row_offsets), static_cast<const void*>(graph.targets),
          static_cast<const void*>(graph.column_offsets), static_cast<const void*>(graph.sources),
          static_cast<const void*>(graph.column_edges), static_cast<const void*>(graph.edge_sources),
          static_cast<const void*>(graph.twins), static_cast<const void*>(graph.own_numbers),
          static_cast<const void*>(graph.numbered_nodes)})
      add(array);
    for (const std::int64_t number :
         {std::int64_t{graph.nodes}, graph.edges, graph.max_outdegree, graph.max_indegree, graph.outlier_outdegree,
          graph.outlier_indegree, graph.split_outdegree, graph.split_indegree, std::int64_t{graph.efficient_outwidth},
          std::int64_t{graph.efficient_inwidth}, std::int64_t{graph.symmetric}, std::int64_t{graph.forms}})
      add(number);
  }
  void add(const Worklist& list) { add(list.nodes), add(list.size); }
  template <typename Edge>
  void add(const EdgeWorklistOf<Edge>& list) {
    add(list.edges), add(list.size);
  }
  template <typename Edge>
  void add(const PieceWorklistOf<Edge>& list) {
    add(list.bounds), add(list.pieces), add(list.size), add(list.most);
  }
  void add(const BoundedWorklist& list) { add(list.nodes), add(list.size), add(list.capacity); }
  void add(const NodeSet& set) { add(set.nodes), add(set.count); }
  template <typename First, typename Second>
  void add(const Pair<First, Second>& pair) {
    add(pair.first), add(pair.second);
  }
  template <typename T>
  void add(const T& value) {
    static_assert(std::is_scalar_v<T>);
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    words_.push_back(word);
  }
  friend bool operator==(const GraphKey& a, const GraphKey& b) { return a.words_ == b.words_; }

 private:
  std::vector<std::uint64_t> words_;
};

/// The graphs of the loops of one caller, the last one of each loop. A graph is reused if all arguments of its kernels
/// are the same: the view of the graph, the workspace, arrays and results. Single values may change. Belongs to one
/// thread and one stream at a time, and is destroyed before the device is reset.
class KeptGraphs {
 public:
  KeptGraphs() = default;
  KeptGraphs(const KeptGraphs&) = delete;
  KeptGraphs& operator=(const KeptGraphs&) = delete;
  ~KeptGraphs() {
    for (const Kept& kept : all_) static_cast<void>(cudaGraphExecDestroy(kept.graph));
  }

  /// The graph of a loop that was made with these arguments, or null.
  cudaGraphExec_t find(const void* loop, const GraphKey& key) const {
    for (const Kept& kept : all_)
      if (kept.loop == loop && kept.key == key) return kept.graph;
    return nullptr;
  }
  /// Keeps it in place of the last one of its loop.
  void keep(const void* loop, const GraphKey& key, cudaGraphExec_t graph) {
    for (Kept& kept : all_) {
      if (kept.loop != loop) continue;
      static_cast<void>(cudaGraphExecDestroy(kept.graph));
      kept = {loop, key, graph};
      return;
    }
    all_.push_back({loop, key, graph});
  }

 private:
  struct Kept {
    const void* loop;
    GraphKey key;
    cudaGraphExec_t graph;
  };
  std::vector<Kept> all_;
};

}  // namespace maxwarp
