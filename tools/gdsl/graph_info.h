// What `gdsl graph info` prints: the facts of a graph as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/graph/info.h"
#include "runtime/graph/lane_use.h"
#include "runtime/graph/options.h"

namespace maxwarp::workbench {

/// The table, with the histogram of degrees; ends with a line end.
std::string info_text(const LoadedGraph& loaded, const GraphInfo& info);

/// What stands beside the facts where it is asked for.
struct Extras {
  std::optional<SplitSpread> split;
  std::vector<LaneUseRow> lane_use;  // empty: not asked for
};

/// The same facts as a JSON object.
std::string info_json(const LoadedGraph& loaded, const GraphInfo& info, const Extras& extras);

/// How many nodes have which degrees, in both directions where they differ, as SVG.
std::string degrees_plot(const LoadedGraph& loaded, const GraphInfo& info);

/// What `split` makes of the graph, with the histogram of out-degrees before and after.
std::string split_text(const GraphInfo& info, const SplitSpread& split);

/// How well lanes are used by each group size ([C] §4), in percent.
std::string lane_use_text(const std::vector<LaneUseRow>& rows);

}  // namespace maxwarp::workbench
