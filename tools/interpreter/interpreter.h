// An interpreter of the checked program: the third opinion of the differential test. One statement after the other, one
// iteration after the other, by the words of dsl/reference.md; it shares nothing with the compiler after the checker.
#pragma once

#include <cstdint>

#include "dsl/check/program.h"
#include "maxwarp/algorithm.h"

namespace maxwarp::interpreter {

/// In which order the iterations of parallel loops run. A legal program has the same result in each.
enum class Turns : std::uint8_t { Forward, Reverse, Shuffled };

struct Order {
  Turns turns = Turns::Forward;
  std::uint64_t seed = 1;  // Shuffled
};

/// Runs the algorithm on arguments, results and a graph (rows and columns) in host memory, as a compiled one would. The
/// workspace is not used. What a program must not do (an index outside of an array, a node `none`) ends it with
/// BadArgument, a host loop that does not end with TooManyRounds.
Status interpret(const checked::Algorithm& algorithm, Call& call, Order order);

/// The value of an extent or default of `algorithm` in a call; without arguments only of one that names none.
ScalarValue value_of(const checked::Algorithm& algorithm, const checked::Expr& expr, const Call& call);

/// The first of the elements begin .. end for which what the algorithm requires does not hold, or -1.
std::int64_t first_fault(const checked::Algorithm& algorithm, const checked::Condition& condition, const Call& call,
                         std::int64_t begin, std::int64_t end);

}  // namespace maxwarp::interpreter
