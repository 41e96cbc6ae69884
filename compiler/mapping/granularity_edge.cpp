// granularity=edge: one thread an edge, on the list of edges with both ends (COO) ([R] §II-B, "EP").
// Legal where the neighbor loop is distributive (D): every edge repeats what is read at its node.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;

std::optional<Refusal> refuse(const LoopPlan &plan) {
  if (plan.region.domain == parallel::Domain::NodeSet)
    return Refusal{"the nodes come from a set, and the edge list does not know which nodes are in it", plan.region.location};
  const analysis::Fact &fact = plan.facts.distributive;
  if (fact) return std::nullopt;
  return Refusal{fact.why, fact.place};
}

// A `break` that only saved work has no loop to leave any more.
void drop_breaks(Body &body) {
  std::erase_if(body, [](const Stmt *stmt) { return stmt->kind == ir::StmtKind::Break; });
  for (Stmt *stmt : body) {
    if (ir::is_inner_loop(stmt) || stmt->kind == ir::StmtKind::While || stmt->kind == ir::StmtKind::For)
      continue;
    drop_breaks(stmt->body);
    drop_breaks(stmt->other);
  }
}

// The edge stands where the loop stood: its body takes the place of the loop.
Body without_loop(const Body &body, const Stmt *loop) {
  Body result;
  for (Stmt *stmt : body) {
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

void rewrite(LoopPlan &plan) {
  const mapped::Stage whole = *plan.main;
  bool first = true;
  for (const auto &[body, loop] : cut_operator(plan, whole.body)) {
    mapped::Stage *stage = first ? plan.main : sibling(plan, whole, whole.name + "_in", {});
    work_on_edges(*stage, body, loop);
    if (!first) plan.round.push_back(run(plan, stage));
    first = false;
  }
  plan.explanation.push_back("granularity=edge: one thread an edge, on the edge list (COO)");
}

}  // namespace

void work_on_edges(mapped::Stage &stage, const Body &body, const Stmt *loop) {
  stage.body = without_loop(body, loop);
  stage.source.kind = mapped::SourceKind::Edges;
  stage.source.direction = loop->direction;
  stage.target = loop->symbol;
  stage.first = loop->edge;
  stage.purpose = "one thread an edge";
}

const Technique granularity_edge{
    .key = "granularity",
    .form = "edge",
    .source = "[R] EP, §II-B",
    .summary = "one thread an edge on a COO copy; neighbor loops that carry only broadcasts",
    .machines = gpu_only,
    .needs = {{"activation", "topology"}, {"outliers", "none"}, {"split", "none"}},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
