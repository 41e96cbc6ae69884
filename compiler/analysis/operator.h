// What the facts about an operator are made of.
#pragma once

#include <functional>
#include <set>

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

inline Fact no(std::string why, Location place) { return {false, std::move(why), place}; }
inline Fact nothing(std::string why, Location place) { return {false, std::move(why), place, false, true}; }
inline Fact not_built(std::string why, Location place) { return {false, std::move(why), place, true}; }

/// The neighbor loop that is all the operator does, but for reads before it, or null.
const ir::Stmt* only_loop(const ir::Body& body);

/// Whether the statement itself changes something that outlives the iteration.
bool is_effect(const ir::Stmt* stmt);

/// The first read of one of `symbols` that is no change of it and that `harmless` does not take for one, or null.
const ir::Expr* read_of(const ir::Body& body, const std::set<const ir::Symbol*>& symbols,
                        const std::function<bool(const ir::Expr*)>& harmless);

/// Whether the statement, which has a target, changes an element of the neighbor that the loop around it visits.
bool changes_its_neighbor(const ir::Stmt* change, const ir::Stmt* loop);
/// What a neighbor loop changes elsewhere than at its neighbors: at its own node, in cells and arrays.
std::set<const ir::Symbol*> changed_beside_neighbors(const ir::Stmt* loop);

/// Facts::distributive where neighbor loops leave nothing behind, and what is done outside of them is independent.
Fact cuts_apart(const parallel::Region& region);

/// Facts::distributive where the operator runs in phases: before, in and after its neighbor loops.
Fact runs_in_phases(const parallel::Region& region);

/// Whether parts of the sum `of` leave its type only where the sum does: its variable begins with a number of the sign
/// of all that is added, and nothing else in `body`, the operator, changes it.
bool rises_from_start(const ir::Stmt& of, const ir::Body& body);

/// Whether what the neighbor loop does to those of `variables`, which are from outside of it, can be made of what parts
/// of it do: each is reduced in one way, and no edge takes what earlier ones have left. `body`: the operator.
Fact adds_up_in_parts(const ir::Stmt* loop, const std::set<const ir::Symbol*>& variables, const ir::Body& body);

/// Facts::component_sums.
Fact component_sums(const parallel::Region& region);

/// Whether the statement itself changes a variable of the operator.
bool is_local_change(const ir::Stmt* stmt);

}  // namespace maxwarp::analysis
