// What `--remarks` shows: how each update is carried out and by which argument, what the mapping makes of the graph,
// what else each loop could have.
#pragma once

#include "compiler/analysis/facts.h"
#include "compiler/mapped/ir.h"

namespace maxwarp::mapping {

/// Other mappings that the loop may have, and why it may not have the rest.
void remark_candidates(mapped::Program& program, const parallel::Region& region, bool rounds,
                       const analysis::Facts& facts);

/// Updates and costs of the finished program.
void remark_updates(mapped::Program& program);

}  // namespace maxwarp::mapping
