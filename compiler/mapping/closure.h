// Which loops of rounds `closure` turns into unions. It is asked before anything is mapped, as it decides which loops
// the program has.
#pragma once

#include "compiler/mapping/options.h"
#include "compiler/mapping/verdict.h"

namespace maxwarp::mapping {

/// What the mapping asks for, by loop; nothing after a refusal (reported).
std::optional<parallel::Joinings> find_unions(const parallel::Program& program, const MappingText& mapping,
                                              Machine machine, Findings& findings);

/// What the loop has become, in words.
std::string explain_union(const Choices& choices);

}  // namespace maxwarp::mapping
