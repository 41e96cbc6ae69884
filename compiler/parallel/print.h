// The printed form of the parallel IR and of operator statements: what tests and people read.
#pragma once

#include <string>

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// The program with its control, regions and effects, in source names.
std::string print(const Program& program);

}  // namespace maxwarp::parallel

namespace maxwarp::ir {

/// Operator statements, indented by `depth` levels of two blanks.
std::string print(const Body& body, int depth);

/// What a statement changes; how it is accessed is said of the whole statement.
std::string print_place(const Expr& target);

}  // namespace maxwarp::ir
