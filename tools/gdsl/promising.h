// Mappings that are worth a trial before others.
#pragma once

#include <string>
#include <vector>

namespace maxwarp::workbench {

/// What `--map=auto` may choose for any program and graph, in the order of its tree: the best mappings of some kind of
/// programs and graphs, measured on GPUs.
std::vector<std::string> promising_mappings();

}  // namespace maxwarp::workbench
