// Asks `gdslc --emit=imports`, through files in memory.
#include "tools/gdsl/imports.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "llvm/ADT/ScopeExit.h"
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
  const int answer = memfd_create("answer", MFD_CLOEXEC), input = memfd_create("input", MFD_CLOEXEC);
  const llvm::scope_exit clean_up([&] {
    for (const int file : {answer, input})
      if (file >= 0) close(file);
  });
  const bool ready = answer >= 0 && input >= 0 &&
                     write(input, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!ready) return fail("cannot ask `{}`: {}", compiler, std::strerror(errno));
  const std::string answer_file = fmt::format("/proc/self/fd/{}", answer);
  auto code = run_process({{compiler, program, "--emit=imports", "--quiet"},
                           answer_file,
                           given ? fmt::format("/proc/self/fd/{}", input) : "/dev/null"});
  if (!code) return code.takeError();
  if (*code != 0) return std::vector<std::string>{};
  auto said = read_text(answer_file);
  if (!said) return said.takeError();
  return lines_of(*said);
}

}  // namespace maxwarp::workbench
