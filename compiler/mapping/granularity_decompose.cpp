// granularity=decompose: workload decomposition ([R] §III-A, Fig. 4, "WD"). The edges of the active nodes are
// dealt out evenly: running sums of the degrees, and each thread searches them for its first (node, edge).
// Legal where the neighbor loop is distributive (D), since one node's edges may go to several threads.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Direction;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

std::optional<Refusal> refuse(const LoopPlan &plan) {
  if (plan.region.domain == parallel::Domain::NodeSet)
    return Refusal{"the nodes come from a set, which has no running sums of degrees yet", plan.region.location};
  const analysis::Fact &fact = plan.facts.distributive;
  if (fact) return std::nullopt;
  return Refusal{fact.why, fact.place};
}

// One block computes the running sums; the next stage starts when it is done.
mapped::Control *scan(LoopPlan &plan, const Symbol *list, const Symbol *offsets, Direction direction) {
  mapped::Stage *stage = plan.program.stage(plan.region.name + "_scan", "running sums of the degrees of the active nodes");
  stage->team.kind = mapped::TeamKind::Block;
  Stmt *stmt = plan.arena.stmt(StmtKind::ScanDegrees);
  stmt->symbol = list;
  stmt->storage = offsets;
  stmt->direction = direction;
  stage->body = {stmt};
  stage->block = 1024;
  return run(plan, stage);
}

void split(LoopPlan &plan, mapped::Stage *stage, ir::Body body, Stmt *loop) {
  stage->body = std::move(body);
  stage->source.kind = mapped::SourceKind::EvenShares;
  stage->source.direction = loop->direction;
  stage->purpose = "an equal share of the edges a thread";
  stage->first = plan.arena.local("first", ir::Scalar::Edge);
  stage->end = plan.arena.local("end", ir::Scalar::Edge);
  loop->first = plan.arena.reference(stage->first);
  loop->end = plan.arena.reference(stage->end);
}

void rewrite(LoopPlan &plan) {
  const mapped::Stage whole = *plan.main;
  const Symbol *list = whole.source.list;
  const Symbol *offsets = list ? make_storage(plan, "offsets", mapped::StorageKind::Offsets, ir::Scalar::Edge) : nullptr;
  std::vector<mapped::Control *> round(plan.round.begin(), plan.round.end() - 1);  // all but the main stage
  bool first = true;
  for (auto &[body, loop] : cut_operator(plan, whole.body)) {
    mapped::Stage *stage = first ? plan.main : sibling(plan, whole, whole.name + "_in", {});
    stage->source.offsets = offsets;
    split(plan, stage, std::move(body), loop);
    if (list) round.push_back(scan(plan, list, offsets, loop->direction));
    round.push_back(run(plan, stage));
    first = false;
  }
  plan.round = round;
  plan.explanation.push_back(
      "granularity=decompose: the edges of the active nodes are dealt out evenly, through running sums of their degrees");
}

}  // namespace

const Technique granularity_decompose{
    .key = "granularity",
    .form = "decompose",
    .source = "[R] WD, §III-A, Fig. 4",
    .summary = "edges of the active nodes split evenly over the threads; CSR only",
    .machines = gpu_only,
    .needs = {{"activation", "data|hybrid"}, {"outliers", "none"}},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
