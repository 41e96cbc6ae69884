// Text to AST. The parser recovers from errors, so that one run reports several.
// It knows the whole language, including what the compiler does not support yet.
#pragma once

#include "compiler/support/diagnostics.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

/// Parses one file, and none that it imports (import.h). After an error (see `diagnostics`) the tree holds what could
/// be understood; it is fit for printing but not for checking. `source` must outlive the tree.
ast::File parse(const SourceFile& source, Diagnostics& diagnostics);

}  // namespace maxwarp
