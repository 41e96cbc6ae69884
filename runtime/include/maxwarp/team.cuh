// Threads that work together: the virtual warp ([H] §3.1) and the block. Each comment states which threads call it.
#pragma once

#include "maxwarp/additions.cuh"
#include "maxwarp/chunk.cuh"

namespace maxwarp {

// ---- Indices of a team ------------------------------------------------------------------------------------------

/// The indices first, first + step, … below an end, distributed round-robin: a lane gets every `stride`-th of them,
/// starting at its own number. Made by Tile::strided and Block::strided for range-based loops; never wraps. Without a
/// step it counts by a subtraction, because loops over short rows begin often.
template <typename Index>
class Strided {
 public:
  struct End {
    std::int64_t count;
  };
  class Iterator {
   public:
    __device__ Iterator(const Strided& indices)
        : first_(indices.first_), step_(indices.step_), place_(indices.lane_), stride_(indices.stride_) {}
    __device__ Index operator*() const { return static_cast<Index>(first_ + place_ * step_); }
    __device__ Iterator& operator++() {
      place_ += stride_;
      return *this;
    }
    __device__ bool operator!=(End end) const { return place_ < end.count; }

   private:
    std::int64_t first_, step_, place_;
    int stride_;
  };

  __device__ Strided(Index first, Index end, int lane, int stride)
      : first_(first), step_(1), count_(count_of(first, end)), lane_(lane), stride_(stride) {}
  __device__ Strided(Index first, Index end, Index step, int lane, int stride)
      : first_(first), step_(step), count_(index_count(first, end, step)), lane_(lane), stride_(stride) {}
  __device__ Iterator begin() const { return Iterator(*this); }
  __device__ End end() const { return {count_}; }

 private:
  /// Counts are clamped to INT64_MAX.
  static __device__ std::int64_t count_of(std::int64_t first, std::int64_t end) {
    if (first >= end) return 0;
    if constexpr (sizeof(Index) < sizeof first) return end - first;
    const auto count = static_cast<std::int64_t>(static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(first));
    return count < 0 ? infinity<std::int64_t>() : count;
  }

