// How results.cpp and exploration_results.cpp read what came back with a pack. For these files only.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/gdsl/results.h"

namespace maxwarp::workbench {

/// A recorded run without a report: the number of its line, and its program.
struct MissingRun {
  std::size_t number = 0;
  std::string program, line;

  /// `3: bfs --graph=…`.
  std::string shown() const;
};

/// The lines of `runs` that have none.
llvm::Expected<std::vector<MissingRun>> missing_runs(const std::filesystem::path& folder);

/// A table for each exploration in `explore.json`, of those of `files` that are its runs.
llvm::Expected<std::vector<ResultTable>> read_explorations(const std::string& folder,
                                                           const std::vector<std::filesystem::path>& files);

/// All rows of a table are as wide as the widest: a cell has its limit.
std::string as_cell(std::string text);
/// A string of the object; empty: it has none of that name.
std::string text_of(const nlohmann::ordered_json& object, const char* name);
/// A line or a column; 0: it is none.
int number_of(const nlohmann::ordered_json& object, const char* name);
/// Whether it is a number that counts something.
bool is_count(const nlohmann::ordered_json& value);

}  // namespace maxwarp::workbench
