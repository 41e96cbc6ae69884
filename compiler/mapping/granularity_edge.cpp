// granularity=edge: one thread per edge, on the list of edges with both ends (COO) ([R] §II-B, "EP"). Where only some
// nodes act, their edges are listed first, those of a node with one atomic addition ([R] §IV-D, work chunking). Legal
// where the neighbor loop is distributive (D): every edge repeats what is read at its node.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;

// A `break` that only saved work has no loop to leave any more.
void drop_breaks(Body& body) {
  std::erase_if(body, [](const Stmt* stmt) { return stmt->kind == ir::StmtKind::Break; });
  for (Stmt* stmt : body) {
    if (ir::is_loop(stmt)) continue;
    drop_breaks(stmt->body);
    drop_breaks(stmt->other);
  }
}

// The edge stands where the loop stood: its body takes the place of the loop.
Body without_loop(const Body& body, const Stmt* loop) {
  Body result;
  for (Stmt* stmt : body) {
    if (stmt == loop) {
      drop_breaks(stmt->body);
      result.insert(result.end(), stmt->body.begin(), stmt->body.end());
      continue;
    }
    stmt->body = without_loop(stmt->body, loop);
    stmt->other = without_loop(stmt->other, loop);
    result.push_back(stmt);
  }
  return result;
}

// Lists the edges of the nodes that `whole` runs over.
mapped::Stage* list_edges(LoopPlan& plan, const mapped::Stage& whole, const ir::Symbol* list, ir::Direction direction) {
  const bool out = direction == ir::Direction::Out;
  mapped::Stage* stage = sibling(plan, whole, whole.name + "_edges", {});
  stage->of_operator = false;
  stage->purpose = out ? "lists the edges of the nodes that act" : "lists the incoming edges of the nodes that act";
  stage->item = plan.arena.local(whole.item->name, ir::Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* push = plan.arena.stmt(ir::StmtKind::Push);
  const ir::Expr* node = plan.arena.reference(stage->item);
  push->storage = list;
  push->value = plan.arena.call(out ? ir::Builtin::RowBegin : ir::Builtin::ColumnBegin, ir::Scalar::Edge, {node});
  push->end = plan.arena.call(out ? ir::Builtin::RowEnd : ir::Builtin::ColumnEnd, ir::Scalar::Edge, {node});
  stage->body = {push};
  stage->team = {.kind = mapped::TeamKind::Tile,
                 .width = 32,
                 .chunk = 4};  // the many edges of one node are no work for one thread
  return stage;
}

void rewrite(LoopPlan& plan) {
  const mapped::Stage whole = *plan.stage();
  const bool some = whole.source.kind != mapped::SourceKind::Nodes;
  const ir::Symbol* list = some ? make_storage(plan, "edge_list", mapped::StorageKind::EdgeList, ir::Scalar::Edge)
                                : nullptr;
  mapped::Sequence round;
  const Phases phases = phases_of(plan, whole.body);
  run_before(plan, whole, phases, round);
  bool first = true;
  for (const auto& [body, loop] : cut_operator(plan, phases.loops)) {
    mapped::Stage* stage = first ? plan.stage() : sibling(plan, whole, whole.name + "_in", {});
    work_on_edges(*stage, body, loop);
    if (some) {
      stage->source.list = list;
      round.insert(round.end(), {clear(plan, list), run(plan, list_edges(plan, whole, list, loop->direction))});
    }
    round.push_back(run(plan, stage));
    first = false;
  }
  run_after(plan, whole, phases, round);
  plan.way().operation = round;
  plan.explanation.push_back(std::string("granularity=edge: one thread per edge, on the edge list (COO)") +
                             (some ? "; the edges of the nodes that act are listed first" : ""));
}

}  // namespace

void work_on_edges(mapped::Stage& stage, const Body& body, const Stmt* loop) {
  stage.body = without_loop(body, loop);
  stage.source.kind = mapped::SourceKind::Edges;
  stage.source.direction = loop->direction;
  stage.target = loop->symbol;
  stage.first = loop->edge;
  stage.purpose = "one thread per edge";
}

const Technique granularity_edge{
    .key = "granularity",
    .form = "edge",
    .source = "[R] EP, §II-B",
    .summary = "one thread per edge on a COO copy; data-driven loops first list the edges of the active nodes",
    .machines = gpu_only,
    .provides = {Capability::NodeWorklist},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse_cut,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
