// The entry's list of what the results depend on besides the arguments.
#pragma once

#include "compiler/emit/emit.h"

namespace maxwarp::emit {

/// The table of the choices, `PREFIXchoices`, and how many there are; empty where there are none.
std::string choice_table(const checked::Algorithm& algorithm, const std::string& prefix, std::size_t& count);

}  // namespace maxwarp::emit
