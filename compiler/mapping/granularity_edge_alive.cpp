// granularity=edge:alive: one thread per edge, without the edges whose condition can no longer hold. A loop that runs
// again and again over all edges, as that of a spanning forest, soon finds most of them done with: both ends are in one
// tree. A bit an edge says so; a word of 32 bits belongs to one warp, so that nothing is atomic and the bits are all
// the memory that it takes. Legal where D holds and the condition lasts (Facts::guard_lasts).
#include <algorithm>

#include "compiler/analysis/question.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.region.domain != parallel::Domain::Nodes || plan.rounds)
    return meaningless("the loop does not run over all edges each time", plan.region.location);
  if (auto refusal = refuse_without(plan.facts.guard_lasts)) return refusal;
  if (auto refusal = refuse_cut(plan)) return refusal;
  const bool in = plan.region.body.back()->direction == ir::Direction::In;
  return in ? std::optional(not_yet("the bits are of out-edges", plan.region.location)) : std::nullopt;
}

const Expr* all_of(ir::Arena& arena, const std::vector<const Expr*>& parts) {
  const Expr* whole = nullptr;
  for (const Expr* part : parts) whole = whole ? arena.binary(ir::BinaryOp::And, whole, part, ir::Scalar::Bool) : part;
  return whole;
}

// `if what lasts: keep; if the rest: body`. All of the condition counts as lasting where facts are not checked.
void keep_under(LoopPlan& plan, Stmt* guard, const ir::Symbol* dead) {
  const std::vector<const Expr*>& known = plan.facts.lasting;
  std::vector<const Expr*> lasting, rest;
  for (const Expr* part : analysis::conjuncts_of(guard->condition)) {
    const bool lasts = known.empty() || std::ranges::find(known, part) != known.end();
    (lasts ? lasting : rest).push_back(part);
  }
  if (!rest.empty()) {
    Stmt* inner = plan.arena.stmt(StmtKind::If, guard->location);
    inner->condition = all_of(plan.arena, rest);
    inner->body = std::move(guard->body);
    guard->body = {inner};
    guard->condition = all_of(plan.arena, lasting);
  }
  Stmt* keep = plan.arena.stmt(StmtKind::Keep, guard->location);
  keep->storage = dead;
  guard->body.insert(guard->body.begin(), keep);
}

void rewrite(LoopPlan& plan) {
  const ir::Symbol* dead = make_storage(plan, "dead", mapped::StorageKind::EdgeBits);
  Stmt* begin = plan.arena.stmt(StmtKind::ClearBits, plan.region.location);
  begin->storage = dead;
  plan.program.prepare.push_back(run_step(plan, "_clear", "no edge is left out at first", begin));
  mapped::Stage* stage = plan.stage();
  const auto [body, loop] = cut_operator(plan, phases_of(plan, stage->body).loops).front();
  Stmt* guard = loop->body.front();
  work_on_edges(*stage, body, loop);
  keep_under(plan, guard, dead);
  stage->source.dead = dead;
  stage->purpose = "one thread per edge that may still count";
  plan.explanation.push_back(
      "granularity=edge:alive: one thread per edge; where the condition has failed once, it stays so, and a bit leaves "
      "the edge out from then on");
}

}  // namespace

const Technique granularity_edge_alive{
    .key = "granularity",
    .form = "edge:alive",
    .source = "beyond",
    .summary =
        "one thread per edge; edges whose condition has failed and cannot hold again are left out, by a bit "
        "each",
    .machines = gpu_only,
    .trials = {"edge:alive"},
    .probes = {"edge:alive"},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
