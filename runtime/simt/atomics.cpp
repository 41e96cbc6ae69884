// Atomics and relaxed accesses: a yield point, the checks, the operation. The engine runs on one thread, so
// the operation itself is plain.
#include <bit>
#include <cstring>

#include "runtime/simt/fast_access.h"
#include "runtime/simt/guarantees.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/memory.h"
#include "runtime/simt/scheduler.h"
#include "runtime/simt/stale.h"

namespace maxwarp::simt {

namespace {

using calls::AtomicKind;
using calls::AtomicType;

unsigned width(AtomicType type) {
  switch (type) {
    case AtomicType::Bits8: return 1;
    case AtomicType::Bits16: return 2;
    case AtomicType::Signed32:
    case AtomicType::Unsigned32:
    case AtomicType::Float: return 4;
    case AtomicType::Signed64:
    case AtomicType::Unsigned64:
    case AtomicType::Double: return 8;
  }
  return 8;
}

std::uint64_t add(AtomicType type, std::uint64_t old, std::uint64_t operand) {
  if (type == AtomicType::Float)
    return std::bit_cast<std::uint32_t>(std::bit_cast<float>(static_cast<std::uint32_t>(old)) +
                                        std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
  if (type == AtomicType::Double)
    return std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(operand));
  return old + operand;
}

bool less(AtomicType type, std::uint64_t a, std::uint64_t b) {
  if (type == AtomicType::Signed32) return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  if (type == AtomicType::Signed64) return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
  return a < b;
}

std::uint64_t updated(AtomicKind kind, AtomicType type, std::uint64_t old, std::uint64_t operand,
                      std::uint64_t compare) {
  switch (kind) {
    case AtomicKind::Load: return old;
    case AtomicKind::Store:
    case AtomicKind::Exchange: return operand;
    case AtomicKind::Add: return add(type, old, operand);
    case AtomicKind::Min: return less(type, operand, old) ? operand : old;
    case AtomicKind::Max: return less(type, old, operand) ? operand : old;
    case AtomicKind::And: return old & operand;
    case AtomicKind::Or: return old | operand;
    case AtomicKind::Xor: return old ^ operand;
    case AtomicKind::CompareExchange: return old == compare ? operand : old;
    case AtomicKind::Increment: return old >= operand ? 0 : old + 1;
    case AtomicKind::Decrement: return old == 0 || old > operand ? operand : old - 1;
  }
  return old;
}

AccessKind access_kind(AtomicKind kind) {
  if (kind == AtomicKind::Load) return AccessKind::RelaxedRead;
  return kind == AtomicKind::Store ? AccessKind::RelaxedWrite : AccessKind::ReadModifyWrite;
}

bool is_shared(std::uintptr_t address) { return address - shared_section.base < shared_section.bytes; }

/// Flags in shared memory belong to one block, whose copies have the same address.
std::uint64_t flag_key(const Lane& lane, std::uintptr_t address) {
  return is_shared(address) ? address ^ ((lane.warp->block->linear + 1) << 48) : address;
}

Location location_of(const Lane& lane, std::uintptr_t address, unsigned bytes) {
  return {flag_key(lane, address), bytes, is_shared(address)};
}

template <typename Word>
std::uint64_t perform_on(AtomicKind kind, AtomicType type, void* address, std::uint64_t operand,
                         std::uint64_t compare) {
  Word old;
  std::memcpy(&old, address, sizeof(Word));
  if (kind == AtomicKind::Load) return old;
  const auto value = static_cast<Word>(updated(kind, type, old, operand, compare));
  if (value != old) {
    std::memcpy(address, &value, sizeof(Word));
    ++engine.changes;
  }
  return old;
}

std::uint64_t bits_at(const void* address, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, address, bytes);
  return bits;
}

std::uint64_t perform(AtomicKind kind, AtomicType type, void* address, std::uint64_t operand, std::uint64_t compare) {
  switch (width(type)) {
    case 1: return perform_on<std::uint8_t>(kind, type, address, operand, compare);
    case 2: return perform_on<std::uint16_t>(kind, type, address, operand, compare);
    case 4: return perform_on<std::uint32_t>(kind, type, address, operand, compare);
    default: return perform_on<std::uint64_t>(kind, type, address, operand, compare);
  }
}

/// The quick check for the widths that kernels use.
void check_strong(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place) {
  if (bytes == 4 && kind == AccessKind::RelaxedRead)
    check_fast<4, AccessKind::RelaxedRead>(lane, address, place);
  else if (bytes == 4 && kind == AccessKind::RelaxedWrite)
    check_fast<4, AccessKind::RelaxedWrite>(lane, address, place);
  else if (bytes == 4)
    check_fast<4, AccessKind::ReadModifyWrite>(lane, address, place);
  else if (bytes == 8 && kind == AccessKind::RelaxedRead)
    check_fast<8, AccessKind::RelaxedRead>(lane, address, place);
  else if (bytes == 8 && kind == AccessKind::ReadModifyWrite)
    check_fast<8, AccessKind::ReadModifyWrite>(lane, address, place);
  else
    check_access(lane, address, bytes, kind, place);
}

/// The access as a flag, if it can be one.
void take_flag(Lane& lane, std::uint64_t key, AccessKind kind) {
  if (may_be_flag(key) || (lane.messages != nullptr && kind != AccessKind::RelaxedRead))
    pass_flag(lane, key, kind != AccessKind::RelaxedWrite, kind != AccessKind::RelaxedRead);
}

}  // namespace

