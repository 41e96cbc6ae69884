// How the values of a result are made, for those who sum them up.
#pragma once

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// Whether `max=` changes elements of the property: then `inf` is a value of it, as at the source of widest paths, and
/// not a mark of nodes that were not reached.
bool is_raised(const Algorithm& algorithm, const Symbol& property);

}  // namespace maxwarp::checked
