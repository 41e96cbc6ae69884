// Rounds of mappings whose times come from elsewhere: `--rounds=FILE`.
#pragma once

#include <string>

#include "llvm/Support/Error.h"
#include "tools/gdsl/report.h"

namespace maxwarp::workbench {

/// Gives the rows of `report` the rounds of their mapping in `file`, which `gdsl run --metrics --variant=all
/// --json=FILE` writes, here or in a pack. Error: the file is no such report, is of another program, engine or size of
/// the graph, or has none of the mappings.
llvm::Error add_rounds(const std::string& file, Report& report);

}  // namespace maxwarp::workbench
