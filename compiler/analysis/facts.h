// The named facts about one parallel region: what a mapping may assume of it. They are
// decided here once; a technique cites them by letter and shows `why` where it refuses.
#pragma once

#include <optional>

#include "compiler/parallel/ir.h"

namespace maxwarp::analysis {

/// A fact holds, or there is a reason why it does not: a sentence part and the place it speaks of.
struct Fact {
  bool holds = true;
  std::string why;
  Location place;
  bool limit = false;  // nothing in the program contradicts it; what is built does not reach that far
  bool empty = false;  // the program has nothing that it is about
  explicit operator bool() const { return holds; }
};

/// A loop that settles nodes (settling.h) begins right behind the fill of their property with the value of open nodes,
/// and until it has ended nothing reads the property but the condition of its operator. So the bits of settled nodes
/// tell all of it, but for single elements that are set in between.
///
///     level = inf  level[s] = 0  iterate node v from s { … }                      holds
///     level = inf  for s in all { level[s] = 0  iterate node v from s { … } }     does not: a second run finds more
struct Filled {
  Fact fact = {false, {}, {}};
  const ir::Expr* value = nullptr;                   // of the fill
  std::vector<const parallel::Control*> apart = {};  // the sets of single elements, in order
};

struct Facts {
  /// Running the operator at a node several times in one round leaves what running it once does.
  Fact repeatable;
  /// R: the same in other rounds, too: running the operator once more, or at an inactive node, leaves the final result.
  Fact rerunnable;
  /// O: the fixpoint does not depend on the round in which a node runs.
  Fact order_free;
  /// Each change of an element activates the node that it changed.
  Fact changes_activate;
  /// Each activation follows a change, so that running nodes again ends where nothing changes any more (activation.h).
  Fact activates_changes;
  /// The operator may run at all nodes in every round (everywhere.h).
  Fact runs_everywhere;
  /// O and M, and what a run of an activated node offers once, every later run offers again: each change is a reduction
  /// that activates the node that it changed, and decides nothing but what that node offers.
  Fact offers_again;
  /// No node is activated twice in a round (activation.h).
  Fact activated_once;
  /// D: the neighbor loops carry nothing but broadcasts and reductions, so that one node's edges may be cut among
  /// threads. What is done outside of them is done once.
  Fact distributive;
  /// With D: what is done outside of the neighbor loops has to do with them, or is left by them, so that the operator
  /// runs in phases: before, in and after its loops. Else it may be done at any time.
  bool in_phases = false;
  /// It does not show in which round the loop ends, nor how far a round gets (ending.h).
  Fact ends_anywhere;
  /// Whether a node runs again does not hang on sums of what others did, nor on the round, nor on values that get
  /// better along a cycle: `nodes` + 1 rounds are enough where the loop ends.
  bool few_rounds = true;
  /// D, and all effects of neighbor loops are at the neighbor: they can be turned around (`direction=pull`); the same
  /// iterations run, found from the other end.
  Fact pullable;
  /// An edge at which the condition of the neighbor loop fails is never again one at which it holds, by those parts of
  /// the condition that are in `lasting` (lasting.h).
  Fact guard_lasts;
  std::vector<const ir::Expr*> lasting = {};
  /// There are loops over the components of vectors, around or inside of neighbor loops, whose iterations different
  /// threads may run (iterations.h).
  Fact components;
  /// D for sums of components: loops over components hold a loop over the item's neighbors each, which only adds up in
  /// variables, so that parts of the neighbors may add up by themselves (component_sums.cpp).
  Fact component_sums;
  /// C: values are copied along edges, in both directions, until nothing changes (copying.h).
  Fact copies;
  /// L: the bits of settled nodes tell all of their property (filled.h).
  Filled filled;
  /// T+U: the condition of the loop reads only the neighbor, and every effect stores a uniform or `any=`
  /// value: turned around, the first active in-neighbor settles it and the loop can end. The condition is then asked
  /// at all nodes, those without an active in-neighbor included, so it looks up nothing where a value says.
  bool first_settles = false;
};

/// All facts about a loop of a program.
Facts facts_of(const parallel::Program& program, const parallel::Control& loop);

/// Those about the operator of its region alone; `round` is the number of the surrounding round, or null.
Facts analyse(const parallel::Region& region, const ir::Symbol* round);

}  // namespace maxwarp::analysis
