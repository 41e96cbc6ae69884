// Reading a file in one piece.
#include "runtime/graph/read/file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/stream.h"
#include "runtime/system/memory.h"

namespace maxwarp {
namespace {

MaybeFailure check_lines(const std::string& path, std::string_view text) {
  std::int64_t line = 1;
  for (; text.size() > longest_line; ++line) {
    const std::size_t end = text.find('\n');
    if (std::min(end, text.size()) > longest_line) return line_too_long(path, line);
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace

Failure line_too_long(const std::string& path, std::int64_t line) {
  return {path + ":" + std::to_string(line) + ": a line of more than " + size_text(static_cast<double>(longest_line)) +
          "; expected text with line ends"};
}

Result<std::string> read_file(const std::string& path) {
  Result<std::string> data = read_data_file(path, "a graph file");
  if (data && data->empty()) return Failure{path + ": is empty; expected a graph"};
  return data;
}

Result<std::string> read_data_file(const std::string& path, const char* expected) {
  auto file = open_file(path, expected);
  if (!file) return file.failure();
  const std::uint64_t limit = physical_memory();
  if (file->size && *file->size > limit) return Failure{path + ": is larger than the machine's memory"};
  std::string data;
  // The byte beyond the end finds it.
  for (std::uint64_t room = file->size ? *file->size + 1 : 1 << 16;; room *= 2) {
    const std::size_t before = data.size();
    data.resize(std::min(room, limit + 1));
    auto count = file->stream->read(data.data() + before, data.size() - before);
    if (!count) return count.failure();
    if (before + *count < data.size()) {
      data.resize(before + *count);
      if (auto failure = check_lines(path, data)) return *failure;
      return data;
    }
    if (data.size() > limit) return Failure{path + ": unpacks to more than the machine's memory"};
  }
}

std::string_view strip_compression(std::string_view path) {
  for (std::string_view ending : {".gz", ".xz", ".zst"})
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  return path;
}

bool file_exists(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0;
}

}  // namespace maxwarp
