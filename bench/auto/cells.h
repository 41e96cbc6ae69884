// What the driver measures: the variants of the programs that are linked in, less what is not wanted.
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "maxwarp/algorithm.h"
#include "runtime/graph/graph.h"
#include "runtime/runner/arguments.h"

#define PART(name) extern "C" const maxwarp::Algorithm* name();
#include "parts.inc"
#undef PART

namespace {

using namespace maxwarp;
using namespace maxwarp::runner;
using Json = nlohmann::ordered_json;

struct Cell {
  const Algorithm* algorithm;
  const Variant* variant;
};
struct Work {
  std::vector<Cell> cells;
  double best_ms = 0;  // what was measured before
};
using Programs = std::map<std::string, Work>;

void show(const Json& line) {
  const std::string text = line.dump() + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

Programs all_programs() {
  const Algorithm* const parts[] = {
#define PART(name) name(),
#include "parts.inc"
#undef PART
  };
  Programs programs;
  for (const Algorithm* part : parts)
    for (int i = 0; i < part->variant_count; ++i) programs[part->name].cells.push_back({part, part->variants + i});
  // The default, which a pack has as its first mapping, may be very slow: after the good ones.
  for (auto& [name, work] : programs)
    std::ranges::stable_partition(work.cells,
                                  [](const Cell& cell) { return std::string("base") != cell.variant->name; });
  return programs;
}

/// How mappings are compared: the settings in order, with the granularity, whose default may change.
std::string ordered(const std::string& mapping) {
  std::set<std::string> settings;
  std::istringstream parts(mapping == "default" ? "" : mapping);
  bool has_granularity = false;
  for (std::string part; std::getline(parts, part, ',');) {
    has_granularity = has_granularity || part.starts_with("granularity=");
    settings.insert(part);
  }
  if (!has_granularity) settings.insert("granularity=thread");
  std::string text;
  for (const std::string& setting : settings) text += (text.empty() ? "" : ",") + setting;
  return text;
}

/// The lines `PROGRAM MAPPING MS` of a file: what is known, or wanted, by program and ordered mapping.
std::map<std::pair<std::string, std::string>, double> lines_of(const char* path) {
  std::map<std::pair<std::string, std::string>, double> lines;
  std::ifstream file(path);
  std::string program, mapping;
  for (double ms = 0; file >> program >> mapping >> ms;) lines[{program, ordered(mapping)}] = ms;
  return lines;
}

/// Leaves the cells for which `is_wanted` holds, and the programs that have some.
template <typename Wanted>
void keep(Programs& programs, Wanted is_wanted) {
  for (auto& [name, work] : programs)
    std::erase_if(work.cells, [&, &name = name](const Cell& cell) {
      return !is_wanted(std::pair(name, ordered(cell.variant->mapping)));
    });
  std::erase_if(programs, [](const auto& entry) { return entry.second.cells.empty(); });
}

/// Leaves to be measured what an earlier run has no time of, its last variants first: others than those that it met.
/// `path`: the times of that run; 0 where there is none.
void keep_open(Programs& programs, const char* path) {
  const auto known = lines_of(path);
  for (const auto& [key, ms] : known) {
    Work& work = programs[key.first];
    if (ms > 0 && (work.best_ms == 0 || ms < work.best_ms)) work.best_ms = ms;
  }
  keep(programs, [&](const auto& key) { return !known.contains(key); });
  for (auto& [name, work] : programs)
    if (work.best_ms > 0) std::ranges::reverse(work.cells);
}

/// The node with the most edges as source, so that most of the graph is met; few rounds of what takes many.
ArgumentTexts texts_of(const Algorithm& algorithm, const Graph& graph) {
  ArgumentTexts texts(static_cast<std::size_t>(algorithm.parameter_count));
  node_t source = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    if (graph.row_offsets[v + 1] - graph.row_offsets[v] > graph.row_offsets[source + 1] - graph.row_offsets[source])
      source = v;
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    if (algorithm.parameters[i].type == ScalarType::Node) texts[i] = std::to_string(graph.labels[source]);
    if (std::string("limit") == algorithm.parameters[i].name) texts[i] = "20";
  }
  return texts;
}

}  // namespace
