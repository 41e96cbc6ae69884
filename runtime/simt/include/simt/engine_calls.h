// What kernels call in the engine: one external function per primitive. The caller's return address is the
// place that reports name, so nothing here is inline; `convergent` and `noduplicate` keep one call one place.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/vector_types.h"

namespace maxwarp::simt::calls {

#define MAXWARP_SIMT_SYNC __attribute__((convergent, noduplicate))

/// What the lanes of a warp do together; a collective completes only among calls of the same kind.
enum class Collective : std::uint8_t {
  Sync,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  Ballot,
  Any,
  All,
  Match,
  AddInt,
  AddUnsigned,
  MinInt,
  MinUnsigned,
  MaxInt,
  MaxUnsigned,
  And,
  Or,
  Xor,
};

enum class BarrierKind : std::uint8_t { Plain, Count, And, Or };

enum class AtomicKind : std::uint8_t {
  Load,
  Store,
  Add,
  Min,
  Max,
  And,
  Or,
  Xor,
  Exchange,
  CompareExchange,
  Increment,
  Decrement
};

/// How the operand of an atomic is to be read.
enum class AtomicType : std::uint8_t { Signed32, Unsigned32, Signed64, Unsigned64, Float, Double, Bits8, Bits16 };

// Constant within a lane: the attribute lets the compiler call them once a kernel.
__attribute__((const)) uint3 thread_index();
__attribute__((const)) uint3 block_index();
__attribute__((const)) uint3 block_extent();
__attribute__((const)) uint3 grid_extent();

/// `value` is the operand's bits; `argument` a shuffle's source, delta or lane mask, `width` its segment.
MAXWARP_SIMT_SYNC std::uint64_t collective(Collective kind, unsigned mask, std::uint64_t value, int argument,
                                           int width);
MAXWARP_SIMT_SYNC unsigned active_mask();
MAXWARP_SIMT_SYNC int block_barrier(BarrierKind kind, int predicate);
MAXWARP_SIMT_SYNC void grid_barrier();
MAXWARP_SIMT_SYNC void sleep();
/// Whether no other lane of the warp has come to this call in the same iteration of all loops around it. False while
/// the engine does not count.
MAXWARP_SIMT_SYNC bool first_here();
/// A memory fence: what the lane has done so far is published by its atomics and relaxed stores from now on,
/// and what it has read in flags takes effect. `block_only`: both among the threads of the block alone.
void fence(bool block_only);
/// Performs one atomic on `address` and returns the bits of the old value.
std::uint64_t atomic(AtomicKind kind, AtomicType type, void* address, std::uint64_t operand, std::uint64_t compare);
/// Relaxed loads of the usual widths: the atomic that kernels make most.
std::uint32_t load_32(const void* address);
std::uint64_t load_64(const void* address);
/// Compare-and-swap of 16 bytes: `expected` receives the bytes that were found.
void swap_double(void* address, void* expected, const void* next);

}  // namespace maxwarp::simt::calls

/// Device functions that are nothing but a call into the engine: always inlined and without line entries of
/// their own, so that a report names the line of the kernel.
#define MAXWARP_SIMT_DEVICE __attribute__((always_inline, nodebug)) inline
