// Small constructors of mapped structure that several techniques share.
#pragma once

#include <functional>

#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

/// A workspace storage of its own symbol, named after `name`.
const ir::Symbol* make_storage(LoopPlan& plan, const std::string& name, mapped::StorageKind kind,
                               ir::Scalar scalar = ir::Scalar::Int);

void append(mapped::Sequence& to, const mapped::Sequence& controls);

/// Visits the stages of a sequence, with those inside of loops.
void each_stage(const mapped::Sequence& sequence, const std::function<void(mapped::Stage&)>& visit);
/// All stages of a sequence, with those inside of loops of the host.
std::vector<mapped::Stage*> stages_of(const std::vector<mapped::Control*>& sequence);

mapped::Control* run(LoopPlan& plan, mapped::Stage* stage);
/// Runs a stage of one statement, whose name ends in `suffix`: by one block of `block` threads, or (0) the whole grid.
mapped::Control* run_step(LoopPlan& plan, const char* suffix, const char* purpose, ir::Stmt* stmt, int block = 0);
mapped::Control* clear(LoopPlan& plan, const ir::Symbol* storage);
mapped::Control* swap(LoopPlan& plan, const ir::Symbol* a, const ir::Symbol* b);
mapped::Control* read_back(LoopPlan& plan, const ir::Symbol* host, const ir::Symbol* storage);
/// All bits of the next frontier as nodes to its list; the bits are cleared where they are read.
mapped::Sequence compact_next(LoopPlan& plan);
/// The bits that become the list of the next round stay, in `front`, for a way that asks them; all ways end alike.
void keep_bits(LoopPlan& plan, const ir::Symbol* front);
/// A stage that clears the bits of `bits`; `when`: a part of its comment.
mapped::Control* clear_bits(LoopPlan& plan, const ir::Symbol* bits, const char* when);

/// A cell of the workspace that holds a number of 64 bits.
const ir::Symbol* workspace_cell(mapped::Program& program, const std::string& name);

/// The name of the kernel or graph of an outermost loop: `rounds`, `rounds_2`, …
std::string rounds_name(const mapped::Program& program);

/// Nothing where the fact holds, else why it does not.
std::optional<Refusal> refuse_without(const analysis::Fact& fact);

/// How many nodes a virtual warp takes at a time (`chunk=auto`): so many, or of many that do not take part so many for
/// each of its lanes.
inline constexpr int usual_chunk = 4, chunk_of_lane = 2;

/// Whether the body is one condition, without an else.
bool is_condition(const ir::Body& body);
/// Whether only items act that a gate or a condition lets through.
bool picks_items(const mapped::Stage& stage);

/// The next frontier gets marks, at first of no round.
void mark_next(LoopPlan& plan, const std::string& name);

/// Whether the control is the one that never_marked makes for `marks`.
bool begins_unmarked(const mapped::Control& control, const ir::Symbol* marks);

/// Takes the marks away again: nothing asks for them.
void drop_next_marks(LoopPlan& plan);

/// A stage over all nodes that sets every mark of `marks` to `never`.
mapped::Control* never_marked(LoopPlan& plan, const ir::Symbol* marks);

/// Node `value` gets the number `round` in `marks`.
ir::Stmt* mark(LoopPlan& plan, const ir::Stmt* activation, const ir::Symbol* marks, const ir::Expr* round);

/// A list that takes turns with one of the lists of the loop within a round, or null. Their room has to be the same,
/// then.
const ir::Symbol* exchanged_in_round(const LoopPlan& plan);

/// The control that asks the host for a larger worklist, in a sequence or in what is in it, or null. No kernel can do
/// that.
const mapped::Control* growing_list(const mapped::Sequence& controls);

/// Why no kernel and no graph can run the stages: the host starts one with the width that it has chosen. Or nothing.
std::optional<Refusal> refuse_chosen_widths(const mapped::Sequence& controls);

/// The stages that activate nodes: the first activation and those of a round.
std::vector<mapped::Stage*> activating_stages(const LoopPlan& plan);

