// The functions that the compiler plugin has kernels call: at accesses, loops, functions and, while the
// engine counts, basic blocks. The host's code calls them, too, with no lane running: it may do all but access device
// memory.
#include "runtime/simt/fast_access.h"
#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"

namespace {

using namespace maxwarp::simt;

/// Room that the hooks themselves need below the kernel's frames.
constexpr std::size_t stack_reserve = 8 * 1024;

template <unsigned bytes, bool write>
inline void check_volatile(Lane& lane, std::uintptr_t address, std::uintptr_t place) {
  if (address - lane.stack_low < stack_bytes) return;
  pass_strong(lane, address, bytes, write ? AccessKind::RelaxedWrite : AccessKind::RelaxedRead, place);
  engine.changes += write;
}

void check_host(std::uintptr_t address, bool write, std::uintptr_t place) {
  if (address - device_memory.base < device_memory.bytes) [[unlikely]]
    report_host_access(address, write, place);
}

}  // namespace

#define MAXWARP_SIMT_PLACE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

#define MAXWARP_SIMT_HOOK(name, bytes, write)                                                             \
  void maxwarp_simt_##name##bytes(void* address) {                                                        \
    if (Lane* lane = current_lane; lane != nullptr)                                                       \
      check_plain<bytes, write>(*lane, reinterpret_cast<std::uintptr_t>(address), MAXWARP_SIMT_PLACE);    \
    else                                                                                                  \
      check_host(reinterpret_cast<std::uintptr_t>(address), write, MAXWARP_SIMT_PLACE);                   \
  }                                                                                                       \
  void maxwarp_simt_volatile_##name##bytes(void* address) {                                               \
    if (Lane* lane = current_lane; lane != nullptr)                                                       \
      check_volatile<bytes, write>(*lane, reinterpret_cast<std::uintptr_t>(address), MAXWARP_SIMT_PLACE); \
    else                                                                                                  \
      check_host(reinterpret_cast<std::uintptr_t>(address), write, MAXWARP_SIMT_PLACE);                   \
  }

extern "C" {

MAXWARP_SIMT_HOOK(load, 1, false)
MAXWARP_SIMT_HOOK(load, 2, false)
MAXWARP_SIMT_HOOK(load, 4, false)
MAXWARP_SIMT_HOOK(load, 8, false)
MAXWARP_SIMT_HOOK(load, 16, false)
MAXWARP_SIMT_HOOK(store, 1, true)
MAXWARP_SIMT_HOOK(store, 2, true)
MAXWARP_SIMT_HOOK(store, 4, true)
MAXWARP_SIMT_HOOK(store, 8, true)
MAXWARP_SIMT_HOOK(store, 16, true)

void maxwarp_simt_enter() {
  Lane* lane = current_lane;
  if (lane == nullptr) return;
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < lane->stack_low + stack_reserve) [[unlikely]]
    fail(FindingKind::StackOverflow, *lane, MAXWARP_SIMT_PLACE, "the lane's stack of 64 KiB is used up");
  if (counting != 0) [[unlikely]]
    count_call(*lane, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  if (--lane->fuel == 0) [[unlikely]]
    yield(*lane, MAXWARP_SIMT_PLACE);
}

void maxwarp_simt_loop() {
  Lane* lane = current_lane;
  if (lane != nullptr && --lane->fuel == 0) [[unlikely]]
    yield(*lane, MAXWARP_SIMT_PLACE);
}

void maxwarp_simt_block(const BlockRow* row) {
  if (Lane* lane = current_lane; lane != nullptr)
    count_block(*lane, *row, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

void maxwarp_simt_read(void* address, std::size_t bytes) {
  if (Lane* lane = current_lane; lane != nullptr)
    check_range(*lane, reinterpret_cast<std::uintptr_t>(address), bytes, false, MAXWARP_SIMT_PLACE);
  else if (bytes != 0)
    check_host(reinterpret_cast<std::uintptr_t>(address), false, MAXWARP_SIMT_PLACE);
}

void maxwarp_simt_write(void* address, std::size_t bytes) {
  if (Lane* lane = current_lane; lane != nullptr)
    check_range(*lane, reinterpret_cast<std::uintptr_t>(address), bytes, true, MAXWARP_SIMT_PLACE);
  else if (bytes != 0)
    check_host(reinterpret_cast<std::uintptr_t>(address), true, MAXWARP_SIMT_PLACE);
}

}  // extern "C"
