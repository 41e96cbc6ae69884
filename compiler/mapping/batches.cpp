// Where batches of edges (`gather=N`) pay, which the degrees of the graph decide. A virtual warp of W lanes does a row
// of up to W edges in one step, and has nothing to read ahead; a thread with work for the whole device needs few
// registers rather than reads of a batch that is hardly ever full. For such graphs the host starts the kernel of
// batches of one edge: the loop as it is without `gather`. In the small rounds of a road network a thread waits for its
// reads, so batches stay there (measured: bench/results/2026-11-28-gather-h200.md). A search that lanes share reads
// what is behind the edge that it finds in vain: rows should fill a batch of all its lanes, or a warp (measured:
// bench/results/2026-11-29-rounds-h200.md).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::ControlKind;
using mapped::Stage;
using mapped::TeamKind;

constexpr int warp_lanes = 32;

// How many edges the loops of a stage have in a batch; 1 where they have none, or not all as many.
int edges_of(const Stage& stage) {
  int edges = 0;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind != ir::StmtKind::NeighborLoop || stmt->batch == 1 || stmt->unrolled) return;
    edges = edges == 0 || edges == stmt->batch ? stmt->batch : 1;
  });
  return edges;
}

// Whether a loop in batches ends for all lanes when one of them finds something.
bool searches(const Stage& stage) {
  bool found = false;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) { found = found || (stmt->batch > 1 && stmt->found); });
  return found;
}

// From how many edges per node on, on average. 0: always.
int least_degree(const Stage& stage, int edges, bool in_rounds) {
  if (stage.team.chosen) return 0;
  if (stage.team.kind == TeamKind::Tile)
    return searches(stage) ? std::min(edges * stage.team.width, warp_lanes) : stage.team.width / 2;
  const bool of_device = stage.source.kind == mapped::SourceKind::Nodes && !in_rounds && !stage.unready;
  return stage.team.kind == TeamKind::Lane && of_device ? edges : 0;
}

void decide(mapped::Program& program, const mapped::Sequence& controls, bool in_rounds) {
  for (const mapped::Control* control : controls) {
    if (control->kind == ControlKind::Resident || control->kind == ControlKind::LaunchGraph) continue;
    decide(program, control->body, in_rounds || control->kind == ControlKind::Rounds);
    decide(program, control->other, in_rounds);
    Stage* stage = control->stage;
    if (!stage || stage->outlined || stage->gather) continue;
    const int edges = edges_of(*stage), degree = edges > 1 ? least_degree(*stage, edges, in_rounds) : 0;
    if (degree == 0) continue;
    stage->gather = {edges, degree};
    program.explanation.push_back(fmt::format("{}: gather={}: edge by edge in graphs of fewer than {} edge{} per node",
                                              stage->name, edges, degree, degree == 1 ? "" : "s"));
  }
}

}  // namespace

void decide_batches(mapped::Program& program) { decide(program, program.body, false); }

}  // namespace maxwarp::mapping
