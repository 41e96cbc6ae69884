// Writes diagnostics as one JSON object, for editors and other tools.
// The fields are described in docs/diagnostics.md.
#pragma once

#include <string>

#include "compiler/support/diagnostics.h"

namespace maxwarp {

/// One object on one line, with a line end: all diagnostics in the order of their reporting, remarks only
/// if `remarks`. Bytes of the source that are no UTF-8 become U+FFFD.
std::string render_json(const Diagnostics& diagnostics, bool remarks = true);

/// The same object with one error that belongs to no place of the file, such as a wrong option.
std::string render_json(const std::string& file, const std::string& error);

}  // namespace maxwarp
