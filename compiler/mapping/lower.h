// The steps of the mapping pipeline that belong to no single technique. They run at fixed places between
// the slots; map.cpp says where and why.
#pragma once

#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

/// Adds the stage that sets an element or cell, or all elements of a property, or has one beside it do so.
void add_set(mapped::Program& program, const parallel::Control& control, mapped::Sequence& into);
void add_fill(mapped::Program& program, const parallel::Control& control, mapped::Sequence& into);

/// Takes the last fill of a property out of the initial values in `from`, and the stage that has nothing left.
void take_out_fill(mapped::Program& program, const ir::Symbol* property, mapped::Sequence& from);

/// Wraps the body of each gated stage: only items that were activated in the last round act. Staged chunks hold only
/// items that take part.
void gate_items(LoopPlan& plan);

/// Replaces Activate by what feeds the set of the next round: claim and push, or mark and raise.
void sink_activations(LoopPlan& plan);

/// Makes the sums of inner loops at their own item in variables, where one team runs all of the item's edges.
void collect_own_sums(mapped::Program& program, mapped::Stage& stage);
/// The same for the loops of `body` and their sums at `node`.
void sum_at(ir::Arena& arena, const mapped::Stage& stage, const ir::Symbol* node, ir::Body& body);

/// Makes the sums of inner loops in variables of the iteration exact, where values of both signs are added.
void collect_local_sums(mapped::Program& program, mapped::Stage& stage);

/// Where the parts of integer sums to a cell meet: in the workspace.
const ir::Symbol* sum_of(mapped::Program& program, const ir::Symbol* cell);

/// The stage that adds to the cells what the loop has collected for them, or null. It runs when all others of the loop
/// are done: a saturation in between would show.
mapped::Control* settle_sums(LoopPlan& plan);

/// Sums begin as 0, once a run: each loop leaves them so.
void clear_sums(mapped::Program& program);

/// Copies what the operator reads at its own node with the staged chunk, where it is what the operator would find or
/// may be a little older, and explains what a chunk has.
void copy_own_values(LoopPlan& plan, mapped::Stage& stage);

/// Splits the operator into SISD and SIMD parts for the stage's team ([H] §3.1): neighbor loops become
/// strided where their iterations are independent, serial effects go to one lane, values that one lane
/// must read for all are broadcast. A Lane team needs none of it.
void lower_team(mapped::Program& program, mapped::Stage& stage);

/// Makes the searches that the lanes of a team share end for all of them at once. After the team has been lowered.
void vote_in_searches(ir::Arena& arena, mapped::Stage& stage);

/// Makes the loops of which a lane has several indices at a time (Stmt::batch of a RangeLoop) do so, where a team
/// divides them; others have one.
void put_side_by_side(ir::Arena& arena, mapped::Stage& stage);

/// Whether a block goes through a loop over components by columns (Stride::Columns), where that is wanted.
bool goes_by_columns(const mapped::Stage& stage, const ir::Stmt* loop);

/// Whether the iterations of an inner loop share nothing but reductions, so that different lanes may run them.
bool any_lane_runs(const mapped::Stage& stage, const ir::Stmt* loop);

/// Explains which neighbor loops the lanes of a team do not divide, and why. Before the team is lowered.
void explain_undivided(LoopPlan& plan, const mapped::Stage& stage);

/// Items that a gate or a condition of the stage does not let through weigh nothing when others are donated.
void weigh_acting_items(mapped::Stage& stage);

/// A tally of the run gets its name in every operator that counts in it.
void open_shared_tallies(mapped::Program& program, mapped::Stage& stage);

/// Decides how each store and reduction is carried out: plain, relaxed, atomic, or collected per thread.
void decide_updates(mapped::Program& program, mapped::Stage& stage);

/// Has an observer told of the stages of a round, before and after each runs, as Program::instrument says: of those
/// with a loop over neighbors, whose lanes count the steps of the loop, too, on a GPU where an item has one and leaves
/// it at its end; or of all stages, when they begin and end.
void observe_stages(LoopPlan& plan);
/// The first of these two.
void tell_stages(LoopPlan& plan);

/// Makes the operator a function of its own where several teams or stages of the loop run it.
void outline_operators(LoopPlan& plan);

/// Nodes as values get the numbers of the graph that was given, and are found by them where they are used as nodes.
void keep_own_numbers(mapped::Program& program, const parallel::Program& source);

/// Inserts read-backs of device cells that host expressions name.
void read_cells(mapped::Program& program);

/// In the loops of a resident kernel: lets cleared cells and list lengths rotate. What has to be cleared before it.
mapped::Sequence rotate_cleared(mapped::Program& program, mapped::Control& resident);

/// Whether work for every node may move into the kernel: it is a resident one of the whole grid.
bool may_take_in(const mapped::Control& kernel);

/// The last resident kernel of `around` takes in what stands right before it and is little work per item.
void take_in_prologue(const mapped::Program& program, mapped::Sequence& around);

/// Decides the launch of each stage and resident kernel, or on a CPU the schedule of each stage's loop.
void decide_launches(mapped::Program& program);
/// Whether a thread does a fixed number of steps per item.
bool is_light(const mapped::Stage& stage);
/// Whether a stage is launched with as many blocks as the device holds, whatever the number of its items.
bool fills_device(const mapped::Stage& stage);

/// Where loops go by batches of edges in dense graphs only: in kernels that the host starts.
void decide_batches(mapped::Program& program);

/// Where edges have 32 or 64 bits (`index=auto`): which stages are templates over their type.
void decide_index(mapped::Program& program);

/// Puts the grid-wide barriers into resident kernels.
void place_barriers(mapped::Program& program);

/// A form of the graph, made once before the run, and the first place that reads it.
struct FormUse {
  unsigned form;  // a GraphForm bit
  Location place;
};
/// The forms that the stages read besides the rows, each once, in the order of the stages.
std::vector<FormUse> used_forms(const mapped::Program& program);
/// The GraphForm bits that the program needs: 0 where it has nothing to do with a graph.
unsigned required_forms(const mapped::Program& program);

}  // namespace maxwarp::mapping
