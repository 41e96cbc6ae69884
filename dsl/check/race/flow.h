// Where values that depend on the schedule go: through expressions, constants, local variables and conditions.
#pragma once

#include <map>
#include <unordered_map>

#include "dsl/check/race/region.h"
#include "dsl/check/race/variation.h"

namespace maxwarp::race {

/// How a value varies, and a read to blame for it where it does.
struct Finding {
  Variation variation = Variation::Fixed;
  const Access* because = nullptr;
  const Expr* opened = nullptr;  // Open: the innermost part that is not known to move in one direction, if there is one
};

/// Of what is made of both.
Finding both(const Finding& a, const Finding& b);

class Flow {
 public:
  /// `reads`: how the reads vary that others may overtake; all others are fixed.
  Flow(const Region& region, const std::map<const Access*, Variation>& reads);

  /// The value of an expression where it is evaluated.
  Finding of(const Use& use) const;
  /// Whether a statement under the guards `first`… runs.
  Finding of(const std::vector<const Guard*>& guards, std::size_t first = 0) const;
  /// The value of a local variable.
  Finding of_local(const Symbol& symbol) const;
  /// Those that others may overtake.
  const std::vector<const Access*>& reads_of(const Use& use) const;
  const Access* access_of(const Use& use, const Expr& expr) const;
  Variation of_read(const Access& access) const;

 private:
  void settle_locals();
  Finding of(const Guard& guard) const;
  Finding of_definition(const Symbol& symbol, const Definition& definition) const;

  const Region& region_;
  const std::map<const Access*, Variation>& reads_;
  std::unordered_map<const Use*, std::vector<const Access*>> reads_of_;
  std::map<const Symbol*, Finding> locals_;
};

}  // namespace maxwarp::race
