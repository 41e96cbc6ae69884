// Bits that tell which nodes have the value that a loop of rounds gives them once (Facts, S and A).
#pragma once

#include "compiler/analysis/settling.h"
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

/// Why bits cannot tell which nodes have their value, or nothing.
std::optional<Refusal> refuse_unsettled(const LoopPlan& plan);

/// At `node`: it has no value yet, as the bits of `reached` tell.
const ir::Expr* is_open(LoopPlan& plan, const ir::Symbol* reached, const ir::Expr* node);

/// Whether it is as good if one thread does it as if all do who find `node` open: an element of the node gets a value.
bool settles(const ir::Stmt* stmt, const ir::Symbol* node);

/// Before the first round, sets the bits of the nodes that have a value when the loop begins: they are activated no
/// more.
void mark_settled(LoopPlan& plan, const analysis::Settling& settling, const std::vector<const ir::Symbol*>& bits);

}  // namespace maxwarp::mapping
