// libFuzzer target: any bytes are parsed, and the tree and the messages can be printed.
#include <cstdint>

#include "compiler/support/render.h"
#include "compiler/support/render_json.h"
#include "dsl/syntax/parse.h"
#include "dsl/syntax/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const maxwarp::Sources sources(
      maxwarp::SourceFile("fuzz.gdsl", std::string(reinterpret_cast<const char*>(data), size)));
  const maxwarp::SourceFile& file = sources.main();
  maxwarp::Diagnostics diagnostics(sources);
  const maxwarp::ast::File tree = maxwarp::parse(file, diagnostics);
  (void)maxwarp::print_ast(tree);
  (void)maxwarp::render(diagnostics);
  (void)maxwarp::render_json(diagnostics);
  return 0;
}
