// small=grid:N|cluster:N|block: a resident kernel of few blocks, for loops of thousands of small rounds (road
// networks). A barrier of the grid takes the longer the more blocks arrive at it, and a round of few nodes keeps few of
// them busy. One cluster, or one block alone, waits with a barrier of the hardware, and needs no cooperative launch.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;

// The kernel that `loop` has just made of the loop.
Control& resident_of(const mapped::Sequence& around) {
  return **std::find_if(around.rbegin(), around.rend(),
                        [](const Control* control) { return control->kind == ControlKind::Resident; });
}

// Up to two blocks for each of 132 multiprocessors, the barrier for few blocks is the faster one (measured:
// docs/performance.md).
constexpr long most_of_few = 264;

std::optional<Refusal> few_blocks(mapped::Program& program, mapped::Sequence& around, std::size_t,
                                  const Choice& choice) {
  Control& resident = resident_of(around);
  resident.launch.blocks = static_cast<int>(choice.number());
  if (choice.number() <= most_of_few) resident.team = mapped::ResidentTeam::FewBlocks;
  program.explanation.push_back("small=" + choice.text + ": at most that many blocks" +
                                (choice.number() <= most_of_few ? ", which have a barrier for few blocks" : ""));
  return std::nullopt;
}

std::optional<Refusal> one_cluster(mapped::Program& program, mapped::Sequence& around, std::size_t,
                                   const Choice& choice) {
  Control& resident = resident_of(around);
  resident.team = mapped::ResidentTeam::Cluster;
  resident.launch.blocks = static_cast<int>(choice.number());
  program.explanation.push_back("small=" + choice.text +
                                ": one cluster of at most that many blocks, as many as the device can put together; "
                                "the barrier of the cluster is in hardware (sm_90)");
  return std::nullopt;
}

std::optional<Refusal> one_block(mapped::Program& program, mapped::Sequence& around, std::size_t, const Choice&) {
  Control& resident = resident_of(around);
  resident.team = mapped::ResidentTeam::Block;
  resident.launch.blocks = 1;
  program.explanation.push_back(
      "small=block: one block runs all rounds, with barriers of the block between its stages");
  return std::nullopt;
}

}  // namespace

const Technique small_none{
    .key = "small",
    .form = "none",
    .source = "[N] §VII",
    .summary = "a resident kernel has as many blocks as the device holds",
    .machines = gpu_only,
};

const Technique small_grid{
    .key = "small",
    .form = "grid:N",
    .source = "beyond",
    .summary = "a resident kernel of at most N blocks, up to 264 with cheaper barriers; for many small rounds",
    .machines = gpu_only,
    .trials = {"grid:32", "grid:132"},
    .probes = {"grid:2"},
    .needs = {Capability::ResidentRounds, Capability::AnyProcessor},
    .parse = parse_number<1, 4096>,
    .expected = "a number of blocks from 1 to 4096",
    .rewrite_control = few_blocks,
};

const Technique small_cluster{
    .key = "small",
    .form = "cluster:N",
    .source = "beyond",
    .summary =
        "a resident kernel of one cluster of at most N blocks, with barriers of the hardware (sm_90, else one "
        "block); for many small rounds",
    .machines = gpu_only,
    .trials = {"cluster:16"},
    .probes = {"cluster:2"},
    .needs = {Capability::ResidentRounds, Capability::AnyProcessor},
    .parse = parse_number<1, mapped::most_of_cluster>,
    .expected = "a number of blocks from 1 to 16",
    .rewrite_control = one_cluster,
};

const Technique small_block{
    .key = "small",
    .form = "block",
    .source = "beyond",
    .summary = "a resident kernel of one block, with barriers of the block; for many very small rounds",
    .machines = gpu_only,
    .needs = {Capability::ResidentRounds, Capability::AnyProcessor},
    .rewrite_control = one_block,
};

}  // namespace maxwarp::mapping
