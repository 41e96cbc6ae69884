// lanes=outer|components[:N]: which loop inside of an operator the lanes of a team divide. In a loop over the
// components of vectors they take consecutive ones, so that a row x[w, 0..k] of a neighbor is one coalesced read, and
// go through the neighbors together. A lane with N components at a time reads the edges once for all of them.
#include "compiler/analysis/iterations.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

// All lanes are at the same edge where its components are divided; `at_once` of them are a lane's at a time.
void divide_components(Body& body, bool neighbors, int at_once) {
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::RangeLoop && analysis::has_components(stmt, neighbors)) {
      stmt->batch = at_once;
      if (!neighbors) stmt->stride = ir::Stride::Columns;
      continue;
    }
    const bool edges = stmt->kind == StmtKind::NeighborLoop;
    if (edges && ir::contains(stmt->body, StmtKind::RangeLoop)) stmt->stride = ir::Stride::Together;
    divide_components(stmt->body, neighbors || edges, at_once);
    divide_components(stmt->other, neighbors || edges, at_once);
  }
}

void rewrite(LoopPlan& plan) {
  const long* given = std::get_if<long>(&plan.choice("lanes").argument);
  const int at_once = given ? static_cast<int>(*given) : 1;
  divide_components(plan.stage()->body, false, at_once);
  const std::string each = at_once > 1 ? std::to_string(at_once) + " components per lane" : "a component per lane";
  const bool block = plan.stage()->team.kind == mapped::TeamKind::Block;
  plan.explanation.push_back("lanes=" + plan.choice("lanes").text + ": " + each +
                             ", consecutive lanes consecutive ones; " +
                             (block ? "the warps of a block divide the neighbors where they only add up"
                                    : "all lanes go through the neighbors together"));
}

}  // namespace

const Technique lanes_outer{
    .key = "lanes",
    .form = "outer",
    .source = "[H] §3.1",
    .summary = "the lanes of a team divide the outermost loops whose iterations are independent",
    .machines = gpu_only,
};

const Technique lanes_components{
    .key = "lanes",
    .form = "components[:N]",
    .source = "beyond: row-major SpMM",
    .summary =
        "the lanes of a team divide the components of vectors, N at a time for each lane, and walk the neighbors "
        "together",
    .machines = gpu_only,
    .trials = {"components", "components:2", "components:4"},
    .probes = {"components", "components:2", "components:3"},
    .needs = {Capability::WideTeams},
    .parse = parse_optional_number<2, 8>,
    .expected = "a number of components from 2 to 8, or nothing",
    .refuse = [](const LoopPlan& plan) { return refuse_without(plan.facts.components); },
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
