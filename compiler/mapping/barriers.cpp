// Barriers of resident kernels: as few as the effects of their stages allow, each before the control that needs it.
// Last of all steps, as every other one may add stages, clears and read-backs.
#include "compiler/mapped/barriers.h"

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

void place_barriers(mapped::Program& program) {
  for (std::size_t i = 0; i < program.controls.size(); ++i) {
    mapped::Control& resident = program.controls[i];
    if (resident.kind != mapped::ControlKind::Resident) continue;
    bool waits = false;
    while (const auto conflict = mapped::first_conflict(program, resident.body)) {
      mapped::Control* barrier = program.control(mapped::ControlKind::Barrier, resident.location);
      barrier->symbol = conflict->storage;
      barrier->name = conflict->settled();
      waits = true;
      conflict->sequence->insert(conflict->sequence->begin() + static_cast<std::ptrdiff_t>(conflict->place), barrier);
    }
    if (waits && !mapped::waits_in_hardware(resident.team)) resident.symbol = workspace_cell(program, "barrier");
  }
}

}  // namespace maxwarp::mapping
