// Arrays of random numbers as arguments, for trying out and timing programs without files.
#pragma once

#include <optional>
#include <string>

#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// How such arguments are written: `random:N:LOW:HIGH[:SEED]`, for arrays of two dimensions `random:ROWSxCOLUMNS:…`.
std::string random_array_form(const ParameterInfo& parameter);

bool is_random_array(const std::string& text);

/// The array that `text` describes: whole numbers from LOW to HIGH, both included; real ones between
/// them; of bools LOW and HIGH are 0 or 1. Seed, name of the parameter and place decide each value, so that it is the
/// same on every machine. Error: another number of extents than the parameter has, LOW above HIGH, numbers that do not
/// fit the type, arrays of nodes or edges.
Result<HostValue> random_array(const ParameterInfo& parameter, const std::string& text);

}  // namespace maxwarp::runner
