// Processes, files, hashes and progress of the workbench, on top of LLVM Support.
// Processes are started without a shell: a file name with blanks or quotes is an ordinary file name.
#include "tools/gdsl/support.h"

#include <unistd.h>

#include <cstdio>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace maxwarp::workbench {
namespace {

std::vector<llvm::StringRef> references(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

/// Redirections of LLVM: stdin stays, stdout and stderr go to `log` where one is given.
std::vector<std::optional<llvm::StringRef>> redirections(const std::string& log) {
  if (log.empty()) return {};
  return {std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
}

llvm::Expected<int> exit_status(int code, const std::string& program, const std::string& message) {
  if (code == -1) return fail("cannot run `{}`: {}", program, message);
  if (code == -2) return fail("`{}` crashed: {}", program, message);
  return code;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return llvm::sys::fs::can_execute(name) ? std::optional(name) : std::nullopt;
  auto path = llvm::sys::findProgramByName(name);
  return path ? std::optional(*path) : std::nullopt;
}

llvm::Expected<int> run_process(const std::vector<std::string>& command, const std::string& log) {
  return run_processes({command}, 1, log);
}

llvm::Expected<int> run_processes(const std::vector<std::vector<std::string>>& commands, unsigned jobs,
                                  const std::string& log) {
  int first_failure = 0;
  for (std::size_t begin = 0; begin < commands.size() && first_failure == 0; begin += jobs) {
    const std::size_t end = std::min(commands.size(), begin + jobs);
    std::vector<llvm::sys::ProcessInfo> running;
    std::string message;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string own_log = log.empty() ? "" : fmt::format("{}.{}", log, i);
      bool failed = false;
      running.push_back(llvm::sys::ExecuteNoWait(commands[i][0], references(commands[i]), std::nullopt,
                                                 redirections(own_log), 0, &message, &failed));
      if (failed) return fail("cannot run `{}`: {}", commands[i][0], message);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const auto done = llvm::sys::Wait(running[i - begin], std::nullopt, &message);
      auto code = exit_status(done.ReturnCode, commands[i][0], message);
      if (!code) return code.takeError();
      if (first_failure == 0) first_failure = *code;
    }
  }
  return first_failure;
}

llvm::Expected<std::string> read_text(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return fail("cannot read `{}`: {}", path, buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Error write_text(const std::string& path, std::string_view text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error) {
    out << llvm::StringRef(text.data(), text.size());
    out.close();
    error = out.error();
    out.clear_error();
  }
  if (error) return fail("cannot write `{}`: {}", path, error.message());
  return llvm::Error::success();
}

std::string content_hash(std::string_view text) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(text.data(), text.size()));
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string shell_quoted(const std::string& word) {
  const auto plain = [](char c) {
    return llvm::isAlnum(c) || std::string_view("-_./=:,+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && llvm::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

Progress::Progress(const std::string& what) : shown_(isatty(STDERR_FILENO) != 0) {
  if (shown_) std::fprintf(stderr, "%s …\r", what.c_str());
}

Progress::~Progress() {
  if (shown_) std::fputs("\033[K", stderr);
}

}  // namespace maxwarp::workbench
