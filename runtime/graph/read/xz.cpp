// Unpacking of .xz through liblzma.
#include <cstdint>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/stream.h"

#if !defined(MAXWARP_WITHOUT_LZMA) && __has_include(<lzma.h>)
#include <lzma.h>

namespace maxwarp {
namespace {

class XzStream : public ByteStream {
 public:
  XzStream(std::string path, std::unique_ptr<ByteStream> packed) : path_(std::move(path)), input_(std::move(packed)) {}
  ~XzStream() override { lzma_end(&stream_); }
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;

  bool start() { return lzma_stream_decoder(&stream_, physical_memory(), LZMA_CONCATENATED) == LZMA_OK; }

  Result<std::size_t> read(char* to, std::size_t room) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = room;
    while (stream_.avail_out > 0 && !finished_) {
      if (auto failure = input_.refill()) return *failure;
      const std::size_t offered = input_.size();
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
      stream_.avail_in = offered;
      const lzma_ret status = lzma_code(&stream_, offered == 0 ? LZMA_FINISH : LZMA_RUN);
      input_.take(offered - stream_.avail_in);
      finished_ = status == LZMA_STREAM_END;
      if (status == LZMA_BUF_ERROR && offered == 0) return damaged("is truncated xz data");
      if (status == LZMA_MEMLIMIT_ERROR) return damaged("needs more than the machine's memory to unpack");
      if (!finished_ && status != LZMA_OK && status != LZMA_BUF_ERROR) return damaged("is not valid xz data");
    }
    return room - stream_.avail_out;
  }

 private:
  Failure damaged(const char* how) const { return {path_ + ": " + how + "; expected a complete .xz file"}; }

  std::string path_;
  PackedInput input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> unpack_xz(const std::string& path, std::unique_ptr<ByteStream> packed) {
  auto stream = std::make_unique<XzStream>(path, std::move(packed));
  if (!stream->start()) return Failure{path + ": liblzma cannot be started"};
  return std::unique_ptr<ByteStream>(std::move(stream));
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::unique_ptr<ByteStream>> unpack_xz(const std::string& path, std::unique_ptr<ByteStream>) {
  return Failure{path + ": this program was built without liblzma; unpack the file first (unxz)"};
}

}  // namespace maxwarp
#endif
