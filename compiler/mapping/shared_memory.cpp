// What the blocks of a kernel keep in static shared memory. The sizes are those of the types of the runtime.
#include "compiler/mapping/shared_memory.h"

#include <algorithm>
#include <array>
#include <set>

#include "compiler/mapping/diagnostics.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Stage;
using Stages = std::set<const Stage*>;

constexpr long room = 48 * 1024;
// Lists of the nodes that a block pushes, donated items, running sums of a team's lanes: team.cuh, batch.cuh,
// donation.cuh.
constexpr long block_list = 1024 * 4 + 8, donations = 512 * 8 + 16, of_scan = 256, of_team = 1024;

struct Use {
  const char* what;
  long bytes;
};
using Uses = std::array<Use, 5>;

long up_to_8(long bytes) { return (bytes + 7) / 8 * 8; }

long chunks(const Stage& stage) {
  return stage.team.staged ? stage.block / stage.team.width * up_to_8(stage.team.chunk * 20L) : 0;
}

// Of nodes that wait to be pushed, or to be run by who activated them.
long lists(const Stage& stage) {
  long bytes = stage.local ? stage.local->places * 8L + 8 : 0;
  for (const mapped::Batch& batch : stage.batches) bytes += batch.shared ? block_list : 0;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == ir::StmtKind::Unroll && stmt->local->shared) bytes += stmt->local->places * 4L * stage.block;
  });
  return bytes;
}

Uses uses_of(const Stages& stages) {
  Uses sum{{{"chunks of nodes", 0},
            {"lists of nodes", 0},
            {"donated items", 0},
            {"running sums of degrees", 0},
            {"values of a block", 0}}};
  for (const Stage* stage : stages) {
    sum[0].bytes += chunks(*stage);
    sum[1].bytes += lists(*stage);
    sum[2].bytes += stage->work ? donations : 0;
    sum[3].bytes += stage->source.sums_of_block ? stage->source.sums_of_block * 8L + 8 + of_scan : 0;
    sum[4].bytes += stage->team.kind == mapped::TeamKind::Block ? of_team : 0;
  }
  return sum;
}

void stages_in(const mapped::Sequence& controls, Stages& stages) {
  for (const Control* control : controls) {
    if (control->stage) stages.insert(control->stage);
    stages_in(control->body, stages);
    stages_in(control->other, stages);
  }
}

std::string listed(const Uses& uses) {
  std::string text;
  for (const Use& use : uses)
    if (use.bytes != 0) text += (text.empty() ? "" : ", ") + std::to_string(use.bytes) + " for " + use.what;
  return text;
}

bool fits(const Stages& stages, bool is_resident, Location location, Findings& findings) {
  const Uses uses = uses_of(stages);
  long bytes = 0;
  for (const Use& use : uses) bytes += use.bytes;
  if (bytes <= room) return true;
  const char* resident = is_resident ? ", or `loop=host`, where each stage is a kernel of its own" : "";
  findings.say(Verdict::Kind::Wrong, {}, MappingSharedMemory, location, bytes, room, listed(uses), resident);
  return false;
}

bool all_fit(const mapped::Sequence& controls, Findings& findings) {
  bool good = true;
  for (const Control* control : controls) {
    if (control->kind == ControlKind::Resident) {
      Stages stages;
      stages_in(control->body, stages);
      good &= fits(stages, true, control->location, findings);
      continue;
    }
    if (control->stage) good &= fits({control->stage}, false, control->location, findings);
    good &= all_fit(control->body, findings);
    good &= all_fit(control->other, findings);
  }
  return good;
}

}  // namespace

bool fits_into_shared_memory(const mapped::Program& program, Findings& findings) {
  return all_fit(program.body, findings);
}

}  // namespace maxwarp::mapping
