// granularity=decompose[:thread]: workload decomposition ([R] §III-A, Fig. 4, "WD"). The edges of the active nodes are
// split evenly, by a prefix sum of the degrees. decompose: each warp has an equal share of neighboring edges and takes
// 32 at a time, a lane each; the lanes find in the sums to which nodes they belong. decompose:thread is the paper's:
// each thread has an equal share of neighboring edges, and walks on from node to node; the lanes of a warp then read
// far apart. What a thread reads of a node it reads once for all of the node's edges in its share, and it collects what
// these add to the node. [R] finds where threads begin in a kernel of its own; here they do it themselves. Of few nodes
// every block makes the sums for itself, in the same launch. Legal where the neighbor loop is distributive (D), since
// one node's edges may go to several threads.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// All blocks work on the running sums: each scans ranges of the list, then adds to a range what stands before it.
mapped::Control* scan(LoopPlan& plan, StmtKind step, const std::string& name, const std::string& purpose,
                      const mapped::Stage& shares) {
  const bool in = shares.source.direction == ir::Direction::In;
  mapped::Stage* stage = plan.program.stage(plan.region.name + name, purpose + (in ? ", for incoming edges" : ""));
  stage->location = plan.region.location;
  stage->source.kind = mapped::SourceKind::Grid;
  stage->source.count = shares.source.count;
  stage->team.kind = mapped::TeamKind::Block;
  Stmt* stmt = plan.arena.stmt(step);
  stmt->symbol = shares.source.list;
  stmt->storage = shares.source.offsets;
  stage->body = {stmt};
  return run(plan, stage);
}

// The nodes of a set as a worklist, whose degrees can be added up.
const Symbol* list_set(LoopPlan& plan, const mapped::Stage& whole, std::vector<mapped::Control*>& round) {
  const Symbol* list = make_storage(plan, "listed", mapped::StorageKind::Worklist);
  mapped::Stage* stage = sibling(plan, whole, whole.name + "_list", {});
  stage->purpose = "copies the set to a worklist";
  stage->of_operator = false;
  stage->item = plan.arena.local(whole.item->name, ir::Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* push = plan.arena.stmt(StmtKind::Push);
  push->storage = list;
  push->value = plan.arena.reference(stage->item);
  stage->body = {push};
  round.insert(round.end(), {clear(plan, list), run(plan, stage)});
  return list;
}

// A thread's share has several nodes, and of each some edges, over which the loop runs.
void work_on_parts(ir::Arena& arena, mapped::Stage& stage, const ir::Body& body, Stmt* loop) {
  stage.first = arena.local("first", ir::Scalar::Edge);
  stage.end = arena.local("end", ir::Scalar::Edge);
  loop->first = arena.reference(stage.first);
  loop->end = arena.reference(stage.end);
  stage.body = body;
  stage.source.direction = loop->direction;
  stage.source.by_thread = true;
}

void deal_out(LoopPlan& plan, mapped::Stage* stage, const ir::Body& body, Stmt* loop, const Symbol* list,
              const Balance& balance) {
  balance.by_thread ? work_on_parts(plan.arena, *stage, body, loop) : work_on_edges(*stage, body, loop);
  stage->source.kind = mapped::SourceKind::EdgeBalanced;
  stage->source.list = list;
  stage->source.done = balance.done;
  stage->purpose = balance.by_thread ? "an equal share of the edges per thread"
                                     : "an equal share of the edges per warp, one edge per lane";
}

// The sums of few nodes cost no launches of their own.
std::vector<mapped::Control*> shares(LoopPlan& plan, mapped::Stage* stage, ir::Body body, Stmt* loop,
                                     const Symbol* list, const Symbol* offsets, const Balance& balance) {
  const Symbol* count = stage->source.count;
  if (!list || !count) return share_evenly(plan, stage, body, loop, list, offsets, balance);
  mapped::Stage* few = sibling(plan, *stage, stage->name + "_few", {});
  mapped::Control* choice = plan.program.control(mapped::ControlKind::If, plan.region.location);
  choice->condition = plan.arena.binary(ir::BinaryOp::Le, plan.arena.reference(count), plan.arena.integer(few_nodes),
                                        ir::Scalar::Bool);
  auto [same, same_loop] = copy_with(plan.arena, body, loop);
  choice->body = {share_few(plan, few, same, same_loop, list, balance)};
  choice->other = share_evenly(plan, stage, body, loop, list, offsets, balance);
  return {choice};
}

void decompose(LoopPlan& plan, const Balance& balance) {
  const mapped::Stage whole = *plan.stage();
  mapped::Sequence round;
  const Phases phases = phases_of(plan, whole.body);
  run_before(plan, whole, phases, round);
  const bool set = whole.source.kind == mapped::SourceKind::Set;
  const Symbol* list = set ? list_set(plan, whole, round) : whole.source.list;
  const Symbol* offsets = list ? make_storage(plan, "offsets", mapped::StorageKind::Offsets, ir::Scalar::Edge)
                               : nullptr;
  bool first = true;
  for (auto& [body, loop] : cut_operator(plan, phases.loops)) {
    mapped::Stage* stage = first ? plan.stage() : sibling(plan, whole, whole.name + "_in", {});
    for (mapped::Control* control : shares(plan, stage, std::move(body), loop, list, offsets, balance))
      round.push_back(control);
    first = false;
  }
  run_after(plan, whole, phases, round);
  plan.way().operation = round;
  plan.explanation.push_back(
      "granularity=decompose: the edges of the active nodes are split evenly, by a prefix sum of their "
      "degrees");
}

void by_thread(LoopPlan& plan) {
  decompose(plan, {.by_thread = true});
  plan.explanation.push_back("granularity=decompose:thread: the edges of a share are neighbors, and one thread's");
}

}  // namespace

