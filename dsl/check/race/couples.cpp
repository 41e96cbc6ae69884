// Couples of properties that some `min= … with …` changes in one step: every other change of one of them in a parallel
// loop has to leave the other alone, which a plain write can promise for an element that nobody else touches.
#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

void check_couples(const Region& region, const std::map<const Symbol*, const Stmt*>& couples,
                   Diagnostics& diagnostics) {
  for (const Access& access : region.accesses) {
    auto found = is_change(access) && !access.is_payload ? couples.find(access.symbol) : couples.end();
    if (found == couples.end()) continue;
    bool with = access.action == Action::Reduce && access.stmt->payload;
    bool alone = access.action == Action::Write && is_owned(region, access);
    if (with || alone) continue;
    diagnostics.report(diag::CoupleChanged, access.location, place(access))
        .note(diag::CoupledHere, found->second->payload_target->location);
  }
}

}  // namespace maxwarp::race
