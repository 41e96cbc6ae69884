// Which inner loops of a stage have iterations that do not depend on each other.
#include "compiler/analysis/iterations.h"

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

bool any_lane_runs(const mapped::Stage& stage, const ir::Stmt* loop) {
  return analysis::runs_apart(loop, stage.item, stage.unproved).holds;
}

}  // namespace maxwarp::mapping
