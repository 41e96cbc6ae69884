// The table of the arrays and cells of a program, by which the runner finds them in engine memory.
#pragma once

#include <string>

#include "compiler/emit/emit.h"

namespace maxwarp::emit {

/// `ScalarType::Int`.
std::string scalar_type(ir::Scalar scalar);
/// `ValueSpace::Node`.
std::string value_space(const ir::Symbol* symbol);

/// The table under `name`, and its length; empty where there is nothing.
std::string array_table(const mapped::Program& program, const std::string& name, int& count);

}  // namespace maxwarp::emit