  std::int64_t first_, step_, count_;
  int lane_, stride_;
};

// ---- Virtual warp ---------------------------------------------------------------------------------------------

/// A virtual warp ([H] §3.1): W neighboring lanes of a warp, W in 2, 4, 8, 16, 32; a Tile<1> is a thread by itself.
/// Blocks are one-dimensional and a multiple of 32 threads. All lanes of the tile together call the functions that wait
/// for it (sync, broadcast, run_on_leader, the votes, reduce). Code between such calls is SISD where every lane has the
/// same data (all repeat it), and SIMD in a loop over `strided` indices. These functions are always inlined, so that a
/// barrier is one place of the kernel: a compiler may copy plain calls to both sides of a condition.
template <int W>
struct Tile {
  __device__ static constexpr int size() { return W; }
  __device__ int lane() const { return static_cast<int>(threadIdx.x) % W; }
  __device__ int index_in_block() const { return static_cast<int>(threadIdx.x) / W; }
  __device__ int index_in_warp() const { return static_cast<int>(threadIdx.x) % 32 / W; }
  __device__ std::int64_t index() const { return thread_index() / W; }
  __device__ std::int64_t count() const { return thread_count() / W; }
  __device__ bool leader() const { return lane() == 0; }
  /// The lanes of this tile in its warp.
  __device__ unsigned mask() const {
    const unsigned lanes = W == 32 ? ~0u : (1u << (W % 32)) - 1;
    return lanes << (threadIdx.x % 32 / W * W);
  }
  /// Waits for the tile; writes before it are seen by the tile after it.
  __device__ __forceinline__ void sync() const { __syncwarp(mask()); }
  /// This lane's part of first, first + step, … below `end`: for (const edge_t e : tile.strided(first, end)).
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end) const {
    return {first, end, lane(), W};
  }
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end, Index step) const {
    return {first, end, step, lane(), W};
  }
  /// Runs `function` in lane 0 only; returns its value in every lane. For serial code that must happen once, such as an
  /// atomic.
  template <typename Function>
  __device__ __forceinline__ auto run_on_leader(Function function) const {
    decltype(function()) value{};
    if (leader()) value = function();
    return broadcast(value);
  }
  /// Votes: whether the condition holds in some lane, in all lanes; bit i of the ballot is set if it holds in lane i.
  __device__ __forceinline__ bool any(bool condition) const { return __any_sync(mask(), condition) != 0; }
  __device__ __forceinline__ bool all(bool condition) const { return __all_sync(mask(), condition) != 0; }
  __device__ __forceinline__ unsigned ballot(bool condition) const {
    return __ballot_sync(mask(), condition) >> (threadIdx.x % 32 / W * W);
  }
  /// The value of lane 0, in every lane.
  template <typename T>
  __device__ __forceinline__ T broadcast(T value) const {
    if constexpr (is_pair<T>)
      return {broadcast(value.first), broadcast(value.second)};
    else if constexpr (is_part<T>)
      return by_words(value, [this](unsigned word) { return broadcast(word); });
    else if constexpr (std::is_same_v<T, bool>)
      return __shfl_sync(mask(), static_cast<int>(value), 0, W) != 0;  // shuffles move 32 or 64 bits
    else
      return __shfl_sync(mask(), value, 0, W);
  }
  /// All values of the tile combined, in every lane.
  template <typename T, typename Combine>
  __device__ __forceinline__ T reduce(T value, Combine combine) const {
    for (int distance = W / 2; distance > 0; distance /= 2) value = combine(value, across(value, distance));
    return value;
  }
  /// Gives each lane that has something its place after `size` earlier ones; `size` grows by the number of those lanes.
  __device__ __forceinline__ int place(bool has, int& size) const {
    const unsigned lanes = ballot(has);
    const int mine = size + __popc(lanes & ((1u << lane()) - 1));
    size += __popc(lanes);
    return mine;
  }
  /// The sum of the values of the lanes before this one; `total` becomes the sum of all, in every lane.
  template <typename T>
  __device__ __forceinline__ T sum_before(T value, T& total) const {
    T sum = value;
    for (int distance = 1; distance < W; distance *= 2) {
      const T left = __shfl_up_sync(mask(), sum, static_cast<unsigned>(distance), W);
      if (lane() >= distance) sum += left;
    }
    total = __shfl_sync(mask(), sum, W - 1, W);
    return sum - value;
  }
  /// The value of the lane whose number differs in the bit `distance`.
  template <typename T>
  __device__ T across(T value, int distance) const {
    if constexpr (is_pair<T>)
      return {across(value.first, distance), across(value.second, distance)};
    else if constexpr (is_part<T>)
      return by_words(value, [=, this](unsigned word) { return across(word, distance); });
    else if constexpr (std::is_same_v<T, bool>)
      return __shfl_xor_sync(mask(), static_cast<int>(value), distance, W) != 0;  // shuffles move 32 or 64 bits
    else
      return __shfl_xor_sync(mask(), value, distance, W);
  }

 private:
  /// Applies `shuffle` to each word of the value.
  template <typename T, typename Shuffle>
  static __device__ __forceinline__ T by_words(T value, Shuffle shuffle) {
    unsigned words[sizeof(T) / sizeof(unsigned)];
    memcpy(words, &value, sizeof value);
    for (unsigned& word : words) word = shuffle(word);
    memcpy(&value, words, sizeof value);
    return value;
  }
};

/// Memory that each virtual warp of a block has for itself ([H] §3.1): `__shared__ WarpPrivate<T, W, Threads> memory;`
/// in a kernel of blocks with `Threads` threads. T has no constructor. A tile calls sync before its lanes read what
/// others of it wrote.
template <typename T, int W, int Threads>
struct WarpPrivate {
  T parts[Threads / W];
  __device__ T& of(const Tile<W>& tile) { return parts[tile.index_in_block()]; }
};

/// Room for `Count` nodes of each of the `Threads` threads of a block, for a LocalList (local_list.h): `__shared__
/// SharedPlaces<Count, Threads> places;`. Neighboring threads use neighboring banks.
template <int Count, int Threads>
struct SharedPlaces {
  static constexpr int count = Count;
  node_t nodes[Count * Threads];
  __device__ node_t& at(int i) { return nodes[i * Threads + static_cast<int>(threadIdx.x)]; }
};
static_assert(sizeof(SharedPlaces<24, 128>) == sizes::shared_places(24, 128));

/// Runs `function` for 0 .. count - 1, distributed over the lanes, and waits for the tile: what it wrote may be read
/// afterwards by all of them ([H] Fig. 5, DO_SIMD).
template <int W, typename Function>
__device__ __forceinline__ void do_simd(const Tile<W>& tile, std::int64_t count, Function function) {
  for (const std::int64_t i : tile.strided(std::int64_t{0}, count)) function(i);
  tile.sync();
}

/// Copies `count` elements, neighboring lanes neighboring ones, and waits for the tile ([H] Fig. 4, memcpy_SIMD).
template <int W, typename T>
__device__ __forceinline__ void copy_simd(const Tile<W>& tile, std::int64_t count, T* to, const T* from) {
  do_simd(tile, count, [=](std::int64_t i) { to[i] = from[i]; });
}

