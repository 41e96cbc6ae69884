// Keys that tune a technique of another axis: chunk=auto|N, stage=shared|direct, sisd=replicate|leader, block=N.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

std::optional<Argument> parse_block(const std::string& text) {
  const auto threads = number(text, 32, 1024);
  return threads && *threads % 32 == 0 ? std::optional<Argument>(*threads) : std::nullopt;
}

bool tile(const LoopPlan& plan) { return plan.stage()->team.kind == mapped::TeamKind::Tile; }

// The direction of the first neighbor loop at the item: the bounds of those rows can be staged.
std::optional<ir::Direction> staged_direction(const LoopPlan& plan) {
  std::optional<ir::Direction> direction;
  ir::walk(plan.stage()->body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == ir::StmtKind::NeighborLoop && stmt->of == plan.stage()->item && !direction)
      direction = stmt->direction;
  });
  return direction;
}

bool has_neighbor_loop(const LoopPlan& plan) {
  bool found = false;
  ir::walk(plan.stage()->body, [&](const ir::Stmt* stmt) { found |= stmt->kind == ir::StmtKind::NeighborLoop; });
  return found;
}

void use_bounds(LoopPlan& plan, ir::Body& body, ir::Direction direction) {
  for (ir::Stmt* stmt : body) {
    if (stmt->kind == ir::StmtKind::NeighborLoop && stmt->of == plan.stage()->item && stmt->direction == direction) {
      stmt->first = plan.arena.reference(plan.stage()->first);
      stmt->end = plan.arena.reference(plan.stage()->end);
    }
    use_bounds(plan, stmt->body, direction);
    use_bounds(plan, stmt->other, direction);
  }
}

std::optional<Refusal> refuse_staging(const LoopPlan& plan) {
  if (!tile(plan) || staged_direction(plan)) return std::nullopt;
  if (has_neighbor_loop(plan))
    return not_yet("its neighbor loops walk no whole rows of the items, and only the bounds of these are staged",
                   plan.region.location);
  return meaningless("it has no neighbor loop, so there are no row bounds to stage", plan.region.location);
}

// The neighbor loops at the item get the bounds of its row from the stage. False where there are none.
bool share_bounds(LoopPlan& plan) {
  const auto direction = staged_direction(plan);
  if (!tile(plan) || !direction) return false;
  plan.stage()->source.direction = *direction;
  plan.stage()->first = plan.arena.local("first", ir::Scalar::Edge);
  plan.stage()->end = plan.arena.local("end", ir::Scalar::Edge);
  use_bounds(plan, plan.stage()->body, *direction);
  return true;
}

void stage_chunks(LoopPlan& plan) {
  if (!share_bounds(plan)) return;
  plan.stage()->team.staged = true;  // what copy_own_values says, too
}

void usual_chunks(LoopPlan& plan) {
  if (!tile(plan)) return;
  mapped::Team& team = plan.stage()->team;
  team.chunk = usual_chunk;
  if (!picks_items(*plan.stage())) return;
  team.scaled = team.chosen != nullptr;
  team.chunk = team.scaled ? chunk_of_lane : std::max(usual_chunk, chunk_of_lane * team.width);
}

}  // namespace

// A chunk of which few nodes take part is best large, as its lanes look for them together; else small, for all warps to
// have work. Staged, a block of 128 threads keeps 6 KiB either way (measured on an H100: bench/results).
const Technique chunk_auto{
    .key = "chunk",
    .form = "auto",
    .source = "[H] CHUNK_SZ",
    .summary = "4 nodes, or 2 W where a virtual warp picks those that take part",
    .machines = gpu_only,
    .rewrite = usual_chunks,
};

const Technique chunk_size{
    .key = "chunk",
    .form = "N",
    .source = "[H] CHUNK_SZ",
    .summary = "nodes that a virtual warp takes at a time",
    .machines = gpu_only,
    .trials = {"16", "64"},
    .probes = {"3", "64"},
    .needs = {Capability::TileTeams},
    .parse = parse_number<1, 1024>,
    .expected = "a number of nodes from 1 to 1024",
    .rewrite =
        [](LoopPlan& plan) {
          if (tile(plan)) plan.stage()->team.chunk = static_cast<int>(plan.choice("chunk").number());
        },
};

const Technique stage_shared{
    .key = "stage",
    .form = "shared",
    .source = "[H] Fig. 4 memcpy_SIMD",
    .summary = "the chunk's nodes, row bounds and own values are copied to warp-private shared memory",
    .machines = gpu_only,
    .needs = {Capability::TileTeams},
    .refuse = refuse_staging,
    .rewrite = stage_chunks,
};

const Technique stage_direct{
    .key = "stage",
    .form = "direct",
    .source = "[H] §3.1",
    .summary = "the chunk is read in place",
    .machines = gpu_only,
    .needs = {Capability::TileTeams},
};

const Technique sisd_replicate{
    .key = "sisd",
    .form = "replicate",
    .source = "[H] §3.1",
    .summary = "all lanes of a virtual warp repeat the serial code",
    .machines = gpu_only,
    .needs = {Capability::TileTeams},
};

const Technique sisd_leader{
    .key = "sisd",
    .form = "leader",
    .source = "[H] §3.1 end",
    .summary = "one lane runs the serial code and broadcasts its values",
    .machines = gpu_only,
    .needs = {Capability::TileTeams},
    .rewrite =
        [](LoopPlan& plan) {
          if (!tile(plan)) return;
          plan.stage()->team.leader = true;
          if (!plan.stage()->team.staged) share_bounds(plan);
          plan.explanation.push_back(
              "sisd=leader: lane 0 of a virtual warp runs what serial code there is" +
              std::string(plan.stage()->team.staged ? "" : ", reads the node and its row bounds") +
              ", and broadcasts what the others need");
        },
};

const Technique block_size{
    .key = "block",
    .form = "N",
    .source = "[N] §VI, [R]",
    .summary = "threads per block",
    .machines = gpu_only,
    .trials = {"256", "512", "64"},
    .probes = {"32", "96", "160"},
    .parse = parse_block,
    .expected = "a multiple of 32 from 32 to 1024",
    .rewrite =
        [](LoopPlan& plan) {
          std::vector<mapped::Stage*> stages = round_stages(plan);
          std::ranges::copy(stages_of(plan.finish), std::back_inserter(stages));
          for (mapped::Stage* stage : stages)
            if (stage->source.kind != mapped::SourceKind::Once)
              stage->block = static_cast<int>(plan.choice("block").number());
        },
};

}  // namespace maxwarp::mapping
