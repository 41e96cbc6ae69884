// Counts of the SIMT engine for mappings whose times come from elsewhere: `--counts=FILE`.
#pragma once

#include <string>

#include "llvm/Support/Error.h"
#include "tools/gdsl/report.h"

namespace maxwarp::workbench {

/// Gives the rows of `report` that have no counts those of their mapping in `file`, the table that
/// `gdsl explore --engine=simt --json=FILE` writes: in proportion to the edges of the two graphs, launches and barriers
/// to the rounds. Error: the file is no such table, is of another program, or has none of the mappings.
llvm::Error add_counts(const std::string& file, Report& report);

}  // namespace maxwarp::workbench
