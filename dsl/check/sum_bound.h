// How far the additions of a loop can take a place, told from the loops around them: a sum that provably stays within
// its type is carried out in a simpler way.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// How far the additions of one run of an outermost parallel loop take each variable or property: known where all of
/// them are of literals, once at each node or edge.
class GraphBounds {
 public:
  explicit GraphBounds(const Stmt& loop);

  /// Fills in `per_node` and `per_edge`.
  void bound(const Symbol* symbol, Sum& sum) const;

 private:
  enum class Unit { Node, Edge, Unknown };  // what the statements at hand are run for, once each
  struct Bound {
    std::int64_t per_node = 0, per_edge = 0;
    bool known = true;
  };

  void block(const Block& statements, Unit unit);
  Unit inner(const Stmt& loop, Unit unit) const;
  void add(Bound& bound, std::int64_t magnitude, Unit unit);

  const Symbol* variable_;
  std::map<const Symbol*, Bound> bounds_;
};

/// Which loops begin with 0 in every place that they add to.
class ZeroStarts {
 public:
  explicit ZeroStarts(const Algorithm& algorithm);

  /// Whether each run of the loop finds 0 in every place of the variable or property: nothing else but zeros is ever
  /// put there, and that is done anew before each run. Legal: `count = 0` before `foreach … { count[w] += 1 }`.
  /// Illegal: an `iterate`, whose second round finds what the first has added.
  bool begins_at_zero(const Stmt& loop, const Symbol* symbol) const;

 private:
  // Where a walk is: inside of which outermost parallel loop, and what the statements around that say of its start.
  struct Around {
    const Stmt* loop = nullptr;
    bool repeated = false;                            // what is at hand may run more than once
    const std::set<const Symbol*>* zeroed = nullptr;  // wholly, before it in its block
  };
  struct Place {
    const Stmt* adds = nullptr;            // the loop that adds to it
    bool fresh = false;                    // each run of that loop finds what was put there last
    bool only_zeros = true;                // but for what the loop adds
    std::set<const Stmt*> zeroed_in = {};  // parallel loops
  };

  void block(const Block& statements, Around around);
  void change(const Stmt& stmt, const Around& around);
  void add(Place& place, const Symbol* symbol, const Around& around);

  std::map<const Symbol*, Place> places_;
};

}  // namespace maxwarp::checked
