// What the blocks of a kernel keep in static shared memory, of which a block has 48 KiB on every GPU.
#pragma once

#include "compiler/mapped/ir.h"
#include "compiler/mapping/verdict.h"

namespace maxwarp::mapping {

/// Reports each kernel whose blocks would keep more than that: a stage, or all stages of a loop that is one resident
/// kernel. False if there is one.
bool fits_into_shared_memory(const mapped::Program& program, Findings& findings);

}  // namespace maxwarp::mapping
