// Which results need no zeros to begin with.
#pragma once

#include <set>

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// The results of which the first statement that names them gives every element a value.
std::set<const Symbol*> filled_results(const checked::Algorithm& algorithm);

}  // namespace maxwarp::parallel
