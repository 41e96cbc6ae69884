// From settings to the choices of each loop: labels, defaults, what techniques ask of each other.
#pragma once

#include <set>

#include "compiler/mapping/options.h"
#include "compiler/mapping/verdict.h"

namespace maxwarp::mapping {

/// Whether the loop has the label, or is called so in `--explain` and in the generated text.
bool is_called(const parallel::Control& loop, const std::string& name);

/// Checks that every setting finds a loop: names exist, unlabelled options apply somewhere.
/// `loops`: every parallel loop and outermost loop of rounds of the program.
bool check_settings(const std::vector<const parallel::Control*>& loops, const MappingText& mapping, Machine machine,
                    Findings& findings);

/// The values of one loop, and the keys whose values were given or asked for by what was given.
struct Chosen {
  Choices choices;
  std::set<std::string> asked;
};

/// The complete choices for one loop; nothing after an error (reported). Options that the machine does not
/// have are left at techniques that do nothing there; those that mean nothing beside the others have no technique.
std::optional<Chosen> choose(const parallel::Control& loop, const MappingText& mapping, Machine machine,
                             Findings& findings);

/// What the slot of an axis has to run: its choice. A default asks for nothing: where the loop refuses it, the other
/// default of the axis takes its place, or no technique. Null after a refusal (reported).
const Choice* settle(const LoopPlan& plan, Chosen& chosen, const char* key, Findings& findings);

/// The mapping as one line: every explicit value that the machine has, else `default`.
std::string describe(const MappingText& mapping, Machine machine);

}  // namespace maxwarp::mapping
