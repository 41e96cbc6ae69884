// The SIMT engine's own interface: intended races and grid barriers for kernels; order, findings and
// statistics for the host. Everything else is CUDA's interface, in cuda_runtime.h beside this file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simt/engine_calls.h"

namespace maxwarp::simt {

namespace detail {
template <typename T>
constexpr calls::AtomicType relaxed_type() {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "relaxed accesses take types of 1, 2, 4 or 8 bytes");
  static_assert(std::is_trivially_copyable_v<T>, "relaxed accesses take trivially copyable types");
  if constexpr (sizeof(T) == 1) return calls::AtomicType::Bits8;
  if constexpr (sizeof(T) == 2) return calls::AtomicType::Bits16;
  if constexpr (sizeof(T) == 4) return calls::AtomicType::Unsigned32;
  if constexpr (sizeof(T) == 8) return calls::AtomicType::Unsigned64;
}
}  // namespace detail

/// Reads `*address` although other threads may write it relaxed or atomically at the same time.
template <typename T>
MAXWARP_SIMT_DEVICE T load_relaxed(const T* address) {
  constexpr calls::AtomicType type = detail::relaxed_type<T>();
  std::uint64_t bits = 0;
  if constexpr (sizeof(T) == 4)
    bits = calls::load_32(address);
  else if constexpr (sizeof(T) == 8)
    bits = calls::load_64(address);
  else
    bits = calls::atomic(calls::AtomicKind::Load, type, const_cast<std::remove_const_t<T>*>(address), 0, 0);
  std::remove_const_t<T> value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

/// Writes `*address` although other threads may access it relaxed or atomically at the same time.
template <typename T>
MAXWARP_SIMT_DEVICE void store_relaxed(T* address, std::type_identity_t<T> value) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  calls::atomic(calls::AtomicKind::Store, detail::relaxed_type<T>(), address, bits, 0);
}

/// Compare-and-swap of 16 bytes, which CUDA has as an instruction only.
template <typename T>
MAXWARP_SIMT_DEVICE T swap_double(T* address, T expected, T next) {
  static_assert(sizeof(T) == 16 && alignof(T) == 16, "16 bytes at a multiple of 16");
  calls::swap_double(address, &expected, &next);
  return expected;
}

/// Orders everything before it, in every thread of the grid, before everything after it. Every thread of a
/// cooperative launch must call it; hand-written grid barriers call it once they have let everybody through. In a
/// launch that is one cluster it is the barrier of the cluster.
MAXWARP_SIMT_DEVICE void grid_barrier() { calls::grid_barrier(); }

/// Whether the calling lane is the first of its warp that comes here in this iteration of all loops around: once for
/// each time that a GPU would issue the call. False unless statistics are collected.
MAXWARP_SIMT_DEVICE bool first_here() { return calls::first_here(); }

/// In which order lanes, warps and blocks run; the README says what each kind does. simt/orders.h has them as text.
enum class OrderKind : std::uint8_t { Forward, Reverse, Random, Flip, Pause, Solo, Starve, Split, Latest };
struct Order {
  OrderKind kind = OrderKind::Forward;
  std::uint64_t seed = 1;        // of all kinds but the first two: the same seed gives the same run
  bool stale = false;            // relaxed loads return any value that the memory model allows, not always the newest
  std::uint64_t stale_seed = 1;  // chooses among them
  unsigned blocks = 0;  // a launch has at most so many; 0: as many as it asks for. For kernels that share their
                        // work out among whatever grid they find
};
/// Sets the order of the launches that follow; overrides MAXWARP_SIMT_ORDER.
void set_order(Order order);

enum class FindingKind : std::uint8_t {
  OutOfBounds,
  UseAfterFree,
  Misaligned,
  Uninitialized,
  Race,
  InactiveLanes,     // a warp collective that names or reads lanes that do not take part
  DivergentBarrier,  // a barrier that not all threads reach
  Livelock,
  StackOverflow,
  HostAccess,  // the host reads or writes device memory
  Guarantee,   // a write that breaks what holds of all writes there (simt/guarantees.h)
};

/// One wrong place of a kernel. The text lives as long as the process or until clear_findings().
struct Finding {
  FindingKind kind;
  const char* kernel;       // demangled
  const char* place;        // file:line
  const char* other_place;  // a race's other access, else empty
  const char* text;         // the whole report as printed
};

/// How many places have been reported since the start or since clear_findings().
std::size_t findings();
/// The finding with that index (0 .. findings() - 1), in order of discovery.
const Finding& finding(std::size_t index);
const char* name(FindingKind kind);
/// Forgets the findings and the sticky launch error, so that one process can try several kernels.
void clear_findings();
/// Whether findings are printed to stderr as they are made (they are unless switched off).
void print_findings(bool print);

/// What the launches of one kernel would issue and waste on a GPU; the model is described in statistics.h.
struct Statistics {
  const char* kernel;  // demangled
  std::uint64_t launches;
  std::uint64_t blocks;         // of the grid
  std::uint64_t grid_barriers;  // passed by the whole grid, those at which a single block is the grid not counted
  std::uint64_t lane_steps;     // memory accesses and collectives of lanes
  double seconds;               // of processor time
  double user_seconds;          // of these, outside of the operating system
  std::uint64_t issued;         // instructions issued by warps
  std::uint64_t active_lanes;   // lanes active in them: active_lanes / issued is the number of threads per instruction
  std::uint64_t requests;       // loads and stores of device memory by warps
  std::uint64_t sectors;        // 32-byte sectors that they touch
  std::uint64_t atomics;        // by lanes, relaxed accesses not counted
  std::uint64_t atomic_conflicts;  // those whose address another lane of the same request has
};

/// The part of one line of the program in one phase of the kernel; their sum is the kernel's.
struct LineStatistics {
  unsigned phase;    // 0: from the start; i: from the i-th place where threads wait for one another
  const char* line;  // file:line
  std::uint64_t issued, active_lanes, requests, sectors, atomics, atomic_conflicts;
};

/// Counting is off unless switched on here or by MAXWARP_SIMT_STATS=1, which also prints JSON at exit to
/// stderr (MAXWARP_SIMT_STATS=time: launches, lane-steps and times only, at full speed).
void collect_statistics(bool collect);
std::size_t statistics_count();
/// Of one kernel, in order of first launch; index 0 .. statistics_count() - 1. Valid until the next call for
/// it.
const Statistics& statistics(std::size_t index);
/// Its lines, in order, as of the last call of statistics(index).
std::size_t line_statistics_count(std::size_t index);
const LineStatistics& line_statistics(std::size_t index, std::size_t line);
void clear_statistics();

/// What all kernels have counted so far, without their lines: it costs little to ask.
struct Totals {
  std::uint64_t issued = 0, active_lanes = 0, sectors = 0;
};
Totals totals();

/// From here on atomics of lanes are counted, as long as statistics are collected, but not those on the `bytes` at
/// `own`; how many there were.
void watch_atomics(const void* own, std::size_t bytes);
std::uint64_t watched_atomics();

/// Memory accesses and collectives of lanes since the start of the process.
std::uint64_t lane_steps();

}  // namespace maxwarp::simt
