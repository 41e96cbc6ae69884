// Writing through temporary files beside the targets.
#include "compiler/driver/files.h"

#include <fmt/format.h>
#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Signals.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace maxwarp {
namespace {

/// `shown` is the name for messages.
bool write_all(const std::string &path, const std::string &text, const std::string &shown, std::string &error) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int reason = errno;
  const bool closed = !file || std::fclose(file) == 0;
  if (written && closed) return true;
  error = fmt::format("cannot write `{}`: {}", shown, std::strerror(written ? errno : reason));
  return false;
}

}  // namespace

bool write_files(const std::vector<std::pair<std::string, std::string>> &files, std::string &error) {
  std::vector<std::pair<std::string, std::string>> temporary;  // temporary name, final name
  const auto clean = [&] {
    for (const auto &[from, to] : temporary) std::remove(from.c_str());
  };
  const llvm::scope_exit done([&] {
    for (const auto &[from, to] : temporary) llvm::sys::DontRemoveFileOnSignal(from);
  });
  for (const auto &[path, text] : files) {
    if (path == "-") continue;
    if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) {
      if (write_all(path, text, path, error)) continue;  // a device, such as /dev/null
      clean();
      return false;
    }
    temporary.emplace_back(fmt::format("{}.tmp{}", path, getpid()), path);
    llvm::sys::RemoveFileOnSignal(temporary.back().first);
    if (write_all(temporary.back().first, text, path, error)) continue;
    clean();
    return false;
  }
  for (const auto &[from, to] : temporary) {
    if (std::rename(from.c_str(), to.c_str()) == 0) continue;
    error = fmt::format("cannot write `{}`: {}", to, std::strerror(errno));
    clean();
    return false;
  }
  for (const auto &[path, text] : files)
    if (path == "-" && (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)) {
      error = fmt::format("cannot write to standard output: {}", std::strerror(errno));
      return false;
    }
  return true;
}

}  // namespace maxwarp
