// From counts of blocks and accesses to figures by line, and their report as JSON.
#include "runtime/simt/kernel_counts.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "runtime/simt/engine.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

namespace {

std::deque<KernelCounts>& kernels() {
  static std::deque<KernelCounts> all;
  return all;
}

KernelCounts* latest = nullptr;

std::string line_of(const BlockSegment& segment) {
  return segment.line == 0 ? std::string("?") : std::string(segment.file) + ":" + std::to_string(segment.line);
}

/// `dir/bfs.gdsl:6` and `/home/me/dir/bfs.gdsl:6` are one line: debug information and symbolizers spell it
/// differently.
std::string short_line(const std::string& line) { return line.substr(line.rfind('/') + 1); }

/// By phase and line.
using Lines = std::map<std::pair<unsigned, std::string>, LineStatistics>;

void add_blocks(const KernelCounts& kernel, Lines& lines) {
  for (const auto& [spot, counts] : kernel.blocks) {
    const auto& row = *reinterpret_cast<const BlockRow*>(spot.address);
    for (unsigned i = 0; i < row.segment_count; ++i) {
      const BlockSegment& segment = row.segments[i];
      const std::uint64_t entering = i == 0 ? row.entry_weight : 0;
      LineStatistics& line = lines[{spot.phase, short_line(line_of(segment))}];
      line.issued += counts.issues * segment.weight + counts.entries * entering;
      line.active_lanes += counts.lanes * segment.weight + counts.entering_lanes * entering;
    }
  }
}

void add_accesses(const KernelCounts& kernel, Lines& lines) {
  std::vector<std::uintptr_t> places;
  for (const auto& [spot, counts] : kernel.accesses) places.push_back(spot.address);
  resolve_all(places);
  for (const auto& [spot, counts] : kernel.accesses) {
    LineStatistics& line = lines[{spot.phase, short_line(resolve(spot.address, true).line)}];
    line.requests += counts.requests;
    line.sectors += counts.sectors;
    line.atomics += counts.atomics;
    line.atomic_conflicts += counts.conflicts;
  }
}

void add_to_totals(Statistics& totals, const LineStatistics& line) {
  totals.issued += line.issued;
  totals.active_lanes += line.active_lanes;
  totals.requests += line.requests;
  totals.sectors += line.sectors;
  totals.atomics += line.atomics;
  totals.atomic_conflicts += line.atomic_conflicts;
}

/// Numbers in names count as numbers: `a:9` comes before `a:10`.
bool before(const LineStatistics& a, const LineStatistics& b) {
  if (a.phase != b.phase) return a.phase < b.phase;
  const std::string left = a.line, right = b.line;
  const std::size_t colon = left.rfind(':'), other = right.rfind(':');
  if (left.substr(0, colon) != right.substr(0, other) || colon == std::string::npos) return left < right;
  return std::atol(left.c_str() + colon + 1) < std::atol(right.c_str() + other + 1);
}

void answer(KernelCounts& kernel) {
  Lines lines;
  add_blocks(kernel, lines);
  add_accesses(kernel, lines);
  if (kernel.name.empty()) kernel.name = resolve(reinterpret_cast<std::uintptr_t>(kernel.address), false).function;
  kernel.totals = {};
  kernel.totals.kernel = kernel.name.c_str();
  kernel.totals.launches = kernel.launches;
  kernel.totals.blocks = kernel.grid_blocks;
  kernel.totals.grid_barriers = kernel.grid_barriers;
  kernel.totals.lane_steps = kernel.lane_steps;
  kernel.totals.seconds = kernel.time.all;
  kernel.totals.user_seconds = kernel.time.user;
  kernel.line_names.clear();
  kernel.lines.clear();
  kernel.line_names.reserve(lines.size());
  for (auto& [key, line] : lines) {
    add_to_totals(kernel.totals, line);
    line.phase = key.first;
    line.line = kernel.line_names.emplace_back(key.second).c_str();
    kernel.lines.push_back(line);
  }
  std::sort(kernel.lines.begin(), kernel.lines.end(), before);
}

template <typename Figures>
void add_figures(nlohmann::ordered_json& json, const Figures& counts) {
  json["issued"] = counts.issued;
  json["active_lanes"] = counts.active_lanes;
  json["requests"] = counts.requests;
  json["sectors"] = counts.sectors;
  json["atomics"] = counts.atomics;
  json["atomic_conflicts"] = counts.atomic_conflicts;
}

/// The phases of a kernel, each with the sum of its lines and the lines.
nlohmann::ordered_json phases_of(std::size_t index) {
  auto phases = nlohmann::ordered_json::array();
  Statistics sum{};
  for (std::size_t i = 0; i < line_statistics_count(index); ++i) {
    const LineStatistics& counts = line_statistics(index, i);
    if (phases.empty() || phases.back()["phase"] != counts.phase) {
      const std::uint32_t phase = counts.phase;
      const std::string begin = phase == 0 ? "start" : resolve(kernels()[index].phases[phase - 1], true).line;
      phases.push_back({{"phase", phase}, {"from", short_line(begin)}});
      sum = {};
    }
    nlohmann::ordered_json line{{"line", counts.line}};
    add_figures(line, counts);
    add_to_totals(sum, counts);
    add_figures(phases.back(), sum);
    phases.back()["lines"].push_back(line);
  }
  return phases;
}

void print_at_exit() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < kernels().size(); ++i) {
    const Statistics& counts = statistics(i);
    nlohmann::ordered_json kernel{{"kernel", counts.kernel},
                                  {"launches", counts.launches},
                                  {"blocks", counts.blocks},
                                  {"grid_barriers", counts.grid_barriers},
                                  {"lane_steps", counts.lane_steps},
                                  {"seconds", counts.seconds},
                                  {"user_seconds", counts.user_seconds}};
    list.push_back(kernel);
    if (counting == 0) continue;
    add_figures(list.back(), counts);
    list.back()["phases"] = phases_of(i);
  }
  std::fprintf(stderr, "%s\n", nlohmann::ordered_json{{"simt_statistics", list}}.dump().c_str());
}

