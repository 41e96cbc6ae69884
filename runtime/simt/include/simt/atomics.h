// CUDA's atomic functions, for exactly the types for which CUDA has them.
#pragma once

#include "simt/engine_calls.h"

namespace maxwarp::simt::detail {

template <typename T>
MAXWARP_SIMT_DEVICE T atomic(calls::AtomicKind kind, calls::AtomicType type, T* address, T operand, T compare) {
  std::uint64_t operand_bits = 0, compare_bits = 0;
  __builtin_memcpy(&operand_bits, &operand, sizeof(T));
  __builtin_memcpy(&compare_bits, &compare, sizeof(T));
  std::uint64_t old = calls::atomic(kind, type, address, operand_bits, compare_bits);
  __builtin_memcpy(&operand, &old, sizeof(T));
  return operand;
}

}  // namespace maxwarp::simt::detail

// `atomicAdd_block` and `atomicAdd_system` differ from `atomicAdd` only in scope, which the engine does not
// model.
#define MAXWARP_SIMT_ATOMIC_SCOPED(name, suffix, kind, ctype, type)                                             \
  MAXWARP_SIMT_DEVICE ctype name##suffix(ctype* address, ctype value) {                                         \
    return ::maxwarp::simt::detail::atomic<ctype>(::maxwarp::simt::calls::AtomicKind::kind,                     \
                                                  ::maxwarp::simt::calls::AtomicType::type, address, value, 0); \
  }
#define MAXWARP_SIMT_ATOMIC(name, kind, ctype, type)          \
  MAXWARP_SIMT_ATOMIC_SCOPED(name, , kind, ctype, type)       \
  MAXWARP_SIMT_ATOMIC_SCOPED(name, _block, kind, ctype, type) \
  MAXWARP_SIMT_ATOMIC_SCOPED(name, _system, kind, ctype, type)
#define MAXWARP_SIMT_ATOMIC_32(name, kind)       \
  MAXWARP_SIMT_ATOMIC(name, kind, int, Signed32) \
  MAXWARP_SIMT_ATOMIC(name, kind, unsigned int, Unsigned32)
#define MAXWARP_SIMT_ATOMIC_INTEGERS(name, kind) \
  MAXWARP_SIMT_ATOMIC_32(name, kind)             \
  MAXWARP_SIMT_ATOMIC(name, kind, unsigned long long, Unsigned64)

MAXWARP_SIMT_ATOMIC_INTEGERS(atomicAdd, Add)
MAXWARP_SIMT_ATOMIC(atomicAdd, Add, float, Float)
MAXWARP_SIMT_ATOMIC(atomicAdd, Add, double, Double)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicMin, Min)
MAXWARP_SIMT_ATOMIC(atomicMin, Min, long long, Signed64)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicMax, Max)
MAXWARP_SIMT_ATOMIC(atomicMax, Max, long long, Signed64)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicAnd, And)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicOr, Or)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicXor, Xor)
MAXWARP_SIMT_ATOMIC_INTEGERS(atomicExch, Exchange)
MAXWARP_SIMT_ATOMIC(atomicExch, Exchange, float, Float)
MAXWARP_SIMT_ATOMIC(atomicInc, Increment, unsigned int, Unsigned32)
MAXWARP_SIMT_ATOMIC(atomicDec, Decrement, unsigned int, Unsigned32)

#undef MAXWARP_SIMT_ATOMIC_INTEGERS
#undef MAXWARP_SIMT_ATOMIC_32
#undef MAXWARP_SIMT_ATOMIC
#undef MAXWARP_SIMT_ATOMIC_SCOPED

// Subtraction adds the complement.
#define MAXWARP_SIMT_ATOMIC_SUB(suffix)                                                     \
  MAXWARP_SIMT_DEVICE int atomicSub##suffix(int* address, int value) {                      \
    return atomicAdd##suffix(address, static_cast<int>(0u - static_cast<unsigned>(value))); \
  }                                                                                         \
  MAXWARP_SIMT_DEVICE unsigned atomicSub##suffix(unsigned* address, unsigned value) {       \
    return atomicAdd##suffix(address, 0u - value);                                          \
  }
MAXWARP_SIMT_ATOMIC_SUB()
MAXWARP_SIMT_ATOMIC_SUB(_block)
MAXWARP_SIMT_ATOMIC_SUB(_system)
#undef MAXWARP_SIMT_ATOMIC_SUB

#define MAXWARP_SIMT_ATOMIC_CAS_SCOPED(name, ctype, type)                                                             \
  MAXWARP_SIMT_DEVICE ctype name(ctype* address, ctype compare, ctype value) {                                        \
    return ::maxwarp::simt::detail::atomic<ctype>(::maxwarp::simt::calls::AtomicKind::CompareExchange,                \
                                                  ::maxwarp::simt::calls::AtomicType::type, address, value, compare); \
  }
#define MAXWARP_SIMT_ATOMIC_CAS(ctype, type)                   \
  MAXWARP_SIMT_ATOMIC_CAS_SCOPED(atomicCAS, ctype, type)       \
  MAXWARP_SIMT_ATOMIC_CAS_SCOPED(atomicCAS_block, ctype, type) \
  MAXWARP_SIMT_ATOMIC_CAS_SCOPED(atomicCAS_system, ctype, type)
MAXWARP_SIMT_ATOMIC_CAS(int, Signed32)
MAXWARP_SIMT_ATOMIC_CAS(unsigned int, Unsigned32)
MAXWARP_SIMT_ATOMIC_CAS(unsigned long long, Unsigned64)
MAXWARP_SIMT_ATOMIC_CAS(unsigned short, Bits16)
#undef MAXWARP_SIMT_ATOMIC_CAS
#undef MAXWARP_SIMT_ATOMIC_CAS_SCOPED