static_assert(sizeof(Chunk<1>) == sizes::chunk(1) && sizeof(Chunk<32>) == sizes::chunk(32));
static_assert(sizeof(WarpPrivate<Chunk<3>, 8, 128>) == 128 / 8 * sizes::chunk(3));

/// Appends the edges first .. end - 1, with one atomic addition by lane 0. Called by all lanes of the tile.
template <int W, template <typename> typename List, typename Edge>
__device__ __forceinline__ void push_range(const Tile<W>& tile, const List<Edge>& list,
                                           std::type_identity_t<Edge> first, std::type_identity_t<Edge> end) {
  const auto place = tile.run_on_leader([&] { return reserve(list, end - first); });
  for (const Edge edge : tile.strided(first, end)) put(list, place + (edge - first), edge);
}

// ---- Lane -------------------------------------------------------------------------------------------------------

/// One thread as a team, for code that any team may run.
struct Lane {
  __device__ int lane() const { return 0; }
  __device__ int size() const { return 1; }
  __device__ bool leader() const { return true; }
  __device__ void sync() const {}
  __device__ bool any(bool condition) const { return condition; }
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end) const {
    return {first, end, 0, 1};
  }
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end, Index step) const {
    return {first, end, step, 0, 1};
  }
  template <typename T>
  __device__ T broadcast(T value) const {
    return value;
  }
  template <typename T, typename Combine>
  __device__ T reduce(T value, Combine) const {
    return value;
  }
  template <typename T>
  __device__ T sum_before(T value, T& total) const {
    total = value;
    return T{};
  }
};

// ---- Block ----------------------------------------------------------------------------------------------------

/// All threads of a block as a team. All of them call sync, any, broadcast, reduce and sum_before together.
struct Block {
  __device__ int lane() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ std::int64_t index() const { return blockIdx.x; }
  __device__ std::int64_t count() const { return gridDim.x; }
  __device__ bool leader() const { return threadIdx.x == 0; }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  /// Whether the condition holds in some thread; waits for all of them.
  __device__ __forceinline__ bool any(bool condition) const { return __syncthreads_or(condition) != 0; }
  /// This thread's part of first, first + step, … below `end`.
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end) const {
    return {first, end, lane(), size()};
  }
  template <typename Index>
  __device__ Strided<Index> strided(Index first, Index end, Index step) const {
    return {first, end, step, lane(), size()};
  }
  template <typename T>
  __device__ __forceinline__ T broadcast(T value) const {
    __shared__ T shared;
    __syncthreads();  // the last use of `shared` is over
    if (threadIdx.x == 0) shared = value;
    __syncthreads();  // `shared` is written
    return shared;
  }
  template <typename T, typename Combine>
  __device__ __forceinline__ T reduce(T value, Combine combine) const {
    __shared__ T partial[sizes::warps_of_block];
    const T in_warp = Tile<32>{}.reduce(value, combine);
    __syncthreads();  // the last use of `partial` is over
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = in_warp;
    __syncthreads();  // `partial` is written
    T all = partial[0];
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) all = combine(all, partial[warp]);
    return all;
  }
  /// The sum of the values of the threads before this one; `total` becomes the sum of all, in every thread.
  template <typename T>
  __device__ __forceinline__ T sum_before(T value, T& total) const {
    __shared__ T sums[sizes::warps_of_block];
    T in_warp{};
    T before = Tile<32>{}.sum_before(value, in_warp);
    __syncthreads();  // the last use of `sums` is over
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = in_warp;
    __syncthreads();  // `sums` is written
    total = T{};
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) {
      if (warp < threadIdx.x / 32) before += sums[warp];
      total += sums[warp];
    }
    return before;
  }
};

// ---- Running sums over a list, by the whole grid ------------------------------------------------------------------

/// How many nodes of a list of `count` belong to a range, so that most_ranges suffice for all.
__device__ inline std::int64_t range_size(std::int64_t count) {
  return max_of<std::int64_t>(2048, (count + most_ranges - 1) / most_ranges);
}

