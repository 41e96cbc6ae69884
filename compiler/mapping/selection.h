// `--map=auto`: the few mappings that a program gets, and the tree that chooses one of them for a graph; and the one
// mapping that a program gets where no option asks for any.
// The rules stand in selection.def, granularity_selection.def and single_selection.def. What asks about the program is
// answered here, once; what asks about the graph becomes a tree that is compiled into the program. So the passes after
// it see named variants and nothing else.
#pragma once

#include <maxwarp/selection.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/mapping/options.h"
#include "compiler/parallel/ir.h"

namespace maxwarp::mapping {

/// Variants, and a tree whose leaves are places of them; the root is first.
struct Selection {
  std::vector<MappingText> variants;
  std::vector<SelectionNode> tree;
  std::vector<std::string> candidates;  // all mappings that the rules have, for any program and graph
};

/// What a mapping makes of the program, the same for mappings that make no difference; nothing where the program may
/// not have it.
using Judge = std::function<std::optional<std::string>(const MappingText&)>;

/// The most variants that a program gets.
constexpr std::size_t most_selected = 4;

/// The selection for a program. Where the program may not have a mapping, the next one of the same rule takes its
/// place; the last resort is the default mapping. One variant alone has no name.
Selection select_mappings(const parallel::Program& program, const Judge& judge);

/// `granularity=auto`: the same by rules for this axis alone. All variants have the settings of `shared`; these alone
/// are the last resort, which the program may not have either.
Selection select_granularity(const parallel::Program& program, const MappingText& shared, const Judge& judge);

/// The one mapping of a program that is compiled without mapping options: the first of single_selection.def that it
/// may have, else the default mapping. It has no name.
MappingText select_single(const parallel::Program& program, const Judge& judge);

/// Why `select_single` gave this mapping, as words to stand behind it.
std::string why_single(const MappingText& chosen);

/// The tree in words, a line for each step, indented.
std::string describe(const Selection& selection);

/// The same for programs: `variants` of `name` and `mapping`, `tree` as in maxwarp/selection.h, `candidates`.
std::string selection_json(const Selection& selection);

}  // namespace maxwarp::mapping
