// The largest parameter counts: arrays that no cache holds, grids that fill the GPU.
#include "tools/gdsl/limit_figures.h"

#include <cstdlib>
#include <sstream>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

/// The last row of a measurement has its largest parameter; 0: there is none, or it is no positive number.
double last_figure(const std::vector<LimitRow>& rows, const std::string& name) {
  double figure = 0;
  for (const LimitRow& row : rows) {
    if (row.name != name) continue;
    char* end = nullptr;
    figure = std::strtod(row.value.c_str(), &end);
    if (*end != '\0' || !(figure > 0) || figure > 1e12) return 0;
  }
  return figure;
}

}  // namespace

std::string built_in_limits(const std::string& share, const std::string& device) {
  const bool is_h200 = device.find("H200") != std::string::npos;
  return share + "/runtime/limits/" + (is_h200 ? "h200.csv" : "h100.csv");
}

std::vector<LimitRow> limit_rows(const std::string& csv) {
  std::vector<LimitRow> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    LimitRow row;
    std::istringstream fields(line);
    std::getline(fields, row.name, ',');
    std::getline(fields, row.parameter, ',');
    std::getline(fields, row.value, ',');
    std::getline(fields, row.unit, ',');
    rows.push_back(row);
  }
  return rows;
}

llvm::Expected<Prices> prices_of(const std::string& csv, const std::string& from) {
  const std::vector<LimitRow> rows = limit_rows(csv);
  Prices prices;
  for (const LimitRow& row : rows)
    if (row.name == "device") prices.device = row.value;
  for (const auto& [name, figure] : {std::pair("stream", &prices.stream_gb), std::pair("random_read", &prices.random_g),
                                     std::pair("random_add", &prices.atomic_g), std::pair("launch", &prices.launch_us),
                                     std::pair("grid_barrier", &prices.barrier_us)}) {
    *figure = last_figure(rows, name);
    if (*figure == 0) return fail("`{}` has no figure for `{}`; write it with `gdsl limits --csv=FILE`", from, name);
  }
  return prices;
}

}  // namespace maxwarp::workbench