/// What MAXWARP_SIMT_STATS asks for.
enum class Wish : std::uint8_t { Nothing, Time, Everything };

Wish read_wish() {
  const char* text = std::getenv("MAXWARP_SIMT_STATS");
  if (text == nullptr || std::strcmp(text, "0") == 0 || *text == '\0') return Wish::Nothing;
  if (std::strcmp(text, "1") != 0 && std::strcmp(text, "time") != 0) {
    std::fprintf(stderr, "warning: MAXWARP_SIMT_STATS is `%s`, so nothing is counted; write 1, time or 0\n", text);
    return Wish::Nothing;
  }
  kernels();  // before atexit, so that it outlives the report
  std::atexit(print_at_exit);
  return std::strcmp(text, "1") == 0 ? Wish::Everything : Wish::Time;
}

}  // namespace

std::uint32_t KernelCounts::phase_behind(std::uintptr_t place) {
  const auto found = std::find(phases.begin(), phases.end(), place);
  const auto number = static_cast<std::uint32_t>(found - phases.begin()) + 1;
  if (found == phases.end()) phases.push_back(place);
  return number;
}

KernelCounts& current_counts() {
  const void* address = engine.launch.invocation.kernel;
  if (latest != nullptr && latest->address == address) return *latest;
  for (KernelCounts& kernel : kernels())
    if (kernel.address == address) return *(latest = &kernel);
  latest = &kernels().emplace_back();
  latest->address = address;
  return *latest;
}

void prepare_statistics() {
  static const Wish wish = read_wish();
  if (wish == Wish::Everything) counting = 1;
}

void count_launch(const ProcessorTime& time, std::uint64_t lane_steps) {
  KernelCounts& kernel = current_counts();
  ++kernel.launches;
  kernel.grid_blocks += engine.launch.finished_blocks;
  kernel.time.all += time.all;
  kernel.time.user += time.user;
  kernel.lane_steps += lane_steps;
}

void collect_statistics(bool collect) { counting = collect; }
std::size_t statistics_count() { return kernels().size(); }

const Statistics& statistics(std::size_t index) {
  KernelCounts& kernel = kernels().at(index);
  answer(kernel);
  return kernel.totals;
}

std::size_t line_statistics_count(std::size_t index) { return kernels().at(index).lines.size(); }

const LineStatistics& line_statistics(std::size_t index, std::size_t line) {
  return kernels().at(index).lines.at(line);
}

Totals totals() {
  Totals sum;
  for (const KernelCounts& kernel : kernels()) {
    for (const auto& [spot, counts] : kernel.blocks) {
      const auto& row = *reinterpret_cast<const BlockRow*>(spot.address);
      for (unsigned i = 0; i < row.segment_count; ++i) {
        const std::uint64_t entering = i == 0 ? row.entry_weight : 0;
        sum.issued += counts.issues * row.segments[i].weight + counts.entries * entering;
        sum.active_lanes += counts.lanes * row.segments[i].weight + counts.entering_lanes * entering;
      }
    }
    for (const auto& [spot, counts] : kernel.accesses) sum.sectors += counts.sectors;
  }
  return sum;
}

void clear_statistics() {
  kernels().clear();
  latest = nullptr;
}

}  // namespace maxwarp::simt
