// The functions that compiled kernels call: SanitizerCoverage's callbacks for basic blocks, loads and stores,
// and the calls that the engine's own pass adds. On the host (no lane running) all of them return at once.
#include "runtime/simt/fast_access.h"
#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"

namespace {

using namespace maxwarp::simt;

/// Room that the hooks themselves need below the kernel's frames.
constexpr std::size_t stack_reserve = 8 * 1024;

}  // namespace

#define MAXWARP_SIMT_PLACE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

#define MAXWARP_SIMT_HOOK(name, bytes, write)                                                          \
  void __sanitizer_cov_##name##bytes(void* address) {                                                  \
    if (Lane* lane = current_lane; lane != nullptr)                                                    \
      check_plain<bytes, write>(*lane, reinterpret_cast<std::uintptr_t>(address), MAXWARP_SIMT_PLACE); \
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

void __sanitizer_cov_trace_pc_guard_init(std::uint32_t* begin, std::uint32_t* end) {
  static std::uint32_t count = 0;
  if (begin == end || *begin != 0) return;  // called once for each object file of the same section
  for (std::uint32_t* guard = begin; guard < end; ++guard) *guard = ++count;
}

void __sanitizer_cov_trace_pc_guard(std::uint32_t* guard) {
  Lane* lane = current_lane;
  if (lane == nullptr) return;
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < lane->stack_low + stack_reserve)
      [[unlikely]]
    fail(FindingKind::StackOverflow, *lane, MAXWARP_SIMT_PLACE, "the lane's stack of 64 KiB is used up");
  if (counting) [[unlikely]]
    count_block(*lane, *guard);
  if (--lane->fuel == 0) [[unlikely]]
    yield(*lane, MAXWARP_SIMT_PLACE);
}

void maxwarp_simt_volatile(void*) {
  Lane* lane = current_lane;
  if (lane == nullptr) return;
  yield_point(*lane, MAXWARP_SIMT_PLACE);
  lane->relaxed_next = true;
}

void maxwarp_simt_read(void* address, std::size_t bytes) {
  if (Lane* lane = current_lane; lane != nullptr)
    check_range(*lane, reinterpret_cast<std::uintptr_t>(address), bytes, false, MAXWARP_SIMT_PLACE);
}

void maxwarp_simt_write(void* address, std::size_t bytes) {
  if (Lane* lane = current_lane; lane != nullptr)
    check_range(*lane, reinterpret_cast<std::uintptr_t>(address), bytes, true, MAXWARP_SIMT_PLACE);
}

}  // extern "C"
