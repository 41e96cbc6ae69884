// The printed form of the mapped IR, and the verifier that every mapping must pass.
#pragma once

#include <string>

#include "compiler/mapped/ir.h"

namespace maxwarp::mapped {

/// The program with its storages, control, stages, teams and statements, in source names.
std::string print(const Program& program);

/// What is wrong with the structure, or nothing. A finding is a bug of the compiler, never of the user.
std::string verify(const Program& program);

}  // namespace maxwarp::mapped
