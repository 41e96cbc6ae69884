// Findings are deduplicated by kind and places as they are noted; symbols are looked up when the launch is
// over.
#include "runtime/simt/report.h"

#include <fmt/format.h>

#include <cstdio>
#include <deque>
#include <mutex>
#include <set>
#include <tuple>

#include "runtime/simt/blocks.h"
#include "runtime/simt/device_state.h"
#include "runtime/simt/device_variables.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/memory.h"
#include "runtime/simt/races.h"

namespace maxwarp::simt {

namespace {

struct Noted {
  FindingKind kind;
  std::uintptr_t place, other_place;
  std::string thread, detail;
};

/// A finding with the strings that its public form points into.
struct Kept {
  std::string kernel, place, other_place, text;
  Finding finding;
};

struct Findings {
  std::set<std::tuple<FindingKind, std::uintptr_t, std::uintptr_t>> seen;
  std::vector<Noted> noted;
  std::deque<Kept> kept;
  bool print = true;
};

Findings& all() {
  static Findings instance;
  return instance;
}

std::string describe_device(std::uintptr_t address) {
  const Allocation* allocation = find_allocation(address);
  if (allocation == nullptr) return fmt::format("{:#x}, outside of every allocation", address);
  std::size_t offset = address - allocation->begin;
  if (const Allocation* next = next_allocation(address);
      next != nullptr && offset >= allocation->bytes && next->begin - address < offset - allocation->bytes)
    return fmt::format("{} bytes before the allocation {:#x} of {} bytes", next->begin - address, next->begin,
                       next->bytes);
  if (offset < allocation->bytes)
    return fmt::format("offset {} of {} allocation {:#x} of {} bytes", offset, allocation->live ? "the" : "the freed",
                       allocation->begin, allocation->bytes);
  return fmt::format("{} bytes past the end of the allocation {:#x} of {} bytes", offset - allocation->bytes,
                     allocation->begin, allocation->bytes);
}

std::string describe_shared(std::size_t offset) {
  std::size_t begin = 0, bytes = 0;
  if (!find_shared_variable(offset, begin, bytes)) return "shared memory before the first variable";
  if (offset - begin < bytes) return fmt::format("offset {} of a shared variable of {} bytes", offset - begin, bytes);
  return fmt::format("{} bytes past the end of a shared variable of {} bytes", offset - begin - bytes, bytes);
}

std::string describe_variable(std::uintptr_t address) {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  if (!find_device_variable(address, begin, bytes)) return "device memory before the first variable";
  if (address - begin < bytes)
    return fmt::format("offset {} of a __device__ variable of {} bytes", address - begin, bytes);
  return fmt::format("{} bytes past the end of a __device__ variable of {} bytes", address - begin - bytes, bytes);
}

/// What to write instead, for the kinds that have one answer.
const char* advice(FindingKind kind) {
  switch (kind) {
    case FindingKind::Race: return "use an atomic, load_relaxed/store_relaxed, or a barrier between the two";
    case FindingKind::Uninitialized: return "write it first, or cudaMemset the allocation";
    case FindingKind::InactiveLanes: return "name in the mask exactly the lanes that make the call";
    case FindingKind::DivergentBarrier: return "let every thread reach the same barrier, also those without work";
    case FindingKind::HostAccess: return "copy it to the host with cudaMemcpy, or do this in a kernel";
    case FindingKind::Guarantee: return "the compiler, or its race check, relies on this and is wrong";
    default: return "";
  }
}

void render(const Noted& noted) {
  Kept& kept = all().kept.emplace_back();
  Place place = noted.place == 0 ? Place{} : resolve(noted.place, true);
  const bool by_host = noted.kind == FindingKind::HostAccess;
  if (!by_host)
    kept.kernel = resolve(reinterpret_cast<std::uintptr_t>(engine.launch.invocation.kernel), false).function;
  kept.place = place.line.empty() ? "?" : place.line;
  kept.other_place = noted.other_place == 0 ? "" : resolve(noted.other_place, true).line;
  kept.text = fmt::format("{}: error: {}: {}", kept.place, name(noted.kind), noted.detail);
  if (!place.inlined.empty()) kept.text += fmt::format(" (in {})", place.inlined);
  if (!kept.other_place.empty()) kept.text += fmt::format("; the other access is at {}", kept.other_place);
  if (!by_host) kept.text += fmt::format(" [kernel {}, thread {}]", kept.kernel, noted.thread);
  if (const char* what = advice(noted.kind); *what != '\0') kept.text += fmt::format("; {}", what);
  kept.finding = {noted.kind, kept.kernel.c_str(), kept.place.c_str(), kept.other_place.c_str(), kept.text.c_str()};
  if (all().print) fmt::print(stderr, "{}\n", kept.text);
}

}  // namespace

std::string describe_thread(const Lane& lane) {
  const uint3 &thread = lane.position, &block = lane.warp->block->position;
  return fmt::format("({},{},{}) of block ({},{},{})", thread.x, thread.y, thread.z, block.x, block.y, block.z);
}

std::string describe_address(std::uintptr_t address) {
  if (address < 4096) return fmt::format("{:#x}, a null pointer", address);
  if (in_device_range(reinterpret_cast<void*>(address))) return describe_device(address);
  if (address - device_variables.base < device_variables.bytes) return describe_variable(address);
  if (address - shared_section.base < shared_section.bytes) return describe_shared(address - shared_section.base);
  return fmt::format("{:#x}, which is neither device nor shared memory", address);
}

void note(FindingKind kind, const Lane& lane, std::uintptr_t place, std::string detail, std::uintptr_t other_place) {
  engine.launch.ended_by_finding = true;
  if (!all().seen.insert({kind, place, other_place}).second) return;
  all().noted.push_back({kind, place, other_place, describe_thread(lane), std::move(detail)});
}

void fail(FindingKind kind, Lane& lane, std::uintptr_t place, std::string detail) {
  note(kind, lane, place, std::move(detail));
  engine.launch.failed = true;
  for (;;) suspend(lane);  // never resumed: the scheduler abandons the launch
}

void report_race(const Candidate& now, const Opponent& earlier) {
  const unsigned warps = engine.launch.block_warps;
  note(FindingKind::Race, now.lane, now.place,
       fmt::format("{} at {} races with the {} by thread {} of block {}", text(now.manner),
                   describe_address(now.address), text(earlier.manner),
                   earlier.warp % warps * warp_lanes + earlier.lane, earlier.warp / warps),
       earlier.place);
}

void report_host_access(std::uintptr_t address, bool write, std::uintptr_t place) {
  std::lock_guard lock(engine.mutex);
  stick(cudaErrorLaunchFailure);
  if (!all().seen.insert({FindingKind::HostAccess, place, 0}).second) return;
  render({FindingKind::HostAccess, place, 0, "",
          fmt::format("{} at {}", write ? "write" : "read", describe_address(address))});
}

void flush_findings() {
  // A read that comes before the write which it should have waited for is a race, not a missing write.
  std::set<std::uintptr_t> racing;
  for (const Noted& noted : all().noted)
    if (noted.kind == FindingKind::Race) racing.insert({noted.place, noted.other_place});
  for (const Noted& noted : all().noted)
    if (noted.kind != FindingKind::Uninitialized || !racing.contains(noted.place)) render(noted);
  all().noted.clear();
}

const char* name(FindingKind kind) {
  switch (kind) {
    case FindingKind::OutOfBounds: return "access out of bounds";
    case FindingKind::UseAfterFree: return "use after free";
    case FindingKind::Misaligned: return "misaligned access";
    case FindingKind::Uninitialized: return "use of uninitialised memory";
    case FindingKind::Race: return "data race";
    case FindingKind::InactiveLanes: return "shuffle/sync from inactive lanes";
    case FindingKind::DivergentBarrier: return "barrier not reached by all";
    case FindingKind::Livelock: return "livelock";
    case FindingKind::StackOverflow: return "stack overflow";
    case FindingKind::HostAccess: return "access by the host";
    case FindingKind::Guarantee: return "broken guarantee";
  }
  return "";
}

std::size_t findings() { return all().kept.size(); }
const Finding& finding(std::size_t index) { return all().kept.at(index).finding; }
void print_findings(bool print) { all().print = print; }

void forget_findings() {
  all().seen.clear();
  all().noted.clear();
  all().kept.clear();
}

}  // namespace maxwarp::simt
