// Decompression of .xz through liblzma.
#include "runtime/graph/read/decompress.h"
#include "runtime/graph/read/output_buffer.h"

#include <cstdint>

#if !defined(MAXWARP_WITHOUT_LZMA) && __has_include(<lzma.h>)
#include <lzma.h>

namespace maxwarp {
namespace {

/// Decodes all streams; returns what is wrong, or nullptr.
const char* decode_all(lzma_stream& stream, std::string_view data, OutputBuffer& out) {
  stream.next_in = reinterpret_cast<const std::uint8_t*>(data.data());
  stream.avail_in = data.size();
  for (;;) {
    if (out.room() == 0 && !out.grow()) return "unpacks to more than the machine's memory";
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.end());
    stream.avail_out = out.room();
    std::size_t offered = stream.avail_out;
    lzma_ret status = lzma_code(&stream, LZMA_FINISH);
    out.commit(offered - stream.avail_out);
    if (status == LZMA_STREAM_END) return nullptr;
    if (status == LZMA_BUF_ERROR && stream.avail_out != 0) return "is truncated xz data";
    if (status != LZMA_OK && status != LZMA_BUF_ERROR) return "is no valid xz data";
  }
}

}  // namespace

Result<std::string> decompress_xz(const std::string& path, std::string_view data, std::uint64_t limit) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK)
    return Failure{path + ": liblzma cannot be started"};
  OutputBuffer out(data.size() * 6, limit);
  const char* problem = decode_all(stream, data, out);
  lzma_end(&stream);
  if (problem) return Failure{path + ": " + problem + "; expected a complete .xz file"};
  return out.take();
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::string> decompress_xz(const std::string& path, std::string_view, std::uint64_t) {
  return Failure{path + ": this program was built without liblzma; unpack the file first (unxz)"};
}

}  // namespace maxwarp
#endif
