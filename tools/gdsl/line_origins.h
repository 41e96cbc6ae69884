// From which line of a program each line of its generated text stems.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "tools/gdsl/report.h"

namespace maxwarp::workbench {

/// For each line of `text` a line of `program`; 0: it stems from none. `told` is the same text as `gdslc -g` writes it,
/// whose lines may be broken at other places. Empty where the two are not the same text.
std::vector<int> line_origins(const std::string& text, const std::string& told, const std::string& program);

/// Fills in the origins of all rows with a text. Rows whose program or compiler has changed since have none.
/// `program` is the path of its file, `folder` is for what gdslc writes meanwhile. Error: an interrupt, or the machine
/// is in the way.
llvm::Error add_origins(const Installation& installation, const std::string& program, const std::string& folder,
                        Report& report);

}  // namespace maxwarp::workbench
