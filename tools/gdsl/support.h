// Small things that all parts of the workbench use: errors as values with an exit status, files, hashes.
// All built on LLVM Support and fmt; nothing here knows about graphs or engines.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/graph/result.h"

namespace maxwarp::workbench {

/// The exit statuses of gdsl; those of a run are the program's own (docs/exit-codes.md).
enum ExitStatus { Done = 0, UserError = 1, RunFailed = 2, OwnDefect = 70 };

/// An error of one line, and the exit status that it leads to. An empty message: all has been said already.
class CommandError : public llvm::ErrorInfo<CommandError> {
 public:
  static char ID;
  CommandError(std::string message, int status) : message_(std::move(message)), status_(status) {}
  void log(llvm::raw_ostream& out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  std::string message() const override { return message_; }
  int status() const { return status_; }

 private:
  std::string message_;
  int status_;
};

/// An error of the user, or of the machine: `fail("no such file `{}`", name)`.
template <typename... Args>
llvm::Error fail(fmt::format_string<Args...> format, Args&&... args) {
  return llvm::make_error<CommandError>(fmt::format(format, std::forward<Args>(args)...), UserError);
}

/// A defect of Maxwarp itself.
template <typename... Args>
llvm::Error defect(fmt::format_string<Args...> format, Args&&... args) {
  return llvm::make_error<CommandError>(fmt::format(format, std::forward<Args>(args)...), OwnDefect);
}

/// What the runtime says went wrong, if it does.
llvm::Error as_error(const MaybeFailure& failure);

/// Somebody else has printed what went wrong.
llvm::Error already_said(int status = UserError);

/// A signal came: everything is left as it was, then the process ends by that signal.
llvm::Error interrupted();

/// Whether there is something of that name, as far as it can be asked.
bool is_there(const std::string& path);

/// The whole file as text. Error: it cannot be read, is not a regular file, or would not fit the memory.
llvm::Expected<std::string> read_text(const std::string& path);

/// The same for a file that came back from another machine: no link either, and no larger than 64 MB.
llvm::Expected<std::string> read_foreign_text(const std::string& path);

/// All bytes of an open regular file, from its beginning. Nothing is mapped: the file may change or be cut off
/// meanwhile. Error: as above; `path` is for the message.
llvm::Expected<std::string> read_open_file(int file, const std::string& path, std::uint64_t most_bytes);

/// Writes the whole file, or nothing. Error: it cannot be written.
llvm::Error write_text(const std::string& path, std::string_view text);

/// One line on the standard error: `gdsl: TEXT`. What comes from elsewhere cannot steer the terminal.
void tell(std::string_view text);

/// Writes to the standard output. Error: it takes no more.
llvm::Error print_text(std::string_view text);

/// SHA-256 of `text` in hexadecimal.
std::string content_hash(std::string_view text);

/// One word on one line for bash or zsh: quoted where it has to be, `$'…'` where it holds what could not be shown.
std::string shell_quoted(const std::string& word);

}  // namespace maxwarp::workbench
