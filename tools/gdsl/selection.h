// What `--map=auto` makes of a program, as `gdslc --emit=selection` prints it.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "maxwarp/selection.h"

namespace maxwarp::workbench {

struct Selection {
  struct Variant {
    std::string name, mapping;
  };
  std::vector<Variant> variants;
  std::vector<SelectionNode> tree;      // the root first
  std::vector<std::string> candidates;  // all mappings that are chosen for any program and graph
};

/// Asks gdslc about a program: the path of a file, or `-` with its text. Error: the program is wrong (gdslc has said
/// so, and the message is empty), or gdslc cannot be asked.
llvm::Expected<Selection> selection_of(const std::string& compiler, const std::string& program,
                                       const std::string& text = "");

}  // namespace maxwarp::workbench
