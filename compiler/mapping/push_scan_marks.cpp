// push=scan:marks: as push=scan, over marks. The operator leaves marks, which every writer stores alike, so that no
// claim keeps duplicates away; then all marked nodes are counted, the counts summed up, and the nodes written. That
// looks at all nodes every round, whatever is active; the list comes out without duplicates and in ascending order.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  const auto lists = std::ranges::count_if(plan.ways, [](const Way& way) { return way.sink == Sink::List; });
  if (lists < 2) return std::nullopt;
  return not_yet("rounds of two kinds append to its list", plan.region.location);
}

void rewrite(LoopPlan& plan) {
  if (!plan.next.marks) mark_next(plan, "marks");  // each node was activated once; it is marked all the same
  for (mapped::Stage* stage : round_stages(plan))
    replace_activations(plan, *stage, [&](Stmt*, const Stmt* activated) {
      return ir::Body{mark(plan, activated, plan.next.marks, stage->round)};
    });
  plan.way().sink = Sink::Marks;  // the list gets its length from the sums
  const ir::Symbol* counts = make_storage(plan, "marked", mapped::StorageKind::Counts);
  Stmt *count = plan.arena.stmt(StmtKind::CountMarked), *sum = plan.arena.stmt(StmtKind::SumCounts),
       *place = plan.arena.stmt(StmtKind::PlaceMarked);
  count->symbol = place->symbol = plan.next.marks;
  count->value = place->value = plan.arena.reference(plan.rounds->round);
  count->storage = sum->storage = place->of = counts;
  sum->symbol = place->storage = plan.next.list;
  plan.way().after_round.push_back(run_step(plan, "_count", "how many nodes of each stretch are marked", count));
  plan.way().after_round.push_back(run_step(plan, "_sums", "where the marked nodes of each stretch go", sum, 1024));
  plan.way().after_round.push_back(
      run_step(plan, "_place", "the marked nodes, to the worklist of the next round", place));
  plan.explanation.push_back(
      "push=scan:marks: activated nodes are marked; they are counted, the counts are summed up, and the nodes are "
      "written in ascending order, without an atomic operation");
}

}  // namespace

const Technique push_scan_marks{
    .key = "push",
    .form = "scan:marks",
    .source = "beyond ([N] §III-D)",
    .summary = "no atomics: nodes are marked; prefix sums over the marks of all nodes give their places",
    .machines = gpu_only,
    .trials = {"scan:marks"},
    .probes = {"scan:marks"},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeWorklist, Capability::UniqueEntries, Capability::RoundMarks},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
