// What `gdsl graph info` prints: the facts of a graph as a table and as JSON.
#pragma once

#include <string>

#include "runtime/graph/info.h"
#include "runtime/graph/options.h"

namespace maxwarp::workbench {

/// The table, with the histogram of degrees; ends with a line end.
std::string info_text(const LoadedGraph& loaded, const GraphInfo& info);

/// The same facts as a JSON object; `split` may be null.
std::string info_json(const LoadedGraph& loaded, const GraphInfo& info, const SplitSpread* split);

/// What `split` makes of the graph, with the histogram of out-degrees before and after.
std::string split_text(const GraphInfo& info, const SplitSpread& split);

}  // namespace maxwarp::workbench
