// Counting and its report. Only linked to the scheduler through settle_counts at the points where lanes meet.
#include "runtime/simt/statistics.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>

#include "runtime/simt/memory.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

bool counting = false;

namespace {

constexpr std::uintptr_t sector_bytes = 32;
/// Executions of one access by one lane after which they are settled early, to bound the memory.
constexpr std::size_t request_limit = 1 << 18;

struct Kernel {
  const void* address = nullptr;
  std::string name;
  Statistics counts{};
};

std::deque<Kernel>& kernels() {
  static std::deque<Kernel> all;
  return all;
}

Statistics& current() {
  const void* address = engine.launch.invocation.kernel;
  for (Kernel& kernel : kernels())
    if (kernel.address == address) return kernel.counts;
  Kernel& kernel = kernels().emplace_back();
  kernel.address = address;
  kernel.name = resolve(reinterpret_cast<std::uintptr_t>(address), false).function;
  kernel.counts.kernel = kernel.name.c_str();
  return kernel.counts;
}

WarpCounts& counts_of(Lane& lane) {
  auto& counts = lane.warp->counts;
  if (counts == nullptr) counts = std::make_unique<WarpCounts>();
  return *counts;
}

void settle_blocks(WarpCounts& counts, unsigned lanes, Statistics& total) {
  std::erase_if(counts.touched, [&](std::uint32_t block) {
    std::uint32_t most = 0, left = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      std::uint32_t& executions = counts.executions[block][lane];
      if ((lanes >> lane & 1) == 0) {
        left |= executions;
        continue;
      }
      most = std::max(most, executions);
      total.active_lanes += executions;
      executions = 0;
    }
    total.issued += most;
    return left == 0;
  });
}

/// One request: the addresses of the lanes that take part.
void settle_request(std::vector<std::uintptr_t>& addresses, const WarpCounts::Requests& requests,
                    Statistics& total) {
  std::sort(addresses.begin(), addresses.end());
  if (requests.atomic) {
    auto distinct = std::unique(addresses.begin(), addresses.end());
    total.atomics += addresses.size();
    total.atomic_conflicts += static_cast<std::uint64_t>(addresses.end() - distinct);
    return;
  }
  ++total.requests;
  std::uintptr_t next = 0;  // first sector not yet counted
  for (std::uintptr_t address : addresses) {
    std::uintptr_t first = std::max(address / sector_bytes, next);
    std::uintptr_t end = (address + requests.bytes - 1) / sector_bytes + 1;
    if (end <= first) continue;
    total.sectors += end - first;
    next = end;
  }
}

void settle_requests(WarpCounts::Requests& requests, unsigned lanes, Statistics& total) {
  std::size_t longest = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((lanes >> lane & 1) != 0) longest = std::max(longest, requests.addresses[lane].size());
  std::vector<std::uintptr_t> addresses;
  for (std::size_t k = 0; k < longest; ++k) {
    addresses.clear();
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1) != 0 && k < requests.addresses[lane].size())
        addresses.push_back(requests.addresses[lane][k]);
    settle_request(addresses, requests, total);
  }
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((lanes >> lane & 1) != 0) requests.addresses[lane].clear();
}

void print_at_exit() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Kernel& kernel : kernels()) {
    const Statistics& counts = kernel.counts;
    list.push_back({{"kernel", kernel.name},
                    {"launches", counts.launches},
                    {"blocks", counts.blocks},
                    {"issued", counts.issued},
                    {"active_lanes", counts.active_lanes},
                    {"requests", counts.requests},
                    {"sectors", counts.sectors},
                    {"atomics", counts.atomics},
                    {"atomic_conflicts", counts.atomic_conflicts}});
  }
  std::fprintf(stderr, "%s\n", nlohmann::ordered_json{{"simt_statistics", list}}.dump().c_str());
}

}  // namespace

void prepare_statistics() {
  static const bool asked = [] {
    const char* text = std::getenv("MAXWARP_SIMT_STATS");
    if (text == nullptr || std::strcmp(text, "0") == 0 || *text == '\0') return false;
    if (std::strcmp(text, "1") != 0) {
      std::fprintf(stderr, "warning: MAXWARP_SIMT_STATS is `%s`, so nothing is counted; write 1 or 0\n",
                   text);
      return false;
    }
    kernels();  // before atexit, so that it outlives the report
    std::atexit(print_at_exit);
    return true;
  }();
  counting = counting || asked;
}

void count_block(Lane& lane, std::uint32_t block) {
  WarpCounts& counts = counts_of(lane);
  if (block >= counts.executions.size()) counts.executions.resize(block + 1);
  auto& executions = counts.executions[block];
  if (std::all_of(executions.begin(), executions.end(), [](std::uint32_t count) { return count == 0; }))
    counts.touched.push_back(block);
  ++executions[lane.index];
}

void count_access(Lane& lane, std::uintptr_t address, unsigned bytes, std::uintptr_t place, bool atomic) {
  if (!in_device_range(reinterpret_cast<void*>(address)) && !atomic) return;
  WarpCounts::Requests& requests = counts_of(lane).requests[place];
  requests.bytes = bytes;
  requests.atomic = atomic;
  requests.addresses[lane.index].push_back(address);
  if (requests.addresses[lane.index].size() > request_limit) settle_requests(requests, ~0u, current());
}

void settle_counts(Warp& warp, unsigned lanes) {
  if (!counting || warp.counts == nullptr) return;
  Statistics& total = current();
  settle_blocks(*warp.counts, lanes, total);
  for (auto& [place, requests] : warp.counts->requests) settle_requests(requests, lanes, total);
}

void count_launch() {
  if (!counting) return;
  ++current().launches;
  current().blocks += engine.launch.finished_blocks;
}

void collect_statistics(bool collect) { counting = collect; }
std::size_t statistics_count() { return kernels().size(); }
const Statistics& statistics(std::size_t index) { return kernels().at(index).counts; }
void clear_statistics() { kernels().clear(); }

}  // namespace maxwarp::simt
