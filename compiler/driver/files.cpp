// Writing through temporary files beside the targets.
#include "compiler/driver/files.h"

#include <fmt/format.h>
#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Signals.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

/// A file that is complete but for its name.
struct Pending {
  std::string shown, place, temporary;
};

bool refuse(const std::string& shown, int reason, std::string& error) {
  error = fmt::format("cannot write `{}`: {}", shown, std::strerror(reason));
  return false;
}

/// `shown` is the name for messages.
bool write_all(const std::string& path, const char* mode, const std::string& text, const std::string& shown,
               std::string& error) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int reason = errno;
  const bool closed = !file || std::fclose(file) == 0;
  return (written && closed) || refuse(shown, written ? errno : reason, error);
}

bool write_standard_output(const std::string& text, std::string& error) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return true;
  error = fmt::format("cannot write to standard output: {}", std::strerror(errno));
  return false;
}

/// Where `path` leads through symbolic links; itself where there is nothing yet.
std::string followed(const std::string& path) {
  std::error_code none;
  const fs::path real = fs::canonical(path, none);
  return none ? path : real.string();
}

/// Writes the text beside its place; in place where that is a device, such as /dev/null.
bool prepare(const std::string& path, const std::string& text, std::vector<Pending>& pending, std::string& error) {
  struct stat info{};
  const bool exists = stat(path.c_str(), &info) == 0;
  if (!exists && errno != ENOENT) return refuse(path, errno, error);
  if (exists && !S_ISREG(info.st_mode)) return write_all(path, "wb", text, path, error);
  if (exists && access(path.c_str(), W_OK) != 0) return refuse(path, errno, error);
  const std::string place = followed(path);
  const std::string temporary = fmt::format("{}.tmp{}", place, getpid());
  pending.push_back({path, place, temporary});
  llvm::sys::RemoveFileOnSignal(temporary);
  // What lies there is left over, or a link that someone has put there.
  std::remove(temporary.c_str());
  if (!write_all(temporary, "wbx", text, path, error)) return false;
  return !exists || chmod(temporary.c_str(), info.st_mode & 07777) == 0 || refuse(path, errno, error);
}

bool finish(const Pending& file, std::string& error) {
  return std::rename(file.temporary.c_str(), file.place.c_str()) == 0 || refuse(file.shown, errno, error);
}

/// The path without links and detours, whether there is a file or not; as it is if that cannot be said.
fs::path place_of(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  if (failed) return path;
  const fs::path place = fs::weakly_canonical(absolute, failed);
  return failed ? fs::path(path) : place;
}

}  // namespace

bool write_files(const std::vector<std::pair<std::string, std::string>>& files, std::string& error) {
  std::vector<Pending> pending;
  const llvm::scope_exit done([&] {
    for (const Pending& file : pending) {
      std::remove(file.temporary.c_str());
      llvm::sys::DontRemoveFileOnSignal(file.temporary);
    }
  });
  for (const auto& [path, text] : files)
    if (path != "-" && !prepare(path, text, pending, error)) return false;
  // What is written cannot be taken back: after all else that may fail, but before a file appears.
  for (const auto& [path, text] : files)
    if (path == "-" && !write_standard_output(text, error)) return false;
  for (const Pending& file : pending)
    if (!finish(file, error)) return false;
  return true;
}

bool same_file(const std::string& one, const std::string& other) {
  if (one == "-" || other == "-") return one == other;
  std::error_code none;
  if (!fs::exists(one, none)) return place_of(one) == place_of(other);
  return fs::is_regular_file(one, none) && fs::equivalent(one, other, none);
}

}  // namespace maxwarp
