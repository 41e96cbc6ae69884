// granularity=edge:worklist: one thread per edge, on worklists of edges ([R] §II-B, Fig. 2, "EP"). Who activates a node
// pushes the edges of its row; a round begins with them, and lists nothing first. push=chunked: with one atomic
// addition a node ([R] §IV-D, work chunking); push=atomic: with one an edge. In [R] a node is pushed as often as it is
// activated, and its edges with it: dedup=none. Here its mark keeps it from that otherwise. Either way a list has room
// for each edge once; one that has overflowed is made again from the marks of the nodes.
//
// Legal where the neighbor loop is distributive (D) and all that the operator does.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (!plan.rounds)
    return meaningless("edges are the entries of a worklist, and the loop has none; take `edge`", plan.region.location);
  return refuse_row_entries(plan, "edges");
}

// Both lists of the loop have edges from now on, perhaps more than 2^31.
void become_edges(LoopPlan& plan, ir::Direction direction) {
  for (mapped::Storage& storage : plan.program.storages)
    if (storage.symbol == plan.active.list || storage.symbol == plan.next.list)
      storage.kind = mapped::StorageKind::EdgeList;
  plan.active.edges = plan.next.edges = direction;
  plan.count = plan.arena.local("count", ir::Scalar::Long, ir::SymbolKind::Variable);
}

void rewrite(LoopPlan& plan) {
  mapped::Stage& stage = *plan.stage();
  const auto [body, loop] = cut_operator(plan, stage.body).front();
  become_edges(plan, loop->direction);
  work_on_edges(stage, body, loop);
  stage.source.list = plan.active.list;
  stage.source.count = nullptr;
  stage.purpose = "one thread per edge, from the worklist";
  plan.explanation.push_back(
      "granularity=edge:worklist: activated nodes are pushed as their edges, entries of 4 bytes where edges have 32 "
      "bits (index=auto), else of 8; one thread per edge");
}

}  // namespace

const Technique granularity_edge_worklist{
    .key = "granularity",
    .form = "edge:worklist",
    .source = "[R] EP, §II-B, Fig. 2",
    .summary = "one thread per edge, on worklists of the edges of active nodes; a COO copy tells the ends",
    .machines = gpu_only,
    .trials = {"edge:worklist"},
    .probes = {"edge:worklist"},
    .provides = {Capability::BatchOwner, Capability::NodeLists},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::UniformRounds, Capability::NodeEntries, Capability::PushDirection, Capability::PlainItems,
                  Capability::RangePushes},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
