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
  std::string explanation;      // for --explain
};

/// The names by which generated files speak of themselves and of each other.
struct FileNames {
  std::string source;  // of the generated source
  std::string header;  // as the source includes it
};

/// Compiles one source file.
Compilation compile(const SourceFile &file, const DriverOptions &options, const FileNames &names,
                    Diagnostics &diagnostics);

}  // namespace maxwarp
