// Integer sums of parallel loops: in which order values are added must not show in the result.
// Stands after the race check, which says what no two iterations touch.
#pragma once

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp {

/// Fills in `Algorithm::sums`, and warns of those whose result may depend on the order.
///
/// An addition saturates. Where all additions of a loop to a place have one sign, their order does not matter: the
/// place is at the end of its type from some addition on, or never. Values of both signs may take it to an end and
/// back: 2147483646 + 5 - 9 is `inf` from the left, but 2147483642 if -9 comes before 5. That does not happen to
/// - single values of the run and of an iteration, whose sums are collected in 128 bits, unless the program asks for
///   the value before (`was`) or for a change (`if x += …`);
/// - what no two iterations touch, as it changes in the order of the program;
/// - a `long` that only ever gets values of 32 bits;
/// - what only gets one parameter or constant, which has one sign, whichever that is.
/// Legal: `total += weight[e]`; `count[w] += 1`. Warned of: `balance[w] += weight[e]`, which `requires weight >= 0`
/// mends.
void check_sums(checked::Program& program, Diagnostics& diagnostics);

}  // namespace maxwarp
