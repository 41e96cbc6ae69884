// libFuzzer target: any bytes are parsed, and the tree and the messages can be printed.
// The parser has to end with a tree or with at least one error.
#include <cstdint>
#include <cstdlib>

#include "compiler/support/render.h"
#include "compiler/support/render_json.h"
#include "dsl/syntax/parse.h"
#include "dsl/syntax/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  maxwarp::SourceFile file("fuzz.gdsl", std::string(reinterpret_cast<const char*>(data), size));
  maxwarp::Diagnostics diagnostics(file);
  const maxwarp::ast::File tree = maxwarp::parse(file, diagnostics);
  if (tree.definitions.empty() && !diagnostics.has_errors()) std::abort();
  (void)maxwarp::print_ast(tree);
  (void)maxwarp::render(diagnostics);
  (void)maxwarp::render_json(diagnostics);
  return 0;
}
