// Device code of single threads that append to worklists of edges.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "maxwarp/bounded_edges.h"

#if defined(MAXWARP_SIMT)
#include "maxwarp_simt.h"
#endif

namespace maxwarp {

/// The first of `count` places at the end of a list of edges.
template <typename Edge>
__device__ inline std::int64_t reserve(const EdgeWorklistOf<Edge>& list, std::int64_t count) {
  return static_cast<std::int64_t>(
      atomicAdd(reinterpret_cast<unsigned long long*>(list.size), static_cast<unsigned long long>(count)));
}

/// Writes an edge to its place, if there is room.
template <typename Edge>
__device__ inline void put(const EdgeWorklistOf<Edge>& list, std::int64_t place, std::type_identity_t<Edge> edge) {
  list.edges[place] = edge;
}
template <typename Edge>
__device__ inline void put(const BoundedEdgeWorklistOf<Edge>& list, std::int64_t place,
                           std::type_identity_t<Edge> edge) {
  if (place < list.capacity) list.edges[place] = edge;
}

/// Appends the edges first .. end - 1 of a node by one thread, with one atomic addition ([R] §IV-D, work chunking).
template <template <typename> typename List, typename Edge>
__device__ inline void push_range(const List<Edge>& list, std::type_identity_t<Edge> first,
                                  std::type_identity_t<Edge> end) {
  if (first == end) return;
  std::int64_t place = reserve(list, end - first);
  for (Edge edge = first; edge < end; ++edge) put(list, place++, edge);
}

/// The same with one atomic addition an edge.
template <template <typename> typename List, typename Edge>
__device__ inline void push_each(const List<Edge>& list, std::type_identity_t<Edge> first,
                                 std::type_identity_t<Edge> end) {
  for (Edge edge = first; edge < end; ++edge) put(list, reserve(list, 1), edge);
}

}  // namespace maxwarp
