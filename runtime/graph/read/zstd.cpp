// Unpacking of .zst through libzstd.
#include <cstdint>

#include "runtime/graph/read/stream.h"

#if !defined(MAXWARP_WITHOUT_ZSTD) && __has_include(<zstd.h>)
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>

#include "runtime/graph/memory.h"

namespace maxwarp {
namespace {

class ZstdStream : public ByteStream {
 public:
  ZstdStream(std::string path, std::unique_ptr<ByteStream> packed)
      : path_(std::move(path)), input_(std::move(packed)), stream_(ZSTD_createDStream()) {
    // `zstd --long` packs with larger windows than the library takes unasked (2^27 bytes): as large as memory
    // allows.
    const int memory = std::bit_width(physical_memory()) - 1,
              most = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
    if (started()) ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, std::clamp(memory, 27, most));
  }
  ~ZstdStream() override { ZSTD_freeDStream(stream_); }
  ZstdStream(const ZstdStream&) = delete;
  ZstdStream& operator=(const ZstdStream&) = delete;

  bool started() const { return stream_ != nullptr; }

  Result<std::size_t> read(char* to, std::size_t room) override {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos < room) {
      if (auto failure = input_.refill()) return *failure;
      if (input_.size() == 0 && between_frames_) break;
      ZSTD_inBuffer in{input_.data(), input_.size(), 0};
      const std::size_t before = out.pos, status = ZSTD_decompressStream(stream_, &out, &in);
      if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
        return Failure{path_ +
                       ": needs a larger window than memory allows; expected one packed with a smaller `zstd --long`"};
      if (ZSTD_isError(status)) return damaged("is not valid Zstandard data");
      // Without input the decoder may still have output to hand over.
      if (in.size == 0 && out.pos == before) return damaged("is truncated Zstandard data");
      input_.take(in.pos);
      between_frames_ = status == 0;
    }
    return out.pos;
  }

 private:
  Failure damaged(const char* how) const { return {path_ + ": " + how + "; expected a complete .zst file"}; }

  std::string path_;
  PackedInput input_;
  ZSTD_DStream* stream_;
  bool between_frames_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> unpack_zstd(const std::string& path, std::unique_ptr<ByteStream> packed) {
  auto stream = std::make_unique<ZstdStream>(path, std::move(packed));
  if (!stream->started()) return Failure{path + ": libzstd cannot be started"};
  return std::unique_ptr<ByteStream>(std::move(stream));
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::unique_ptr<ByteStream>> unpack_zstd(const std::string& path, std::unique_ptr<ByteStream>) {
  return Failure{path + ": this program was built without libzstd; unpack the file first (unzstd)"};
}

}  // namespace maxwarp
#endif
