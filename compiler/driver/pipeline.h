// The compiler's passes in their one order.
#pragma once

#include <memory>

#include "compiler/driver/options.h"
#include "compiler/mapping/map.h"
#include "compiler/parallel/ir.h"
#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp {

/// What a compilation gives: the printed stage, or the three generated texts.
struct Compilation {
  bool ok = false;
  std::string printed;      // for --emit of an inner stage
  emit::Output output;      // for --emit=source
  std::string explanation;  // for --explain
};

/// The names by which generated files speak of themselves and of each other.
struct FileNames {
  std::string source;  // of the generated source
  std::string header;  // as the source includes it
};

/// Compiles the given file of `sources`, which gets the files that it imports.
Compilation compile(Sources& sources, const DriverOptions& options, const FileNames& names, Diagnostics& diagnostics);

/// One algorithm, ready to be mapped, in one of the forms that `number` gives it.
struct LoweredForm {
  std::unique_ptr<checked::Program> program;
  const checked::Algorithm* algorithm;
  bool reals;
  std::unique_ptr<parallel::Program> parallel;
};

/// The first half of a compilation, up to the parallel IR. Empty after an error (reported).
std::vector<LoweredForm> lower_program(Sources& sources, const DriverOptions& options, Diagnostics& diagnostics);

/// Maps a form for the machine of the options, which leaves it as it was. Errors are reported.
mapping::Mapped map_form(const LoweredForm& form, const mapping::MappingText& mapping, const DriverOptions& options,
                         Diagnostics& diagnostics);

}  // namespace maxwarp
