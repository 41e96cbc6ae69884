// Checks the diagnostics of a test program against comments in its text, exhaustively.
// `// expected-error@+1 {{whole message}}`; also -warning, -remark, -note; `@-N`, `@N`, or the same line.
#pragma once

#include <string>
#include <vector>

#include "compiler/support/diagnostics.h"

namespace maxwarp {

/// One line for every diagnostic that no comment expects and for every comment that no diagnostic
/// fulfils; also for malformed comments and for expected messages under 12 characters. Messages are compared
/// whole. Empty: all is as expected. A file without any expectation expects silence.
std::vector<std::string> verify_expectations(const Diagnostics& diagnostics);

}  // namespace maxwarp
