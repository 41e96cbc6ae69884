// Stacks come from mapped chunks and are reused last in, first out, so that lanes which never wait share one
// warm stack. Below each stack nothing is mapped for overflow: the block hook compares the stack pointer.
#include "runtime/simt/fibers.h"

#include <sys/mman.h>

#include <boost/context/detail/fcontext.hpp>

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

constexpr std::size_t chunk_stacks = 256;
/// From stack to stack: no power of two, or else the ends of all stacks, where lanes work, would share a few sets of
/// the caches.
constexpr std::size_t stack_pitch = stack_bytes + 5 * 64;

std::vector<void*>& free_stacks() {
  static std::vector<void*> stacks;
  return stacks;
}

void* take_stack() {
  auto& stacks = free_stacks();
  if (stacks.empty()) {
    void* chunk = mmap(nullptr, chunk_stacks * stack_pitch, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (chunk == MAP_FAILED) return nullptr;
    for (std::size_t i = 0; i < chunk_stacks; ++i) stacks.push_back(static_cast<char*>(chunk) + i * stack_pitch);
  }
  void* stack = stacks.back();
  stacks.pop_back();
  return stack;
}

void lane_main(transfer_t transfer) {
  Lane& lane = *static_cast<Lane*>(transfer.data);
  engine.scheduler = transfer.fctx;
  engine.launch.invocation.call(engine.launch.invocation.arguments);
  lane.state = LaneState::Exited;
  current_lane = nullptr;
  jump_fcontext(engine.scheduler, nullptr);
}

}  // namespace

bool resume(Lane& lane) {
  if (lane.state == LaneState::NotStarted) {
    if (lane.stack == nullptr) lane.stack = take_stack();
    if (lane.stack == nullptr) return false;
    lane.stack_low = reinterpret_cast<std::uintptr_t>(lane.stack);
    lane.context = make_fcontext(static_cast<char*>(lane.stack) + stack_bytes, stack_bytes, lane_main);
    lane.state = LaneState::Ready;
  }
  current_lane = &lane;
  transfer_t back = jump_fcontext(lane.context, &lane);
  current_lane = nullptr;
  lane.context = back.fctx;
  return true;
}

void suspend(Lane& lane) {
  current_lane = nullptr;
  transfer_t transfer = jump_fcontext(engine.scheduler, nullptr);
  engine.scheduler = transfer.fctx;
  current_lane = &lane;
}

void release_stack(Lane& lane) {
  if (lane.stack == nullptr) return;
  free_stacks().push_back(lane.stack);
  lane.stack = nullptr;
}

}  // namespace maxwarp::simt
