// Packing through zlib, liblzma and libzstd; each refuses with the reason where its library is missing.
#include <cstdint>

#include "runtime/graph/write/output.h"

#if !defined(MAXWARP_WITHOUT_ZLIB) && __has_include(<zlib.h>)
#include <zlib.h>
#define MAXWARP_PACKS_GZIP 1
#endif
#if !defined(MAXWARP_WITHOUT_LZMA) && __has_include(<lzma.h>)
#include <lzma.h>
#define MAXWARP_PACKS_XZ 1
#endif
#if !defined(MAXWARP_WITHOUT_ZSTD) && __has_include(<zstd.h>)
#include <zstd.h>
#define MAXWARP_PACKS_ZSTD 1
#endif

namespace maxwarp {
namespace {

/// What a library packed, on its way into the file.
class PackedOutput {
 public:
  explicit PackedOutput(OutputFile& file) : file_(file) {}
  char* data() { return buffer_.get(); }
  bool write(std::size_t bytes) {
    file_.write({buffer_.get(), bytes});
    return !file_.trouble();
  }
  static constexpr std::size_t capacity = std::size_t(1) << 17;

 private:
  OutputFile& file_;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
};

#ifdef MAXWARP_PACKS_GZIP
class GzipSink : public Sink {
 public:
  explicit GzipSink(OutputFile& file) : out_(file) {
    started_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~GzipSink() override { deflateEnd(&stream_); }
  bool started() const { return started_; }
  bool write(std::string_view bytes, bool last) override {
    // zlib counts in 32 bits.
    for (; bytes.size() > 1u << 30; bytes.remove_prefix(1u << 30))
      if (!write(bytes.substr(0, 1u << 30), false)) return false;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
      stream_.avail_out = PackedOutput::capacity;
      if (deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return false;
      if (!out_.write(PackedOutput::capacity - stream_.avail_out)) return false;
    } while (stream_.avail_out == 0);
    return true;
  }

 private:
  PackedOutput out_;
  z_stream stream_{};
  bool started_ = false;
};
#endif

#ifdef MAXWARP_PACKS_XZ
class XzSink : public Sink {
 public:
  explicit XzSink(OutputFile& file) : out_(file) {
    started_ = lzma_easy_encoder(&stream_, 3, LZMA_CHECK_CRC64) == LZMA_OK;
  }
  ~XzSink() override { lzma_end(&stream_); }
  bool started() const { return started_; }
  bool write(std::string_view bytes, bool last) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(out_.data());
      stream_.avail_out = PackedOutput::capacity;
      const lzma_ret status = lzma_code(&stream_, last ? LZMA_FINISH : LZMA_RUN);
      if (status != LZMA_OK && status != LZMA_STREAM_END && status != LZMA_BUF_ERROR) return false;
      if (!out_.write(PackedOutput::capacity - stream_.avail_out)) return false;
    } while (stream_.avail_out == 0);
    return true;
  }

 private:
  PackedOutput out_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool started_ = false;
};
#endif

#ifdef MAXWARP_PACKS_ZSTD
class ZstdSink : public Sink {
 public:
  explicit ZstdSink(OutputFile& file) : out_(file), context_(ZSTD_createCCtx()) {
    if (context_) ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdSink() override { ZSTD_freeCCtx(context_); }
  ZstdSink(const ZstdSink&) = delete;
  ZstdSink& operator=(const ZstdSink&) = delete;
  bool started() const { return context_ != nullptr; }
  bool write(std::string_view bytes, bool last) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{out_.data(), PackedOutput::capacity, 0};
      const std::size_t left = ZSTD_compressStream2(context_, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) || !out_.write(out.pos)) return false;
      if (last ? left == 0 : in.pos == in.size) return true;
    }
  }

 private:
  PackedOutput out_;
  ZSTD_CCtx* context_;
};
#endif

template <typename Packer>
[[maybe_unused]] Result<std::unique_ptr<Sink>> start(const std::string& path, OutputFile& file, const char* library) {
  auto sink = std::make_unique<Packer>(file);
  if (!sink->started()) return Failure{path + ": " + library + " cannot be started"};
  return std::unique_ptr<Sink>(std::move(sink));
}

[[maybe_unused]] Failure missing(const std::string& path, const char* library, const char* tool) {
  return {path + ": this program was built without " + library + "; write the plain file and pack it (" + tool + ")"};
}

}  // namespace

Result<std::unique_ptr<Sink>> pack_gzip(const std::string& path, [[maybe_unused]] OutputFile& file) {
#ifdef MAXWARP_PACKS_GZIP
  return start<GzipSink>(path, file, "zlib");
#else
  return missing(path, "zlib", "gzip");
#endif
}

Result<std::unique_ptr<Sink>> pack_xz(const std::string& path, [[maybe_unused]] OutputFile& file) {
#ifdef MAXWARP_PACKS_XZ
  return start<XzSink>(path, file, "liblzma");
#else
  return missing(path, "liblzma", "xz");
#endif
}

Result<std::unique_ptr<Sink>> pack_zstd(const std::string& path, [[maybe_unused]] OutputFile& file) {
#ifdef MAXWARP_PACKS_ZSTD
  return start<ZstdSink>(path, file, "libzstd");
#else
  return missing(path, "libzstd", "zstd");
#endif
}

}  // namespace maxwarp
