// Which operators keep the order of their operands, which turn it around, and which are in none.
#include "dsl/check/race/variation.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;

bool is_numeric(Variation a) { return a != Variation::Gains && a != Variation::Loses; }

/// A nan compares as false with everything. It stands where the larger values of what falls are, and where the smaller
/// ones of what rises are: a comparison that comes out true later was false before, but not the other way round.
Variation of_real_comparison(Variation answer) { return answer == Variation::Falls ? Variation::Open : answer; }

}  // namespace

Variation of_binary(BinaryOp op, checked::Scalar scalar, Variation a, Variation b) {
  if (a == Variation::Fixed && b == Variation::Fixed) return Variation::Fixed;
  if (!is_numeric(a) || !is_numeric(b)) return Variation::Open;
  bool real = scalar == checked::Scalar::Float || scalar == checked::Scalar::Double;
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::And:
    case BinaryOp::Or: return both(a, b);
    case BinaryOp::Sub: return both(a, opposite(b));
    case BinaryOp::Lt:
    case BinaryOp::Le: {
      Variation answer = both(opposite(a), b);
      return real ? of_real_comparison(answer) : answer;
    }
    case BinaryOp::Gt:
    case BinaryOp::Ge: {
      Variation answer = both(a, opposite(b));
      return real ? of_real_comparison(answer) : answer;
    }
    case BinaryOp::Eq:
    case BinaryOp::Ne:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod: return Variation::Open;
  }
  return Variation::Open;
}

Variation of_bit_test(BinaryOp op, std::int64_t number, Variation bits) {
  // Bits that are gained: 0 may become another number, another number -1, and the sign is a bit.
  bool asks_for_more = (number == 0 && (op == BinaryOp::Ne || op == BinaryOp::Lt)) ||
                       (number == -1 && op == BinaryOp::Eq);
  bool asks_for_less = (number == 0 && (op == BinaryOp::Eq || op == BinaryOp::Ge)) ||
                       (number == -1 && op == BinaryOp::Ne);
  if (!asks_for_more && !asks_for_less) return Variation::Open;
  Variation more = bits == Variation::Gains ? Variation::Rises : Variation::Falls;
  return asks_for_more ? more : opposite(more);
}

}  // namespace maxwarp::race
