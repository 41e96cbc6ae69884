// guard=on|off: whether a reduction that several threads may make looks first whether it changes anything.
//
// Most offers come too late: of all edges of a graph few lower a distance. The load before the atomic operation is
// relaxed and coherent, so an update that it finds useless is one that read the element at that moment and left it as
// it was: one of the orders that the program allows. Nothing has to be proved.
//
// Many threads that load one address at a time cost one load; as many atomic operations on it go one after the other. A
// round with few edges waits for the load, too (measured: docs/performance.md).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {

const Technique guard_on{
    .key = "guard",
    .form = "on",
    .source = "beyond (ECL)",
    .summary = "a load before an atomic operation tells whether it changes anything",
    .machines = gpu_only,
    .rewrite =
        [](LoopPlan& plan) {
          for (mapped::Stage* stage : activating_stages(plan)) stage->guarded = true;
        },
};

const Technique guard_off{
    .key = "guard",
    .form = "off",
    .source = "[N] §II-B",
    .summary = "every update of an element that several threads share is an atomic operation",
    .machines = gpu_only,
};

}  // namespace maxwarp::mapping
