// Emission: mapped IR to C++ text. One entry for all targets.
#pragma once

#include <maxwarp/selection.h>

#include "compiler/mapped/ir.h"

namespace maxwarp::emit {

enum class Target { Cuda, OpenMp };

/// One mapping of the algorithm; `name` is empty where the file has only one.
struct Variant {
  std::string name;
  const mapped::Program* program;
  bool reals = false;  // `number` is double: the form for graphs with real weights
};

struct Options {
  Target target = Target::Cuda;
  std::string source_name;                    // of the .gdsl file, for comments and messages
  std::string output_name;                    // of the generated source, for #line
  std::string header_name;                    // as the source includes it
  bool lines = false;                         // -g: `#line` directives
  std::vector<SelectionNode> selection = {};  // of `--map=auto`: chooses a variant by its place; or empty
  std::string reason = {};                    // why the mapping was chosen, for the head of the texts; or empty
};

/// The three texts of a compiled program, formatted.
struct Output {
  std::string source;  // NAME.cu or NAME.cpp
  std::string header;  // NAME.h
  std::string entry;   // description for the runner (maxwarp/algorithm.h)
};

/// Prints all variants of one algorithm. Never fails; deterministic.
Output emit(const std::vector<Variant>& variants, const Options& options);

}  // namespace maxwarp::emit
