// Pairs of properties that some `min= … with …` changes in one step: every other change of one of them in a parallel
// loop has to leave the other alone, which a plain write can promise for an element that no other iteration touches.
#include "dsl/check/race/facts.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

void check_payload_pairs(const Region& region, const PayloadPairs& pairs, Diagnostics& diagnostics) {
  for (const Access& access : region.accesses) {
    auto found = is_change(access) && !access.is_payload ? pairs.find(access.symbol) : pairs.end();
    if (found == pairs.end()) continue;
    bool with = access.action == Action::Reduce && access.stmt->payload;
    bool alone = access.action == Action::Write && is_owned(region, access);
    if (given(region, Premise::PayloadTogether, with || alone)) continue;
    diagnostics.report(diag::CoupleChanged, access.location, place(access))
        .note(diag::CoupledHere, found->second->payload_target->location);
  }
}

}  // namespace maxwarp::race
