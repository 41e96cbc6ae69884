// Temporary names end in the process id, so that several processes may write the same file: the last one
// wins.
#include "runtime/system/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace maxwarp {
namespace {

/// Where `path` leads through symbolic links; itself where there is nothing yet.
std::string followed(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string result = real ? real : path;
  std::free(real);
  return result;
}

/// There is no reader any more: no reason to complain, even where the signal that says so is ignored.
void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  place_ = followed(path_);
  struct stat info;
  const bool exists = stat(place_.c_str(), &info) == 0;
  if (!exists || S_ISREG(info.st_mode)) open_beside(place_);
  if (file_ && exists) (void)fchmod(fileno(file_), info.st_mode & 07777);
  if (!file_ && (exists || temporary_.empty())) file_ = std::fopen(place_.c_str(), "wb");
  if (!file_) error_ = errno;
}

void OutputFile::open_beside(const std::string& place) {
  if (access(place.c_str(), F_OK) == 0 && access(place.c_str(), W_OK) != 0) return;
  const std::string name = place + ".tmp" + std::to_string(getpid());
  removal_ = std::make_unique<RemovedOnInterrupt>(name);
  file_ = std::fopen(name.c_str(), "wbx");
  if (file_) temporary_ = name;
}

OutputFile::~OutputFile() {
  if (file_ && file_ != stdout) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (!file_ || error_ || text.empty()) return;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) error_ = errno;
}

Failure OutputFile::failure() const {
  if (path_ == "-") return {std::string("cannot write to standard output: ") + std::strerror(error_)};
  return {"cannot write `" + path_ + "`: " + std::strerror(error_)};
}

MaybeFailure OutputFile::complete() {
  if (std::FILE* file = error_ ? nullptr : std::exchange(file_, nullptr)) {
    if (std::fflush(file) != 0) error_ = errno;
    // Others may have written there before, and only the stream knows that it failed.
    if (!error_ && std::ferror(file)) error_ = EIO;
    if (file != stdout && std::fclose(file) != 0 && !error_) error_ = errno;
  }
  if (error_ == EPIPE && path_ == "-") end_by_broken_pipe();
  return trouble();
}

MaybeFailure OutputFile::finish() {
  if (auto failed = complete()) return failed;
  if (temporary_.empty()) return std::nullopt;
  if (std::rename(temporary_.c_str(), place_.c_str()) != 0) error_ = errno;
  if (!error_) temporary_.clear();
  return trouble();
}

std::string canonical_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return path == "-" || file.empty() ? path : file.string();
}

MaybeFailure write_standard_output(std::string_view text) {
  OutputFile out("-");
  out.write(text);
  return out.finish();
}

}  // namespace maxwarp