/// Replaces what feeds the worklist of the next round (a push, alone or under a claim, or after a mark) in a stage by
/// what `instead` makes of it. The node is the value of `activated`: the push, or the claim around it.
using Activation = std::function<ir::Body(ir::Stmt* push, const ir::Stmt* activated)>;
void replace_activations(LoopPlan& plan, mapped::Stage& stage, const Activation& instead);

/// Reads the bounds of the row of a node that `push` pushes in pieces or as its edges, and gives them to it.
ir::Body bounds_of_row(LoopPlan& plan, ir::Stmt* push);

/// Every push to `list` goes to `batch`, which the stage still has to get, instead. Whether there is one.
bool through_batch(ir::Body& body, const ir::Symbol* list, const ir::Symbol* batch, bool shared = false);

/// The host scalar that is zero when no node is active.
const ir::Symbol* make_count(LoopPlan& plan);

/// There is a first round, and another one after each that has raised `flag`.
void repeat_while_raised(LoopPlan& plan, const ir::Symbol* flag);

/// The first activation where marks alone tell the next frontier, and who says its size then and after each round: a
/// flag that activations raise, or, where `until` asks how many nodes are active, a pass that counts them.
void begin_marked(LoopPlan& plan);

/// How many entries `share` times all nodes are: as many as such a list has room for.
const ir::Expr* list_room(LoopPlan& plan, double share);
/// How the length of the list compares with `most_listed` times the number of nodes.
const ir::Expr* compare_listed(LoopPlan& plan, ir::BinaryOp op);

/// How many nodes' next marks are `round`, to `cell`.
mapped::Sequence count_marked(LoopPlan& plan, const ir::Expr* round, const ir::Symbol* cell);

/// A stage that carries out `action` for every node whose next marks are `round`, or whose next bit is set; a Push gets
/// the node.
mapped::Stage* for_marked(LoopPlan& plan, const std::string& name, const char* purpose, const ir::Expr* round,
                          ir::Stmt* action);

/// The nodes whose next marks are `round`, to `list`.
mapped::Control* list_marked(LoopPlan& plan, const std::string& name, const char* purpose, const ir::Expr* round,
                             const ir::Symbol* list, ir::Reserve reserve);

/// The same for the worklist of the next round, which has overflowed.
mapped::Control* push_marked(LoopPlan& plan, const ir::Expr* round);

/// The stage that activates the first nodes of the `iterate` (round 0): from all nodes, a set or a list.
mapped::Control* first_activation(LoopPlan& plan);

/// `number of the round` - 1 == marks[node], or its bit is set: the node was activated in the last round; where that
/// lasts, at some time.
const ir::Expr* is_active(LoopPlan& plan, const ir::Symbol* marks, const ir::Symbol* node);

/// Why the loop's `until` is in the way of a technique with which `why`, or nothing.
std::optional<Refusal> refuse_until(const LoopPlan& plan, const std::string& why);

/// Why `who` (thread, block) may not run, in the same round, what it has activated itself, or nothing.
std::optional<Refusal> refuse_running_ahead(const LoopPlan& plan, const std::string& who);

/// Whether a fence has to part the changes of a node that runs in the same round from its run.
bool needs_fence(const LoopPlan& plan);

/// The expression, said of the node `to` where it speaks of `from`.
const ir::Expr* said_of(LoopPlan& plan, const ir::Expr* expr, const ir::Symbol* from, const ir::Symbol* to);

/// The number of edges at `node` that the neighbor loops directly at it walk.
const ir::Expr* work_of(LoopPlan& plan, const ir::Body& body, const ir::Symbol* node);

/// Drops declarations that nothing names, and conditions with nothing in them.
void drop_unused(ir::Body& body);

/// What the operator does outside of its neighbor loops, with what that needs. It is independent of the loops where D
/// holds.
ir::Body rest_of(LoopPlan& plan, const ir::Body& body);

/// An operator whose edges are cut among threads: `loops` has its neighbor loops, with what these take. Where it runs
/// in phases (Facts::in_phases), it has no effects outside of them; else what has is done in `before`, too.
struct Phases {
  ir::Body before, loops, after;
};

