// Files in memory leave nothing behind, however the process ends.
#include "tools/gdsl/ask.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "llvm/ADT/ScopeExit.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

llvm::Expected<Answer> ask_compiler(const std::vector<std::string>& words, const std::string& input) {
  const int output_file = memfd_create("answer", MFD_CLOEXEC), input_file = memfd_create("input", MFD_CLOEXEC);
  const llvm::scope_exit clean_up([&] {
    for (const int file : {output_file, input_file})
      if (file >= 0) close(file);
  });
  const bool ready = output_file >= 0 && input_file >= 0 &&
                     write(input_file, input.data(), input.size()) == static_cast<ssize_t>(input.size());
  if (!ready) return fail("cannot ask `{}`: {}", words.front(), std::strerror(errno));
  const auto path = [](int file) { return fmt::format("/proc/self/fd/{}", file); };
  auto status = run_process({words, path(output_file), path(input_file)});
  if (!status) return status.takeError();
  auto text = read_text(path(output_file));
  if (!text) return text.takeError();
  return Answer{*status, *text};
}

}  // namespace maxwarp::workbench
