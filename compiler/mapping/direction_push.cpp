// direction=push: an active node sends along its out-edges, as the program is written.
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

const Technique direction_push{
    .key = "direction",
    .form = "push",
    .source = "[H] Fig. 2",
    .summary = "active nodes update their neighbors, as the program says",
    .provides = {Capability::PushDirection, Capability::UniformRounds},
};

}  // namespace maxwarp::mapping
