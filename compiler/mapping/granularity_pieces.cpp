// granularity=pieces[:L]: worklists of pieces of rows. Who activates a node reads the bounds of its row, and pushes it
// in pieces of at most L edges. So a round begins with the edges: it neither follows the list to the nodes and these to
// their rows, nor adds up degrees first. A warp takes up to 32 pieces and walks their edges 32 at a time, a lane each,
// which it finds in sums in registers; of few pieces all warps have equal shares. So the hub of a graph is many equal
// items, and small rounds are short chains of reads.
//
// Legal where the neighbor loop is distributive (D) and all that the operator does, as no node has one item for what is
// done outside of it.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

constexpr long usual_piece = 128;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (!plan.rounds)
    return meaningless("pieces are the entries of a worklist, and the loop has none; take `decompose`",
                       plan.region.location);
  if (auto refusal = refuse_row_entries(plan, "pieces")) return refusal;
  if (plan.program.instrument != mapped::Instrument::None && plan.program.instrument != mapped::Instrument::Timed)
    return not_yet("instrumented code reports lists of whole nodes", plan.region.location);
  return std::nullopt;
}

// Both lists of the loop have pieces from now on.
void become_pieces(LoopPlan& plan, int most, ir::Direction direction) {
  for (mapped::Storage& storage : plan.program.storages) {
    if (storage.symbol != plan.active.list && storage.symbol != plan.next.list) continue;
    storage.kind = mapped::StorageKind::Pieces;
    storage.piece = most;
    storage.direction = direction;
  }
}

void rewrite(LoopPlan& plan) {
  mapped::Stage& stage = *plan.stage();
  const auto [body, loop] = cut_operator(plan, stage.body).front();
  const long most = plan.choice("granularity").number_if_any().value_or(usual_piece);
  become_pieces(plan, static_cast<int>(most), loop->direction);
  plan.active.pieces = plan.next.pieces = loop->direction;
  work_on_edges(stage, body, loop);
  stage.source.kind = mapped::SourceKind::EdgeBalanced;
  stage.source.list = plan.active.list;
  stage.source.pieces = true;
  stage.purpose = "pieces of the rows of active nodes, from the worklist, one edge per lane";
  plan.explanation.push_back("granularity=pieces: activated nodes are pushed as pieces of at most " +
                             std::to_string(most) + " of their edges");
}

}  // namespace

const Technique granularity_pieces{
    .key = "granularity",
    .form = "pieces[:L]",
    .source = "beyond",
    .summary = "worklists of pieces of at most L edges; a warp walks the edges of up to 32 pieces, one per lane",
    .machines = gpu_only,
    .trials = {"pieces"},
    .probes = {"pieces:2"},
    .provides = {Capability::NodeLists},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::UniformRounds, Capability::NodeEntries, Capability::PushDirection,
                  Capability::PlainItems},
    .parse = parse_optional_number<1, 1 << 20>,
    .expected = "a number of edges from 1 to 1048576, or nothing",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
