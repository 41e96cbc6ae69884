// granularity=warp:W: virtual warps ([H] §3.1, Fig. 4). A team of W lanes takes a chunk of nodes, goes
// through them one by one (SISD) and walks the neighbors of each with stride W (SIMD).
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {
namespace {

std::optional<Argument> parse_width(const std::string& text) {
  const auto width = number(text, 2, 32);
  const bool power = width && (*width & (*width - 1)) == 0;
  return power ? std::optional<Argument>(*width) : std::nullopt;
}

void rewrite(LoopPlan& plan) {
  mapped::Team& team = plan.stage()->team;
  team.kind = mapped::TeamKind::Tile;
  team.width = static_cast<int>(plan.choice("granularity").number());
  plan.explanation.push_back("granularity=warp:" + std::to_string(team.width) + ": virtual warps of " +
                             std::to_string(team.width) + " lanes; nodes one by one, inner loops with stride " +
                             std::to_string(team.width) + " where no iteration depends on another");
}

}  // namespace

const Technique granularity_warp{
    .key = "granularity",
    .form = "warp:W",
    .source = "[H] §3.1, Fig. 4/5, [C] sm-S",
    .summary = "virtual warps of W = 2, 4, 8, 16, 32 lanes; SISD and SIMD phases",
    .machines = gpu_only,
    .trials = {"warp:32", "warp:8", "warp:16", "warp:4", "warp:2"},
    .probes = {"warp:4", "warp:32"},
    .provides = {Capability::NodeWorklist, Capability::TileTeams, Capability::WideTeams, Capability::ManyTeams,
                 Capability::SmallTeams, Capability::OneOwner, Capability::BatchOwner, Capability::NodeLists},
    .parse = parse_width,
    .expected = "a width of 2, 4, 8, 16 or 32",
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
