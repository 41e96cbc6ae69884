// The table begins after what the profiler says; a row for the units, then one for each kernel. Cells are quoted, and
// their numbers have commas between thousands.
#include "tools/gdsl/counters_file.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

constexpr const char* sectors_of = "l1tex__t_sectors_pipe_lsu_mem_global_op_";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  return cells;
}

/// 0: it is no number.
double number_in(std::string cell) {
  std::erase(cell, ',');
  return std::max(0.0, std::strtod(cell.c_str(), nullptr));
}

using Row = std::map<std::string, double>;

/// The numbers of each kernel by the names of their columns. Empty: there is no table.
std::vector<Row> kernels_in(const std::string& text) {
  std::vector<Row> kernels;
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('"')) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (names.empty()) names = cells;
    if (cells.size() != names.size() || cells.front().find_first_not_of("0123456789") != std::string::npos ||
        cells.front().empty())
      continue;  // the head, the units, or a line that was cut off
    Row& row = kernels.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[names[i]] = number_in(cells[i]);
  }
  return kernels;
}

}  // namespace

llvm::Expected<Counted> counters_of(const std::string& file, double runs) {
  auto text = read_foreign_text(file);
  if (!text) return text.takeError();
  const auto sectors = [](const char* operation) { return fmt::format("{}{}.sum", sectors_of, operation); };
  Counted all;
  for (const Row& kernel : kernels_in(*text)) {
    const auto add = [&](double& sum, const std::string& name) {
      const auto found = kernel.find(name);
      if (found != kernel.end()) sum += found->second / runs;
    };
    add(all.issued, "smsp__inst_executed.sum");
    add(all.active_lanes, "smsp__thread_inst_executed.sum");
    for (const char* operation : {"ld", "st"}) add(all.sectors, sectors(operation));
    for (const char* operation : {"atom", "red"}) add(all.atomics, sectors(operation));
    all.launches += 1 / runs;
  }
  if (all.issued == 0) return fail("`{}` has no counts of kernels; write it with `run --counters` of the pack", file);
  return all;
}

}  // namespace maxwarp::workbench
