// One parallel loop on its way from the parallel to the mapped IR: the frontiers of its rounds, the ways to run a
// round, and the anchors at which techniques add controls.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/analysis/facts.h"
#include "compiler/mapped/ir.h"
#include "compiler/mapping/choice.h"
#include "compiler/mapping/step_costs.h"

namespace maxwarp::mapping {

/// A set of nodes, in one or both of two forms: a worklist, and marks or bits.
struct Frontier {
  const ir::Symbol* list = nullptr;   // worklist; null: only the marks tell its nodes
  const ir::Symbol* marks = nullptr;  // storage of kind Marks or Bits; null: only the list does, with no node twice
  const ir::Symbol* any = nullptr;    // flag cell beside marks without a list: the set has a node
  int group = 1;                      // neighboring nodes that an entry of `list` stands for
  std::optional<ir::Direction> pieces = {};  // entries of `list` are pieces of the rows (out) or columns of its nodes
  std::optional<ir::Direction> edges = {};   // entries of `list` are the edges of the rows or columns of its nodes
  bool repeats = false;                      // `list` may have a node several times; `marks` tells which nodes it has
};

/// Where an activated node goes.
enum class Sink {
  List,   // the worklist of the next round; its marks keep the node from being pushed twice
  Marks,  // the marks, or a flag alone. What needs a list makes it from marks after the round
};

/// What ends a round: the next frontier becomes the active one, and `LoopPlan::count` gets its size.
struct Advance {
  /// Makes the next list whole: rebuilt after an overflow, without duplicates. It finds its length in `count`.
  mapped::Sequence complete = {};
  std::vector<std::pair<const ir::Symbol*, const ir::Symbol*>> swaps = {};
  const ir::Symbol* counted = nullptr;  // list or cell that tells the size at the end; null: `count` has it already
};

/// One way to run a round. The source and the gate of its stage say in which form it reads the active frontier.
struct Way {
  mapped::Stage* stage = nullptr;  // runs the operator
  Sink sink = Sink::List;          // of what the operator activates
  const ir::Expr* when = nullptr;  // taken where it holds at the begin of a round; null: where no other way is
  bool by_threads = false;         // an item is one thread's, whatever the granularity: most of them end early
  // The anchors of a round, in their order.
  mapped::Sequence before_round = {};  // empties what the round fills, lists what its stages take
  mapped::Sequence operation = {};     // the stages that run the operator, with what they need between them
  mapped::Sequence after_round = {};   // what follows when all of them are done: outliers, lists made from marks
  Advance advance = {};
};

/// One parallel loop, which the slots of the pipeline fill in. A plain loop has one way, and of its anchors no
/// `advance`.
struct LoopPlan {
  mapped::Program& program;
  ir::Arena& arena;
  const parallel::Region& region;
  const parallel::Control* rounds;  // the `iterate`, or null for a plain parallel loop
  const analysis::Facts& facts;
  const Choices& choices;
  const StepCosts costs = {};  // of the device

  Frontier active = {}, next = {};    // of this round and of the one to come
  const ir::Symbol* count = nullptr;  // host scalar: zero when no node is active, else their number if they are listed
  // A list of more than so many times as many entries as there are nodes is not taken, as the round looks at marks.
  std::optional<double> most_listed = {};
  const ir::Symbol* settled = nullptr;   // bits of all nodes that have their value; those of the next round keep theirs
  const ir::Symbol* unfilled = nullptr;  // the loop writes all of this property, so that it need not be filled before
  const ir::Symbol* reached = nullptr;   // marks of all nodes that were ever activated, beside a list of groups
  bool lasting = false;                  // a node that was activated once acts in every round from then on
  bool few_rounds = true;                // as in Facts, as far as techniques leave it so
  const ir::Symbol* deferred = nullptr;  // a list of items that a round puts off, with room for each node once
  const ir::Expr* outlier = nullptr;     // whether `region.item` is put off; null: none is
  bool meets = false;  // what an item's edges leave meets in elements of the item, so that none may run twice a round

  mapped::Sequence start = {};  // once before the first round: empty frontiers, the first activation
  Sink start_sink = Sink::List;
  Advance start_advance = {};
  mapped::Sequence choose = {};  // at the begin of a round: what the conditions of its ways need
  std::vector<Way> ways = {};    // the first one is taken where the condition of no other one holds
  Way after_ways = {};           // ends a round, whichever way it went: its anchors after the operation
  mapped::Sequence finish = {};  // once after the last round: what has waited for it
  std::size_t at = 0;            // the way that the slots for stages are shaping

  std::vector<std::string> explanation = {};

  Way& way() { return ways[at]; }
  const Way& way() const { return ways[at]; }
  /// The stage that runs the operator, of the way at hand.
  mapped::Stage* stage() const { return way().stage; }
  const Choice& choice(std::string_view key) const { return choices.find(key)->second; }
};

/// The stages of one way, and of all ways: those of a round.
std::vector<mapped::Stage*> stages_of(const Way& way);
std::vector<mapped::Stage*> round_stages(const LoopPlan& plan);

/// What runs once before the first round.
mapped::Sequence start_of(LoopPlan& plan);

/// The controls of one round: the anchors of its way in order; several ways are joined by their conditions. `sums` run
/// when all stages of a way are done.
mapped::Sequence round_of(LoopPlan& plan, const mapped::Sequence& sums);

}  // namespace maxwarp::mapping