namespace {

/// Others may run before the access.
[[gnu::always_inline]] inline void give_way(Lane& lane, AccessKind kind, std::uintptr_t place) {
  if (engine.tactics.pauses && kind != AccessKind::RelaxedRead)
    yield(lane, place);
  else
    yield_point(lane, place);
}

[[gnu::always_inline]] inline void count_and_check(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind,
                                                   std::uintptr_t place) {
  ++engine.steps;
  if (counting != 0) [[unlikely]]
    count_access(lane, address, bytes, place, kind == AccessKind::ReadModifyWrite);
  check_strong(lane, address, bytes, kind, place);
  if (flags_in_use) take_flag(lane, flag_key(lane, address), kind);
}

}  // namespace

void pass_strong(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place) {
  give_way(lane, kind, place);
  count_and_check(lane, address, bytes, kind, place);
}

std::uint64_t calls::atomic(AtomicKind kind, AtomicType type, void* address, std::uint64_t operand,
                            std::uint64_t compare) {
  Lane* lane = current_lane;
  if (lane == nullptr) return perform(kind, type, address, operand, compare);
  auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  auto target = reinterpret_cast<std::uintptr_t>(address);
  const unsigned bytes = width(type);
  give_way(*lane, access_kind(kind), place);
  if (guarantees_given && kind != AtomicKind::Load) [[unlikely]] {
    const std::uint64_t before = bits_at(address, bytes), after = updated(kind, type, before, operand, compare);
    check_guarantee(*lane, {target, bytes, kind == AtomicKind::Store, before, bits_at(&after, bytes)}, place);
  }
  count_and_check(*lane, target, bytes, access_kind(kind), place);
  const std::uint64_t found = perform(kind, type, address, operand, compare);
  if (stale_values && kind != AtomicKind::Load) [[unlikely]]
    remember_write(*lane, location_of(*lane, target, bytes), found, bits_at(address, bytes));
  return found;
}

namespace {

template <typename Word>
[[gnu::always_inline]] inline Word load(const void* address, std::uintptr_t place) {
  if (Lane* lane = current_lane) {
    const auto target = reinterpret_cast<std::uintptr_t>(address);
    yield_point(*lane, place);
    ++engine.steps;
    if (counting != 0) [[unlikely]]
      count_access(*lane, target, sizeof(Word), place, false);
    check_fast<sizeof(Word), AccessKind::RelaxedRead>(*lane, target, place);
    if (stale_values) [[unlikely]] {
      const Location location = location_of(*lane, target, sizeof(Word));
      return static_cast<Word>(stale_load(*lane, location, bits_at(address, sizeof(Word))));
    }
    if (flags_in_use) [[unlikely]]
      take_flag(*lane, flag_key(*lane, target), AccessKind::RelaxedRead);
  }
  return *static_cast<const Word*>(address);
}

}  // namespace

std::uint32_t calls::load_32(const void* address) {
  return load<std::uint32_t>(address, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
std::uint64_t calls::load_64(const void* address) {
  return load<std::uint64_t>(address, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void calls::swap_double(void* address, void* expected, const void* next) {
  constexpr unsigned bytes = 16;
  auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  auto target = reinterpret_cast<std::uintptr_t>(address);
  const auto changes = [&] {
    return std::memcmp(address, expected, bytes) == 0 && std::memcmp(address, next, bytes) != 0;
  };
  // What a swap puts in place of itself it only reads.
  const AccessKind kind = std::memcmp(expected, next, bytes) == 0 ? AccessKind::RelaxedRead
                                                                  : AccessKind::ReadModifyWrite;
  if (Lane* lane = current_lane) {
    give_way(*lane, kind, place);
    // Pairs go by their first values.
    if (guarantees_given && changes())
      check_guarantee(*lane, {target, bytes, false, bits_at(address, 8), bits_at(next, 8)}, place);
    count_and_check(*lane, target, bytes, kind, place);
  }
  unsigned char found[bytes];
  std::memcpy(found, address, bytes);
  if (changes()) {
    std::memcpy(address, next, bytes);
    ++engine.changes;
  }
  std::memcpy(expected, found, bytes);
}

}  // namespace maxwarp::simt
