// The printed forms of the checked program.
// One shows what the checker decided, the other is program text again.
#pragma once

#include <string>

#include "dsl/check/program.h"

namespace maxwarp {

/// Readable form with what the checker added: types and spaces at declarations, conversions as calls
/// (`double(x)`), and `changed :=` and `old :=` before reductions whose outcome is used.
std::string print_checked(const checked::Program& program);

/// The program as formatted .gdsl text, which parses and checks to the same program.
std::string print_gdsl(const checked::Program& program);

/// One expression as it would be written in a program.
std::string print_expression(const checked::Expr& expr);

}  // namespace maxwarp
