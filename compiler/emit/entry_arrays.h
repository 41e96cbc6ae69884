// The tables of the arrays and cells of a program, by which the runner finds them in engine memory and the SIMT engine
// checks how threads change them.
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

/// What the changes of shared elements have in common, kernel by kernel, as a table under `name`; empty likewise. A
/// kernel of several stages tells what holds in all of them.
std::string sharing_table(const mapped::Program& program, const std::string& name, int& count);

}  // namespace maxwarp::emit
