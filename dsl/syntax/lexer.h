// Text to tokens. Never fails: what is no token is reported and left out.
// Doc comments (`///`) are tokens; other comments (`//`) vanish.
#pragma once

#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/syntax/token.h"

namespace maxwarp {

/// The tokens of the file, the last one being End. Reports invalid UTF-8, stray characters and numbers that
/// are too large or run into a word.
std::vector<Token> lex(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace maxwarp
