// Writes diagnostics as clang does: `file:line:col: error: message`, the source line, a caret with
// an underline, and below it the text to write instead.
#pragma once

#include <string>

#include "compiler/support/diagnostics.h"

namespace maxwarp {

struct RenderOptions {
  bool colors = false;
  bool remarks = true;  // show remarks too
  bool warnings = true;
};

/// All diagnostics as text, each with its notes, in the order of their reporting.
/// The line of an error that has no place in a program: `gdslc: error: MESSAGE`.
std::string error_line(std::string_view message);

std::string render(const Diagnostics& diagnostics, RenderOptions options = {});

/// Whether the standard error is a terminal that shows colours (and `NO_COLOR` is not set).
bool error_stream_has_colors();

}  // namespace maxwarp
