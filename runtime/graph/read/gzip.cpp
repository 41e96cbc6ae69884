// Decompression of .gz through zlib.
#include "runtime/graph/read/decompress.h"
#include "runtime/graph/read/output_buffer.h"

#include <cstdint>

#if !defined(MAXWARP_WITHOUT_ZLIB) && __has_include(<zlib.h>)
#include <zlib.h>

namespace maxwarp {
namespace {

/// Inflates all members; returns what is wrong, or nullptr.
const char* inflate_all(z_stream& stream, std::string_view data, OutputBuffer& out) {
  std::size_t read = 0;
  for (;;) {
    if (out.room() == 0 && !out.grow()) return "unpacks to more than the machine's memory";
    // zlib counts in 32 bits: feed and drain in pieces.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data() + read));
    stream.avail_in = static_cast<uInt>(std::min<std::size_t>(data.size() - read, 1u << 30));
    stream.next_out = reinterpret_cast<Bytef*>(out.end());
    stream.avail_out = static_cast<uInt>(std::min<std::size_t>(out.room(), 1u << 30));
    uInt offered_in = stream.avail_in, offered_out = stream.avail_out;
    int status = inflate(&stream, Z_NO_FLUSH);
    read += offered_in - stream.avail_in;
    out.commit(offered_out - stream.avail_out);
    if (status == Z_STREAM_END) {
      if (read == data.size()) return nullptr;
      if (inflateReset(&stream) != Z_OK) return "cannot be read by zlib";  // the next member
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return "is no valid gzip data";
    } else if (read == data.size() && stream.avail_out != 0) {
      return "is truncated gzip data";
    }
  }
}

}  // namespace

Result<std::string> decompress_gzip(const std::string& path, std::string_view data, std::uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return Failure{path + ": zlib cannot be started"};
  OutputBuffer out(data.size() * 4, limit);
  const char* problem = inflate_all(stream, data, out);
  inflateEnd(&stream);
  if (problem) return Failure{path + ": " + problem + "; expected a complete .gz file"};
  return out.take();
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::string> decompress_gzip(const std::string& path, std::string_view, std::uint64_t) {
  return Failure{path + ": this program was built without zlib; unpack the file first (gunzip)"};
}

}  // namespace maxwarp
#endif
