// Unpacking of .gz through zlib.
#include <algorithm>
#include <cstdint>

#include "runtime/graph/read/stream.h"

#if !defined(MAXWARP_WITHOUT_ZLIB) && __has_include(<zlib.h>)
#include <zlib.h>

namespace maxwarp {
namespace {

class GzipStream : public ByteStream {
 public:
  GzipStream(std::string path, std::unique_ptr<ByteStream> packed)
      : path_(std::move(path)), input_(std::move(packed)) {}
  ~GzipStream() override {
    if (started_) inflateEnd(&stream_);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  bool start() { return started_ = inflateInit2(&stream_, 15 + 16) == Z_OK; }

  Result<std::size_t> read(char* to, std::size_t room) override {
    std::size_t filled = 0;
    while (filled < room) {
      if (auto failure = input_.refill()) return *failure;
      if (input_.size() == 0 && between_members_) break;
      if (input_.size() == 0) return damaged("is truncated gzip data");
      // zlib counts in 32 bits.
      const auto offered_in = static_cast<uInt>(input_.size());
      const auto offered_out = static_cast<uInt>(std::min<std::size_t>(room - filled, 1u << 30));
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
      stream_.avail_in = offered_in;
      stream_.next_out = reinterpret_cast<Bytef*>(to + filled);
      stream_.avail_out = offered_out;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      input_.take(offered_in - stream_.avail_in);
      filled += offered_out - stream_.avail_out;
      if (status != Z_STREAM_END && status != Z_OK && status != Z_BUF_ERROR) return damaged("is not valid gzip data");
      between_members_ = status == Z_STREAM_END;
      if (between_members_ && inflateReset(&stream_) != Z_OK) return damaged("cannot be read by zlib");
    }
    return filled;
  }

 private:
  Failure damaged(const char* how) const { return {path_ + ": " + how + "; expected a complete .gz file"}; }

  std::string path_;
  PackedInput input_;
  z_stream stream_{};
  bool started_ = false, between_members_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> unpack_gzip(const std::string& path, std::unique_ptr<ByteStream> packed) {
  auto stream = std::make_unique<GzipStream>(path, std::move(packed));
  if (!stream->start()) return Failure{path + ": zlib cannot be started"};
  return std::unique_ptr<ByteStream>(std::move(stream));
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::unique_ptr<ByteStream>> unpack_gzip(const std::string& path, std::unique_ptr<ByteStream>) {
  return Failure{path + ": this program was built without zlib; unpack the file first (gunzip)"};
}

}  // namespace maxwarp
#endif
