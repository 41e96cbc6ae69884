// The printed forms of tokens and AST, for people and tests.
// One token a line; the tree as nested lists with the names of the source.
#pragma once

#include <string>
#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

/// `line:column Kind text`, one token a line, up to and including End.
std::string print_tokens(const std::vector<Token>& tokens);

/// Each node as `(kind parts…)`; statements on lines of their own, indented by two spaces.
std::string print_ast(const ast::File& file);

}  // namespace maxwarp
