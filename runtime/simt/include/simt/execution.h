// Keywords, built-in variables and scalar intrinsics of CUDA C++.
#pragma once

#include <cstdint>
#include <type_traits>

#include "simt/engine_calls.h"

// noinline: a kernel is called through its address, and reports name it. The plugin finds kernels and variables of the
// device by their marks; on other functions that of the device means nothing.
#define __global__ __attribute__((noinline, annotate("maxwarp_kernel")))
#define __device__ __attribute__((annotate("maxwarp_device")))
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __constant__ __attribute__((annotate("maxwarp_device")))
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
// Both `__shared__ T x[N]` and `extern __shared__ T x[]` must be accepted in function scope: of all storage
// classes only thread_local is static in the first and combines with extern in the second. The pass of the
// engine turns variables of this section into shared memory.
#define __shared__ __attribute__((section("maxwarp_shared"))) thread_local

// The built-in variables hold nothing: their members are calls (property needs -fdeclspec), so that reading
// one is not a memory access of the kernel. Not macros, for cudaLaunchConfig_t has members of these names.
#define MAXWARP_SIMT_BUILTIN(name, call)                                                       \
  struct maxwarp_simt_##name {                                                                 \
    __declspec(property(get = get_x)) unsigned x;                                              \
    __declspec(property(get = get_y)) unsigned y;                                              \
    __declspec(property(get = get_z)) unsigned z;                                              \
    MAXWARP_SIMT_MEMBER unsigned get_x() const { return ::maxwarp::simt::calls::call().x; }    \
    MAXWARP_SIMT_MEMBER unsigned get_y() const { return ::maxwarp::simt::calls::call().y; }    \
    MAXWARP_SIMT_MEMBER unsigned get_z() const { return ::maxwarp::simt::calls::call().z; }    \
    MAXWARP_SIMT_MEMBER operator uint3() const { return ::maxwarp::simt::calls::call(); }      \
    MAXWARP_SIMT_MEMBER operator dim3() const { return dim3(::maxwarp::simt::calls::call()); } \
  };                                                                                           \
  inline constexpr maxwarp_simt_##name name;
#define MAXWARP_SIMT_MEMBER __attribute__((always_inline, nodebug))
MAXWARP_SIMT_BUILTIN(threadIdx, thread_index)
MAXWARP_SIMT_BUILTIN(blockIdx, block_index)
MAXWARP_SIMT_BUILTIN(blockDim, block_extent)
MAXWARP_SIMT_BUILTIN(gridDim, grid_extent)
#undef MAXWARP_SIMT_MEMBER
#undef MAXWARP_SIMT_BUILTIN
inline constexpr int warpSize = 32;

MAXWARP_SIMT_DEVICE void __syncthreads() {
  ::maxwarp::simt::calls::block_barrier(::maxwarp::simt::calls::BarrierKind::Plain, 0);
}
MAXWARP_SIMT_DEVICE int __syncthreads_count(int predicate) {
  return ::maxwarp::simt::calls::block_barrier(::maxwarp::simt::calls::BarrierKind::Count, predicate);
}
MAXWARP_SIMT_DEVICE int __syncthreads_and(int predicate) {
  return ::maxwarp::simt::calls::block_barrier(::maxwarp::simt::calls::BarrierKind::And, predicate);
}
MAXWARP_SIMT_DEVICE int __syncthreads_or(int predicate) {
  return ::maxwarp::simt::calls::block_barrier(::maxwarp::simt::calls::BarrierKind::Or, predicate);
}

MAXWARP_SIMT_DEVICE void __threadfence() { ::maxwarp::simt::calls::fence(false); }
MAXWARP_SIMT_DEVICE void __threadfence_block() { ::maxwarp::simt::calls::fence(true); }
MAXWARP_SIMT_DEVICE void __threadfence_system() { ::maxwarp::simt::calls::fence(false); }
MAXWARP_SIMT_DEVICE void __nanosleep(unsigned) { ::maxwarp::simt::calls::sleep(); }
[[noreturn]] inline void __trap() { __builtin_trap(); }

