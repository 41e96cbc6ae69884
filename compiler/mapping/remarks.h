// What `--remarks` shows: how each update is carried out and by which argument, what the mapping makes of the graph,
// what else each loop could have.
#pragma once

#include "compiler/analysis/facts.h"
#include "compiler/mapped/ir.h"

namespace maxwarp::mapping {

/// Other mappings that the loop may have, and why it may not have the rest.
void remark_candidates(mapped::Program& program, const parallel::Region& region, bool rounds,
                       const analysis::Facts& facts);

/// What the result depends on, and the updates of the stages, in the words of the program.
void remark_updates(mapped::Program& program);

/// What the finished program makes of the graph and of its values.
void remark_costs(mapped::Program& program);

}  // namespace maxwarp::mapping
