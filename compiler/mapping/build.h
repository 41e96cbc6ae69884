// Small constructors of mapped structure that several techniques share.
#pragma once

#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

/// A workspace storage of its own symbol, named after `name`.
const ir::Symbol *make_storage(LoopPlan &plan, const std::string &name, mapped::StorageKind kind,
                               ir::Scalar scalar = ir::Scalar::Int);

/// All stages of a sequence, with those inside of loops of the host.
std::vector<mapped::Stage *> stages_of(const std::vector<mapped::Control *> &sequence);

mapped::Control *run(LoopPlan &plan, mapped::Stage *stage);
mapped::Control *clear(LoopPlan &plan, const ir::Symbol *storage);
mapped::Control *swap(LoopPlan &plan, const ir::Symbol *a, const ir::Symbol *b);
mapped::Control *read_back(LoopPlan &plan, const ir::Symbol *host, const ir::Symbol *storage);

/// The name of the kernel or graph of an outermost loop: `rounds`, `rounds_2`, …
std::string rounds_name(const mapped::Program &program);

/// Whether the body is one condition, without an else.
bool is_condition(const ir::Body &body);
/// Whether only items act that a gate or a condition lets through.
bool picks_items(const mapped::Stage &stage);

/// A stage over all nodes that sets every mark of `marks` to `never`.
mapped::Control *never_marked(LoopPlan &plan, const ir::Symbol *marks);

/// The stage that activates the first nodes of the `iterate` (round 0): from all nodes, a set or a list.
mapped::Control *first_activation(LoopPlan &plan);

/// `number of the round` - 1 == marks[node]: the node was activated in the last round; where that lasts, at some time.
const ir::Expr *is_active(LoopPlan &plan, const ir::Symbol *marks, const ir::Symbol *node);

/// The number of edges at `node` that the neighbor loops directly at it walk.
const ir::Expr *work_of(LoopPlan &plan, const ir::Body &body, const ir::Symbol *node);

/// Copies of the operator, one a neighbor loop, in which that loop stands alone. Legal where D holds.
std::vector<std::pair<ir::Body, ir::Stmt *>> cut_operator(LoopPlan &plan, const ir::Body &body);

/// The stage runs `body`, an operator with the one neighbor loop `loop`, once an edge instead. Legal where D holds.
void work_on_edges(mapped::Stage &stage, const ir::Body &body, const ir::Stmt *loop);

/// The stage runs `body`, an operator with the one neighbor loop `loop`, for equal shares of the edges of the nodes on `list` (null:
/// of all nodes); with what has to run before it. `done`: host scalar, edges of each node that have been walked. Legal where D holds.
std::vector<mapped::Control *> share_evenly(LoopPlan &plan, mapped::Stage *stage, ir::Body body, ir::Stmt *loop, const ir::Symbol *list,
                                            const ir::Symbol *offsets, const ir::Symbol *done = nullptr);

/// A new stage of the same round with the source, team and item of `like` and another body.
mapped::Stage *sibling(LoopPlan &plan, const mapped::Stage &like, const std::string &name, ir::Body body);

}  // namespace maxwarp::mapping
