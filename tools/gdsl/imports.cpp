// Asks `gdslc --emit=imports`.
#include "tools/gdsl/imports.h"

#include <filesystem>

#include "tools/gdsl/ask.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

llvm::Expected<std::vector<std::string>> imported_files(const std::string& compiler, const std::string& program,
                                                        const std::string& text) {
  const bool given = program == "-";
  std::error_code unreadable;
  if (!given && !std::filesystem::is_regular_file(program, unreadable)) return std::vector<std::string>{};
  auto content = given ? text : read_text(program);
  if (!content) return content.takeError();
  if (content->find("import") == std::string::npos || !find_program(compiler)) return std::vector<std::string>{};
  auto answer = ask_compiler({compiler, program, "--emit=imports", "--quiet"}, given ? text : "");
  if (!answer) return answer.takeError();
  return answer->status == 0 ? lines_of(answer->text) : std::vector<std::string>{};
}

}  // namespace maxwarp::workbench
