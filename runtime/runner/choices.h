// What a result depends on besides program, graph and arguments: runs are compared but for these choices.
#pragma once

#include <string_view>

#include "runtime/include/maxwarp/algorithm.h"

namespace maxwarp::runner {

/// `any`, `payload`, `exchange`, `latest`, `before`, `rounding`, `overflow`.
std::string_view choice_name(ChoiceKind kind);

/// Whether two runs with the same arguments have to give the same for the result at that place: equal values, or real
/// numbers that differ by rounding. `numbered_alike`: the nodes have the same numbers in both, see Variant::numbering.
bool has_to_agree(const Algorithm& algorithm, int result, bool numbered_alike);

}  // namespace maxwarp::runner
