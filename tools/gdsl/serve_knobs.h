// The knobs of the page: each value of each axis, beside the other settings of a mapping.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tools/gdsl/mapping_table.h"

namespace maxwarp::workbench {

/// All values to try of all axes, the default of an axis first: `granularity`, `warp:8`.
std::vector<std::pair<std::string, std::string>> knobs_of(const MappingTable& table);

/// The mapping with this value in place of another one of the axis.
std::string with_knob(const std::string& mapping, const std::string& key, const std::string& value);

/// The answers of `gdslc --judge-mappings`, one line for each of `knobs_of`: `[key, value, why not]`, with an empty
/// reason where it is legal.
nlohmann::ordered_json json_verdicts(const MappingTable& table, const std::string& answers);

}  // namespace maxwarp::workbench
