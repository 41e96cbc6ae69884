// Errors, files and words of the workbench.
#include "tools/gdsl/support.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/system/memory.h"
#include "runtime/system/output_file.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::workbench {
namespace {

llvm::Error too_large(const std::string& path, std::uint64_t most_bytes) {
  return fail("cannot read `{}`: it has more than {}", path, size_text(static_cast<double>(most_bytes)));
}

llvm::Expected<std::string> read_named_file(const std::string& path, int flags, std::uint64_t most_bytes) {
  // Opening a named pipe would wait for a writer.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
  if (file < 0 && errno == ELOOP && flags != 0) return fail("cannot read `{}`: it is not a regular file", path);
  if (file < 0) return fail("cannot read `{}`: {}", path, std::strerror(errno));
  const llvm::scope_exit done([&] { close(file); });
  return read_open_file(file, path, most_bytes);
}

}  // namespace

char CommandError::ID = 0;

void CommandError::log(llvm::raw_ostream& out) const { out << message_; }

llvm::Error as_error(const MaybeFailure& failure) {
  return failure ? fail("{}", failure->message) : llvm::Error::success();
}

llvm::Error already_said(int status) { return llvm::make_error<CommandError>("", status); }

llvm::Error interrupted() { return already_said(); }

bool is_there(const std::string& path) { return llvm::sys::fs::exists(path); }

llvm::Expected<std::string> read_open_file(int file, const std::string& path, std::uint64_t most_bytes) {
  struct stat info{};
  if (fstat(file, &info) != 0) return fail("cannot read `{}`: {}", path, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return fail("cannot read `{}`: it is not a regular file", path);
  if (static_cast<std::uint64_t>(info.st_size) > most_bytes) return too_large(path, most_bytes);
  std::string text;
  // The byte beyond the end finds it.
  for (std::size_t filled = 0, room = static_cast<std::size_t>(info.st_size) + 1;; room = 1 << 16) {
    text.resize(filled + room);
    const ssize_t count = pread(file, text.data() + filled, room, static_cast<off_t>(filled));
    if (count < 0 && errno != EINTR) return fail("cannot read `{}`: {}", path, std::strerror(errno));
    filled += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if (filled > most_bytes) return too_large(path, most_bytes);
    if (count != 0) continue;
    text.resize(filled);
    return text;
  }
}

llvm::Expected<std::string> read_text(const std::string& path) {
  return read_named_file(path, 0, host_memory().available);
}

llvm::Expected<std::string> read_foreign_text(const std::string& path) {
  constexpr std::uint64_t most_bytes = 64'000'000;
  return read_named_file(path, O_NOFOLLOW, most_bytes);
}

llvm::Error write_text(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  return as_error(file.finish());
}

void tell(std::string_view text) { llvm::errs() << "gdsl: " << shown(text) << "\n"; }

llvm::Error print_text(std::string_view text) { return as_error(write_standard_output(text)); }

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
  const bool steers = shown(word) != word;
  std::string quoted = steers ? "$'" : "'";
  for (const char c : word)
    if (steers && (c == '\'' || c == '\\' || !llvm::isPrint(c)))
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace maxwarp::workbench
