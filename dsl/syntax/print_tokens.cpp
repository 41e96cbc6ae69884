// The printed form of tokens.
// `*` marks a token that is the first of its line.
#include "dsl/syntax/print.h"

namespace maxwarp {

std::string print_tokens(const std::vector<Token>& tokens) {
  std::string out;
  for (const Token& token : tokens) {
    out += fmt::format("{}:{}{} {}", token.location.line, token.location.column, token.fresh ? "*" : "",
                       name_of(token.kind));
    if (!token.text.empty()) out += fmt::format(" {}", token.text);
    out += '\n';
  }
  return out;
}

}  // namespace maxwarp