/// Writes prefix sums of `degree(i)`, first .. end - 1, to sums[first + 1] .. sums[end]; returns their total in every
/// thread, after a barrier of the block, so that the block may read the sums. Called by all threads of a block.
template <typename Edge, typename Degree>
__device__ inline Edge scan_range(std::int64_t first, std::int64_t end, Edge* sums, Degree degree) {
  __shared__ Edge of_warps[sizes::warps_of_block];
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  Edge total = 0;  // of the stretches before this one
  std::int64_t base = first;
  do {  // once if there is nothing, for the barriers
    const std::int64_t i = base + threadIdx.x;
    Edge sum = i < end ? static_cast<Edge>(degree(i)) : Edge{0};
    for (int distance = 1; distance < 32; distance *= 2) {
      const Edge left = __shfl_up_sync(~0u, sum, distance);
      if (lane >= distance) sum += left;
    }
    if (lane == 31) of_warps[warp] = sum;
    __syncthreads();  // the sums of all warps are there
    Edge before = total;
    for (int w = 0; w < static_cast<int>(blockDim.x / 32); ++w) {
      if (w < warp) before += of_warps[w];
      total += of_warps[w];
    }
    if (i < end) sums[i + 1] = before + sum;
    __syncthreads();  // the sums are written, `of_warps` is read
    base += blockDim.x;
  } while (base < end);
  return total;
}

/// The first of two steps: sums[0] = 0, and in each range sums[i + 1] = degree(j) added up from the first j of the
/// range to i. Sums of whole ranges go to `ranges`. Called by all threads of the grid.
template <typename Edge, typename Degree>
__device__ inline void scan_list(std::int64_t count, Edge* sums, Edge* ranges, Degree degree) {
  const std::int64_t size = range_size(count);
  if (thread_index() == 0) sums[0] = 0;
  for (std::int64_t range = blockIdx.x; range * size < count; range += gridDim.x) {
    const Edge sum = scan_range(range * size, min_of((range + 1) * size, count), sums, degree);
    if (threadIdx.x == 0) ranges[range] = sum;
  }
}

/// The first step for the degrees of the nodes on a list, by the rows (or columns) given by `bounds` and without the
/// first `done` edges of each.
template <typename Edge>
__device__ inline void scan_degrees(const Edge* bounds, const Worklist& list, Edge* sums, Edge* ranges,
                                    std::type_identity_t<Edge> done = 0) {
  scan_list(*list.size, sums, ranges, [=](std::int64_t i) {
    const node_t node = list.nodes[i];
    return bounds[node + 1] - bounds[node] - done;
  });
}

/// The second step, after a barrier of the grid: each range but the first gets the sums of those before it added.
/// Called by all threads of the grid.
template <typename Edge>
__device__ inline void add_block_offsets(std::int64_t count, Edge* sums, const Edge* ranges) {
  const std::int64_t size = range_size(count);
  for (std::int64_t range = blockIdx.x + std::int64_t{1}; range * size < count; range += gridDim.x) {
    Edge part = 0;
    for (std::int64_t i = threadIdx.x; i < range; i += blockDim.x) part += ranges[i];
    const Edge before = Block{}.reduce(part, [](Edge a, Edge b) { return static_cast<Edge>(a + b); });
    for (std::int64_t i = range * size + threadIdx.x; i < min_of((range + 1) * size, count); i += blockDim.x)
      sums[i + 1] += before;
  }
}

// ---- Pieces of nodes ([R] §III-B), by the whole grid ----------------------------------------------------------------

/// The first step for the pieces of all nodes, of `most` edges at most: sums[v] becomes the number of the first piece
/// of v.
template <typename Edge>
__device__ inline void scan_pieces(const Edge* bounds, const GraphViewOf<Edge>& graph, std::int64_t most, Edge* sums,
                                   Edge* ranges) {
  const std::int64_t size = piece_size(graph, most);
  scan_list(graph.nodes, sums, ranges, [=](std::int64_t v) { return pieces_of(bounds[v + 1] - bounds[v], size); });
}

/// Cuts the edges of each node into shares that differ by less than its number of pieces. Piece p belongs to parents[p]
/// and has the edges offsets[p] .. offsets[p + 1]; `count` becomes the number of pieces. Called by all threads of the
/// grid.
template <typename Edge>
__device__ inline void write_pieces(const Edge* bounds, const GraphViewOf<Edge>& graph, const Edge* sums,
                                    node_t* parents, Edge* offsets, std::int64_t* count) {
  const std::int64_t pieces = sums[graph.nodes];
  for (std::int64_t p = thread_index(); p < pieces; p += thread_count()) {
    const auto v = static_cast<node_t>(find_row(sums, graph.nodes, static_cast<Edge>(p)));
    const std::int64_t degree = bounds[v + 1] - bounds[v], own = sums[v + 1] - sums[v],
                       share = (degree + own - 1) / own;
    parents[p] = v;
    offsets[p] = static_cast<Edge>(bounds[v] + min_of(share * (p - sums[v]), degree));
  }
  if (thread_index() != 0) return;
  offsets[pieces] = bounds[graph.nodes];
  *count = pieces;
}

}  // namespace maxwarp
