// See --agree and --expected-results.
#include "runtime/runner/stored_array.h"

#include <cstring>

namespace maxwarp::runner {

std::string stored_array(const HostArray& array) {
  const std::uint64_t count = array.bytes.size();
  std::string text(sizeof count + count, '\0');
  std::memcpy(text.data(), &count, sizeof count);
  if (count) std::memcpy(text.data() + sizeof count, array.bytes.data(), count);
  return text;
}

std::optional<std::uint64_t> read_size(std::istream& file) {
  std::uint64_t count = 0;
  if (!file.read(reinterpret_cast<char*>(&count), sizeof count)) return std::nullopt;
  return count;
}

bool read_bytes(std::istream& file, std::uint64_t bytes, HostArray& array) {
  array.bytes.resize(bytes);
  return bytes == 0 || file.read(reinterpret_cast<char*>(array.bytes.data()), static_cast<std::streamsize>(bytes));
}

}  // namespace maxwarp::runner
