// The compiler's passes in their one order.
#pragma once

#include "compiler/driver/options.h"
#include "compiler/support/diagnostics.h"

namespace maxwarp {

/// What a compilation gives: the printed stage, or the three generated texts.
struct Compilation {
  bool ok = false;
  std::string printed;          // for --emit of an inner stage
  emit::Output output;          // for --emit=source
  std::string name;             // of the algorithm
  std::string explanation;      // for --explain
};

/// Compiles one source file. `header_name` is how the source includes its header.
Compilation compile(const SourceFile &file, const DriverOptions &options, const std::string &header_name,
                    Diagnostics &diagnostics);

}  // namespace maxwarp
