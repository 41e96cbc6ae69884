// AST to checked program: names, scopes, types, spaces, conversions, desugaring, races.
// The only way into this folder for other rooms, besides the printers in print.h.
#pragma once

#include <memory>

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"
#include "dsl/check/race/premise.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

/// What `number` stands for: the two forms of a program that takes its weights as they come.
enum class Number { Int, Double };

/// Whether data races are errors. If not, a racing program goes on as it is, with what was not proved listed in
/// `Algorithm::unproved`: for tests of the check.
enum class RaceCheck { On, Off };

/// Whether every tally has a bound that is known before the run; see tally_bound.h.
void check_tallies(const checked::Program& program, Diagnostics& diagnostics);

/// Checks the tree and returns the program, or null if it (or the parser before) reported an error.
/// Warnings leave the program usable. `granted`: see check_races.
std::unique_ptr<checked::Program> check(const ast::File& file, Diagnostics& diagnostics, Number number = Number::Int,
                                        RaceCheck race_check = RaceCheck::On,
                                        std::optional<race::Premise> granted = std::nullopt);

}  // namespace maxwarp
