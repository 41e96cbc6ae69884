// The entry's checks of what the head of a program requires of its arguments.
#pragma once

#include "compiler/emit/emit.h"
#include "compiler/emit/names.h"

namespace maxwarp::emit {

/// How the entry reads an argument or length from a call: `call.arguments[0].extents[1]`.
std::string argument_of_call(const checked::Algorithm& algorithm, const ir::Symbol* symbol);

/// The table of the conditions, `PREFIXrequirements`; empty where there are none.
std::string requirement_table(const mapped::Program& program, const std::string& prefix);

/// Whether the checks call functions of maxwarp/value.h.
bool requirements_compute(const checked::Algorithm& algorithm);

/// `weight >= 0` in the words of a header: what a caller of `run` has to see to.
std::string requirement_comments(const checked::Algorithm& algorithm);

}  // namespace maxwarp::emit
