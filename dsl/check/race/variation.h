// How a value differs between two executions of an iteration of which one reads what others change later than the
// other. The rule of monotone reads is about nothing else: see dsl/soundness.md.
#pragma once

#include <cstdint>

#include "dsl/check/program.h"

namespace maxwarp::race {

/// What the execution that reads later finds, compared with the one that reads earlier.
enum class Variation : std::uint8_t {
  Fixed,  // the same value
  Falls,  // the same or a smaller value; of conditions: once false, it stays false
  Rises,  // the same or a larger one; of conditions: once true, it stays true
  Gains,  // the same bits and maybe others
  Loses,  // some of the bits
  Open,   // nothing is known
};

/// Of a value that falls with one that rises.
constexpr Variation opposite(Variation a) {
  switch (a) {
    case Variation::Falls: return Variation::Rises;
    case Variation::Rises: return Variation::Falls;
    case Variation::Gains: return Variation::Loses;
    case Variation::Loses: return Variation::Gains;
    case Variation::Fixed:
    case Variation::Open: return a;
  }
  return Variation::Open;
}

/// Of what is made of two values and moves with each of them.
constexpr Variation both(Variation a, Variation b) {
  if (a == Variation::Fixed || a == b) return b;
  return b == Variation::Fixed ? a : Variation::Open;
}

/// `a op b` of values of type `scalar`; a comparison of bits, see `bit_test`, is Open. Reals: `inf - inf` is nan, which
/// is in no order with the numbers that it comes from, so only what stays right then has a direction.
Variation of_binary(checked::BinaryOp op, checked::Scalar scalar, Variation a, Variation b);
/// `bits op number` for a number whose comparison asks for bits: 0 and -1.
Variation of_bit_test(checked::BinaryOp op, std::int64_t number, Variation bits);

}  // namespace maxwarp::race
