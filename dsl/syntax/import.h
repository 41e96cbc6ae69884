// A program: a file, and what it imports. Reads those files.
#pragma once

#include <string>

#include "compiler/support/diagnostics.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

/// Parses the given file of `sources`, then what it imports, which is added there, each file once. The tree has the
/// definitions of the file first, then those of the imported files; constants of a file come before those of the files
/// that import it. Paths are relative to the folder of the importing file (of the standard input: the working folder).
/// Errors are reported as by `parse`; a file that cannot be read, and a cycle, at the import.
/// Only files below the folder `root` are read, links being followed first; empty: all may be.
ast::File parse_program(Sources& sources, Diagnostics& diagnostics, const std::string& root = "");

}  // namespace maxwarp