/// Why one node's edges cannot be cut among threads, or nothing.
std::optional<Refusal> refuse_cut(const LoopPlan& plan);

/// Why operators cannot run in phases here, or nothing.
std::optional<Refusal> refuse_phases(const LoopPlan& plan);

/// Why parts of rows cannot have one stage for all neighbor loops of an operator in phases, or nothing.
std::optional<Refusal> refuse_in_turn(const LoopPlan& plan);

/// Why no list can have parts of rows as entries (`entries`: what they are, in messages), or nothing.
std::optional<Refusal> refuse_row_entries(const LoopPlan& plan, const std::string& entries);

/// The operator in phases. Legal where it can be cut.
Phases phases_of(LoopPlan& plan, const ir::Body& body);

/// Whether parts of the sum in `body`, an operator, are to be wider than it is: those of an `int` that may end inside
/// of its type where a part does not, as with values of both signs, or with values of one sign from one of the other
/// on. No number of edges makes them overflow then. A sum saturates when it is done.
bool needs_wide_parts(const ir::Stmt& of, const ir::Body& body);
/// What `body` adds to `sum`, a `long`, becomes one, too.
void widen_sum(ir::Arena& arena, ir::Body& body, const ir::Symbol* sum);
/// Adds the `long` value `sum` to the variable that `of` reduces, an `int`.
ir::Stmt* add_narrowed(ir::Arena& arena, const ir::Stmt& of, const ir::Expr* sum);

/// Adds a stage to `round` that runs the phase before or after the loops for the items of `whole`, if there is one.
void run_before(LoopPlan& plan, const mapped::Stage& whole, const Phases& phases, mapped::Sequence& round);
void run_after(LoopPlan& plan, const mapped::Stage& whole, const Phases& phases, mapped::Sequence& round);

/// Copies of the operator, one a neighbor loop, in which that loop stands alone. Legal for the `loops` of its phases.
std::vector<std::pair<ir::Body, ir::Stmt*>> cut_operator(LoopPlan& plan, const ir::Body& body);

/// The stage runs `body`, an operator with the one neighbor loop `loop`, once an edge instead. Legal where D holds.
void work_on_edges(mapped::Stage& stage, const ir::Body& body, const ir::Stmt* loop);

/// Who has equal shares of edges: warps, an edge a lane, or threads. `done`: host scalar, edges of each node that have
/// been walked, or null.
struct Balance {
  const ir::Symbol* done = nullptr;
  bool by_thread = false;
};

/// The stage runs `body`, an operator with the one neighbor loop `loop`, for equal shares of the edges of the nodes on
/// `list` (null: of all nodes); with what has to run before it. Legal where D holds.
std::vector<mapped::Control*> share_evenly(LoopPlan& plan, mapped::Stage* stage, const ir::Body& body, ir::Stmt* loop,
                                           const ir::Symbol* list, const ir::Symbol* offsets, const Balance& balance);

/// The same for a list of at most `few_nodes` nodes, with nothing before it.
inline constexpr int few_nodes = 1024;
mapped::Control* share_few(LoopPlan& plan, mapped::Stage* stage, const ir::Body& body, ir::Stmt* loop,
                           const ir::Symbol* list, const Balance& balance);

/// The operator of a stage runs from the other ends of its edges: a node looks for its in-neighbors in `active`. Legal
/// where Facts::pullable holds. `of_threads`: an item is one thread's; what its first active in-neighbor settles is
/// done after the loop, so that the threads of a warp do it together.
void turn_around(LoopPlan& plan, mapped::Stage& stage, const ir::Symbol* active, bool of_threads);

/// A copy of the body, and what the statement `stmt` of it has become.
std::pair<ir::Body, ir::Stmt*> copy_with(ir::Arena& arena, const ir::Body& body, const ir::Stmt* stmt);

/// A new stage of the same round with the source, team and item of `like` and another body.
mapped::Stage* sibling(LoopPlan& plan, const mapped::Stage& like, const std::string& name, ir::Body body);

}  // namespace maxwarp::mapping
