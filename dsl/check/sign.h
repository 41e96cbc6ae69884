// Which integers may be negative, positive or beyond 32 bits: a bound of every variable and property over the whole
// algorithm, from literals, `requires`, degrees, counts and what is made of them.
#pragma once

#include <unordered_map>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// What values an integer may have. `inf` is positive, and not wide: it stays what it is in every type.
struct Extent {
  bool negative = false;
  bool positive = false;
  bool wide = false;      // a finite value may need more than 32 bits
  bool infinite = false;  // it may be `inf`

  bool operator==(const Extent&) const = default;
  /// The values of either.
  Extent operator|(const Extent& other) const {
    return {negative || other.negative, positive || other.positive, wide || other.wide, infinite || other.infinite};
  }
};

/// Holds for every value that the algorithm computes, whatever the order of statements and iterations is.
class SignAnalysis {
 public:
  explicit SignAnalysis(const Algorithm& algorithm);

  Extent of(const Expr& expr) const;
  /// The values that the variable, or an element of the property, may have.
  Extent of(const Symbol& symbol) const;
  /// The values by which the variable or property is ever set or added to. A `long` of which none is wide does not come
  /// to its ends: that would take 2^32 additions of the largest number of 32 bits.
  Extent changes_of(const Symbol* symbol) const;

 private:
  struct Write {
    const Symbol* symbol;
    const Expr* value;               // or null: the variable of a range
    Reduction how = Reduction::Any;  // Add, Mul: with what is there
    const Loop* range = nullptr;
    bool is_sum = false;  // of what a tally adds up; else its keys
  };

  void collect(const Block& block);
  void collect(const Stmt& stmt);
  void require(const Expr& condition);
  void bound(const Expr& place, BinaryOp op, const Expr& other);
  void grow();
  Extent written(const Write& write);
  Extent of_any(const Expr& expr) const;
  static Extent of_number(const Expr& node);
  Extent of_binary(const Expr& expr) const;
  Extent of_call(const Expr& expr) const;

  std::vector<Write> writes_;
  std::unordered_map<const Symbol*, Extent> extents_, changes_;
  std::unordered_map<const Symbol*, Extent> sums_;  // of tallies
};

}  // namespace maxwarp::checked
