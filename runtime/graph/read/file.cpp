// Reading a file in one piece.
#include "runtime/graph/read/file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/decompress.h"

namespace maxwarp {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<std::string> read_plain(const std::string& path, const std::string& expected) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return Failure{path + ": " + std::strerror(errno)};
  if (S_ISDIR(info.st_mode)) return Failure{path + ": is a directory; expected " + expected};
  if (!S_ISREG(info.st_mode)) return Failure{path + ": is no regular file; expected " + expected};
  if (static_cast<std::uint64_t>(info.st_size) > physical_memory())
    return Failure{path + ": is larger than the machine's memory"};
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return Failure{path + ": " + std::strerror(errno)};
  std::string data(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t count = std::fread(data.data(), 1, data.size(), file.get());
  if (count != data.size()) return Failure{path + ": could not be read to its end"};
  return data;
}

bool ends_with(std::string_view text, std::string_view ending) { return text.ends_with(ending); }

}  // namespace

Result<std::string> read_file(const std::string& path) {
  Result<std::string> data = read_data_file(path, "a graph file");
  if (data && data->empty()) return Failure{path + ": is empty; expected a graph"};
  return data;
}

Result<std::string> read_data_file(const std::string& path, const char* expected) {
  Result<std::string> data = read_plain(path, expected);
  if (!data || data->empty()) return data;
  std::uint64_t limit = physical_memory();
  if (ends_with(path, ".gz"))
    data = decompress_gzip(path, *data, limit);
  else if (ends_with(path, ".xz"))
    data = decompress_xz(path, *data, limit);
  else if (ends_with(path, ".zst"))
    data = decompress_zstd(path, *data, limit);
  return data;
}

std::string_view strip_compression(std::string_view path) {
  for (std::string_view ending : {".gz", ".xz", ".zst"})
    if (ends_with(path, ending)) return path.substr(0, path.size() - ending.size());
  return path;
}

bool file_exists(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0;
}

}  // namespace maxwarp
