// reorder=none|neighbors|degree|bfs: how the nodes of the graph that the program runs on are numbered ([N] §IV-D).
// The generated code is the same: it takes a view whose nodes are numbered so (maxwarp/numbering.h makes the order),
// and says so in its header. The runner renumbers the graph it has read, and translates arguments and results. What a
// program that never looks at the number of a node finds at a node is the same under every numbering. One that does, as
// `component[w] min= component[v]`, keeps the numbers of the graph that was given in all values (own_numbers.cpp).
#include "compiler/analysis/numbering.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::Numbering;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  return refuse_without(analysis::ignores_places(*plan.program.algorithm));
}

void renumber(LoopPlan& plan, Numbering numbering, const char* how) {
  if (plan.program.numbering == numbering) return;  // another loop has said so
  plan.program.numbering = numbering;
  plan.program.own_numbers = !analysis::ignores_numbers(*plan.program.algorithm);
  plan.explanation.push_back("reorder=" + plan.choice("reorder").text + ": the nodes of the graph are numbered " + how +
                             (plan.program.own_numbers ? "; as values they keep their own numbers" : ""));
}

}  // namespace

const Technique reorder_none{
    .key = "reorder",
    .form = "none",
    .source = "[N] §IV-D",
    .summary = "nodes are numbered as in the graph that was read",
};

const Technique reorder_neighbors{
    .key = "reorder",
    .form = "neighbors",
    .source = "[N] §IV-D, Fig. 9",
    .summary = "one pass over the nodes places the neighbors of each right after it",
    .refuse = refuse,
    .rewrite =
        [](LoopPlan& plan) {
          renumber(plan, Numbering::Neighbors, "so that the neighbors of each node follow it, in one pass");
        },
};

const Technique reorder_degree{
    .key = "reorder",
    .form = "degree",
    .source = "[N] §II-B, IV-D",
    .summary = "nodes are sorted by degree, largest first",
    .refuse = refuse,
    .rewrite = [](LoopPlan& plan) { renumber(plan, Numbering::Degree, "by their out-degrees, the largest first"); },
};

const Technique reorder_bfs{
    .key = "reorder",
    .form = "bfs",
    .source = "[N] §IV-D",
    .summary = "breadth first along the edges",
    .refuse = refuse,
    .rewrite = [](LoopPlan& plan) { renumber(plan, Numbering::BreadthFirst, "breadth first along the edges"); },
};

}  // namespace maxwarp::mapping