MAXWARP_SIMT_DEVICE int __popc(unsigned bits) { return __builtin_popcount(bits); }
MAXWARP_SIMT_DEVICE int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
MAXWARP_SIMT_DEVICE int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }
MAXWARP_SIMT_DEVICE int __clzll(long long bits) {
  return bits == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(bits));
}
MAXWARP_SIMT_DEVICE int __ffs(int bits) { return __builtin_ffs(bits); }
MAXWARP_SIMT_DEVICE int __ffsll(long long bits) { return __builtin_ffsll(bits); }
MAXWARP_SIMT_DEVICE unsigned __brev(unsigned bits) { return __builtin_bitreverse32(bits); }
MAXWARP_SIMT_DEVICE unsigned long long __brevll(unsigned long long bits) { return __builtin_bitreverse64(bits); }
MAXWARP_SIMT_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((((std::uint64_t{high} << 32) | low) << (shift & 31)) >> 32);
}
MAXWARP_SIMT_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((std::uint64_t{high} << 32) | low) >> (shift & 31));
}
MAXWARP_SIMT_DEVICE int __mulhi(int a, int b) { return static_cast<int>((std::int64_t{a} * b) >> 32); }
MAXWARP_SIMT_DEVICE unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((std::uint64_t{a} * b) >> 32);
}

MAXWARP_SIMT_DEVICE int __float_as_int(float value) { return __builtin_bit_cast(int, value); }
MAXWARP_SIMT_DEVICE unsigned __float_as_uint(float value) { return __builtin_bit_cast(unsigned, value); }
MAXWARP_SIMT_DEVICE float __int_as_float(int bits) { return __builtin_bit_cast(float, bits); }
MAXWARP_SIMT_DEVICE float __uint_as_float(unsigned bits) { return __builtin_bit_cast(float, bits); }
MAXWARP_SIMT_DEVICE long long __double_as_longlong(double value) { return __builtin_bit_cast(long long, value); }
MAXWARP_SIMT_DEVICE double __longlong_as_double(long long bits) { return __builtin_bit_cast(double, bits); }
// Functions of C that CUDA declares by itself. <cmath> has more, and takes half of the time to parse these headers.
extern "C" double sqrt(double) noexcept;
extern "C" double exp(double) noexcept;
extern "C" double log(double) noexcept;
extern "C" double floor(double) noexcept;
extern "C" double ceil(double) noexcept;
extern "C" double pow(double, double) noexcept;
MAXWARP_SIMT_DEVICE int __float2int_rn(float value) { return static_cast<int>(__builtin_nearbyintf(value)); }
MAXWARP_SIMT_DEVICE int __float2int_rz(float value) { return static_cast<int>(value); }
MAXWARP_SIMT_DEVICE int __double2int_rz(double value) { return static_cast<int>(value); }
MAXWARP_SIMT_DEVICE float rsqrtf(float value) { return 1.0f / __builtin_sqrtf(value); }
MAXWARP_SIMT_DEVICE double rsqrt(double value) { return 1.0 / __builtin_sqrt(value); }
MAXWARP_SIMT_DEVICE float __fdividef(float a, float b) { return a / b; }
MAXWARP_SIMT_DEVICE float __expf(float value) { return __builtin_expf(value); }
MAXWARP_SIMT_DEVICE float __logf(float value) { return __builtin_logf(value); }

// Loads with a cache hint are ordinary loads here.
template <typename T>
MAXWARP_SIMT_DEVICE T __ldg(const T* address) {
  return *address;
}
template <typename T>
MAXWARP_SIMT_DEVICE T __ldcg(const T* address) {
  return *address;
}
template <typename T>
MAXWARP_SIMT_DEVICE T __ldca(const T* address) {
  return *address;
}
template <typename T>
MAXWARP_SIMT_DEVICE T __ldcs(const T* address) {
  return *address;
}
template <typename T>
MAXWARP_SIMT_DEVICE void __stcg(T* address, std::type_identity_t<T> value) {
  *address = value;
}

template <typename A, typename B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_floating_point_v<T>)
    return __builtin_fmin(T(a), T(b));
  else
    return T(b) < T(a) ? T(b) : T(a);
}
template <typename A, typename B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_floating_point_v<T>)
    return __builtin_fmax(T(a), T(b));
  else
    return T(a) < T(b) ? T(b) : T(a);
}