std::vector<mapped::Control*> share_evenly(LoopPlan& plan, mapped::Stage* stage, const ir::Body& body, Stmt* loop,
                                           const Symbol* list, const Symbol* offsets, const Balance& balance) {
  deal_out(plan, stage, body, loop, list, balance);
  stage->source.offsets = offsets;
  if (!list) return {run(plan, stage)};
  mapped::Control* sums = scan(plan, StmtKind::ScanDegrees, "_scan",
                               "prefix sum of the degrees on the list, one range per block", *stage);
  Stmt* degrees = sums->stage->body.front();
  degrees->direction = loop->direction;
  degrees->value = balance.done ? plan.arena.reference(balance.done) : nullptr;
  return {sums, scan(plan, StmtKind::AddBlockOffsets, "_sums", "adds to each range the sum of those before it", *stage),
          run(plan, stage)};
}

mapped::Control* share_few(LoopPlan& plan, mapped::Stage* stage, const ir::Body& body, Stmt* loop, const Symbol* list,
                           const Balance& balance) {
  deal_out(plan, stage, body, loop, list, balance);
  stage->source.sums_of_block = few_nodes;
  stage->purpose += ", for few nodes: each block makes the prefix sum itself";
  return run(plan, stage);
}

const Technique granularity_decompose_thread{
    .key = "granularity",
    .form = "decompose:thread",
    .source = "[R] WD, §III-A, Fig. 4",
    .summary = "edges of the active nodes split evenly, neighboring ones to one thread, which walks from node to node",
    .machines = gpu_only,
    .trials = {"decompose:thread"},
    .probes = {"decompose:thread"},
    .provides = {Capability::NodeWorklist, Capability::NodeLists},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse_cut,
    .rewrite = by_thread,
};

const Technique granularity_decompose{
    .key = "granularity",
    .form = "decompose",
    .source = "[R] WD, §III-A",
    .summary = "edges of the active nodes split evenly over the warps, one edge per lane; CSR only",
    .machines = gpu_only,
    .provides = {Capability::NodeWorklist, Capability::NodeLists},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse_cut,
    .rewrite = [](LoopPlan& plan) { decompose(plan, {}); },
};

}  // namespace maxwarp::mapping
