// libFuzzer target: any bytes become tokens, and every token covers text of the file in order.
// A crash, a hang or a broken order is a finding.
#include <cstdint>
#include <cstdlib>

#include "compiler/support/render.h"
#include "dsl/syntax/lexer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const maxwarp::Sources sources(
      maxwarp::SourceFile("fuzz.gdsl", std::string(reinterpret_cast<const char*>(data), size)));
  const maxwarp::SourceFile& file = sources.main();
  maxwarp::Diagnostics diagnostics(sources);
  std::uint32_t end = 0;
  const auto tokens = maxwarp::lex(file, diagnostics);
  for (const maxwarp::Token& token : tokens) {
    if (token.location.begin < end || token.location.end < token.location.begin || token.location.end > size)
      std::abort();
    end = token.location.end;
  }
  if (tokens.empty() || tokens.back().kind != maxwarp::TokenKind::End) std::abort();
  (void)maxwarp::render(diagnostics);
  return 0;
}
