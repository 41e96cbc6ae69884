// Lowering of the body of a parallel loop to operator statements; helpers shared with the host control.
#pragma once

#include <cassert>
#include <map>
#include <set>

#include "compiler/parallel/payload_pair.h"
#include "compiler/parallel/tally.h"

namespace maxwarp::parallel {

/// What the host knows when it comes to a parallel loop.
struct Surroundings {
  const checked::Algorithm& algorithm;
  const PayloadPairs& couples;               // reductions with a payload are on these pairs
  const std::set<const ir::Symbol*>& cells;  // Global scalars that regions write
  const Tallies& tallies;
  const Answers& answers;
  const ir::Symbol* round;  // the number of the surrounding round, or null
};

/// The body of a Foreach or Iterate as operator statements. `item`: the loop's variable, or the entry of a tally that a
/// loop over keys is at. `behind`: statements that follow it.
ir::Body lower_operator(ir::Arena& arena, const checked::Stmt* loop, const ir::Symbol* item, const Surroundings& around,
                        const ir::Body& behind = {});

/// The zero of a type: what a value without an initialiser holds. `none` for nodes and edges.
const ir::Expr* zero(ir::Arena& arena, ir::Scalar scalar);

/// `target reduction value` as an expression without effect.
const ir::Expr* combine(ir::Arena& arena, ir::Reduction reduction, const ir::Expr* target, const ir::Expr* value);

/// `expr` with a built-in value replaced by a variable (null: not replaced); null stays null.
const ir::Expr* replace_builtin(ir::Arena& arena, const ir::Expr* expr, ir::Builtin builtin,
                                const ir::Symbol* variable);

/// Whether carrying out the statements twice in a row is the same as once.
bool is_idempotent(const checked::Block& statements);

using ir::mentions;
/// Calls `visit` for every symbol that the statement names, or one inside of it.
void walk_symbols(const checked::Stmt* stmt, const std::function<void(const ir::Symbol*)>& visit);
/// Whether the loop changes something that the expression, of its head and maybe null, reads. The head is evaluated
/// once, so the value has to be kept then.
bool changes_part_of(const checked::Stmt& loop, const ir::Expr* expr);

}  // namespace maxwarp::parallel
