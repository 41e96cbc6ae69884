// Small things that all parts of the workbench use: errors as values, processes, hashes, progress.
// All built on LLVM Support and fmt; nothing here knows about graphs or engines.
#pragma once

#include <fmt/core.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// An error of one line: `fail("no such file `{}`", name)`.
template <typename... Args>
llvm::Error fail(fmt::format_string<Args...> format, Args&&... args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 llvm::StringRef(fmt::format(format, std::forward<Args>(args)...)));
}

/// The full path of `name` (a path, or a program on PATH).
std::optional<std::string> find_program(const std::string& name);

/// Runs `command` (its first word is the program) to its end and returns the exit status. With `log`,
/// stdout and stderr go to that file. Error: it could not be started, or was killed by a signal.
llvm::Expected<int> run_process(const std::vector<std::string>& command, const std::string& log = "");

/// Runs the commands with up to `jobs` at a time; returns the first exit status that is not 0.
llvm::Expected<int> run_processes(const std::vector<std::vector<std::string>>& commands, unsigned jobs,
                                  const std::string& log);

/// The whole file as text. Error: it cannot be read.
llvm::Expected<std::string> read_text(const std::string& path);

/// Writes the whole file. Error: it cannot be written.
llvm::Error write_text(const std::string& path, std::string_view text);

/// SHA-256 of `text` in hexadecimal.
std::string content_hash(std::string_view text);

/// One word for a shell: quoted where it has to be.
std::string shell_quoted(const std::string& word);

/// Says on a terminal (never in a pipe) what is going on; the line is wiped when the object ends.
class Progress {
 public:
  explicit Progress(const std::string& what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  bool shown_ = false;
};

}  // namespace maxwarp::workbench
