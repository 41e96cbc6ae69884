// What a stage touches: the one table that tells the parameters of its function and the barriers around it.
#pragma once

#include <set>

#include "compiler/mapped/ir.h"

namespace maxwarp::mapped {

struct Effects {
  std::set<const Symbol*> named;    // storages, scalars and local symbols that it reads or writes
  std::set<const Symbol*> written;  // those of them that it writes
  std::set<const Symbol*> defined;  // those that it declares itself
  bool graph = false;               // it looks at the graph
};

Effects effects_of(const Stage& stage);

/// What the stage does with one item, which is given; what its threads collect is passed on.
Effects operator_effects_of(const Stage& stage);

/// Whether the function of the stage takes or declares what holds edges, offsets or counts of edges: the graph, lists
/// of edges, values of the type `edge`.
bool takes_edges(const Program& program, const Stage& stage);

/// Whether the lanes of a team wait for each other at every item, once all of them have read which item it is.
bool lanes_meet_at_items(const Stage& stage);

/// Whether each thread or virtual warp has items of its own that are known before the stage begins, and no thread
/// leaves one early: the block may do something together after each.
bool has_fixed_items(const Stage& stage);

}  // namespace maxwarp::mapped
