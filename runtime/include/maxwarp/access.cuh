// Loads and stores of memory that other threads change meanwhile.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

#include "maxwarp/graph.h"

#if defined(MAXWARP_SIMT)
#include "maxwarp_simt.h"
#endif

namespace maxwarp {

/// The value with the same bits.
template <typename To, typename From>
__device__ inline To from_bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  memcpy(&result, &value, sizeof(To));
  return result;
}

#if !defined(MAXWARP_SIMT)
/// The address of a place in device memory, as PTX wants it. Accesses say that they are to device memory: a store that
/// might be to a thread's own memory makes the assembler keep that there, not in registers.
__device__ inline std::size_t global_address(const void* place) { return __cvta_generic_to_global(place); }
#endif

/// Intentionally racy loads and stores: a load may return any value that the element held since the last
/// barrier. Never kept in a register. The places are in device memory. They use PTX's relaxed order at device scope:
/// `volatile` has system scope, and kernels of random reads were up to a fifth slower with it.
template <typename T>
__device__ inline T load_relaxed(const T* place) {
#if defined(MAXWARP_SIMT)
  return simt::load_relaxed(place);
#else
  if constexpr (sizeof(T) == 8) {
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(word) : "l"(global_address(place)) : "memory");
    return from_bits<T>(word);
  } else if constexpr (sizeof(T) == 4) {
    unsigned word;
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(word) : "l"(global_address(place)) : "memory");
    return from_bits<T>(word);
  } else {
    return *reinterpret_cast<const volatile T*>(place);
  }
#endif
}
template <typename First, typename Second>
__device__ inline Pair<First, Second> load_relaxed(const Pair<First, Second>* place);

/// The same of a place in whichever memory.
template <typename T>
__device__ inline T load_anywhere(const T* place) {
#if defined(MAXWARP_SIMT)
  return simt::load_relaxed(place);
#else
  return *const_cast<const volatile T*>(place);
#endif
}

/// The same through the L1 cache, which sees writes of other multiprocessors after a barrier only. For questions before
/// an atomic operation on an element that moves one way between barriers: if the value is old, the operation is tried.
template <typename T>
__device__ inline T load_cached(const T* place) {
#if defined(MAXWARP_SIMT)
  return simt::load_relaxed(place);
#else
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if constexpr (sizeof(T) == 8) {
    unsigned long long word;
    asm volatile("ld.global.b64 %0, [%1];" : "=l"(word) : "l"(global_address(place)) : "memory");
    return from_bits<T>(word);
  } else {
    unsigned word;
    asm volatile("ld.global.b32 %0, [%1];" : "=r"(word) : "l"(global_address(place)) : "memory");
    return from_bits<T>(word);
  }
#endif
}
template <typename T>
__device__ inline void store_relaxed(T* place, std::type_identity_t<T> value) {
#if defined(MAXWARP_SIMT)
  simt::store_relaxed(place, value);
#else
  if constexpr (sizeof(T) == 8)
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(global_address(place)),
                 "l"(from_bits<unsigned long long>(value))
                 : "memory");
  else if constexpr (sizeof(T) == 4)
    asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(global_address(place)), "r"(from_bits<unsigned>(value))
                 : "memory");
  else
    *reinterpret_cast<volatile T*>(place) = value;
#endif
}

}  // namespace maxwarp
