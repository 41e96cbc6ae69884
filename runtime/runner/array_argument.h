// Arrays as arguments: numbers from the command line or from a file.
#pragma once

#include <string>

#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// The array that `text` stands for: `1,2,3`, or `@FILE` of numbers with blanks, commas or line ends between
/// them; a file of an array of two dimensions has one row per line, whose first word is the label of the node if the
/// first extent is `node` (property_file.h). Files may be compressed (.gz .xz .zst). Blank lines do not count. Or
/// random numbers, as random_array.h says. Error: a word that is no value of the type, a comma too many, rows of
/// different lengths; names file and line.
Result<HostValue> array_argument(const ParameterInfo& parameter, const std::string& text, const Graph& graph);

}  // namespace maxwarp::runner
