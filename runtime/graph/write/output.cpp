// Bytes on their way into a file, as they are or packed.
#include "runtime/graph/write/output.h"

namespace maxwarp {
namespace {

class PlainSink : public Sink {
 public:
  explicit PlainSink(OutputFile& file) : file_(file) {}
  bool write(std::string_view bytes, bool) override {
    file_.write(bytes);
    return !file_.trouble();
  }

 private:
  OutputFile& file_;
};

Result<std::unique_ptr<Sink>> sink_for(const std::string& path, OutputFile& file) {
  if (path.ends_with(".gz")) return pack_gzip(path, file);
  if (path.ends_with(".xz")) return pack_xz(path, file);
  if (path.ends_with(".zst")) return pack_zstd(path, file);
  return std::unique_ptr<Sink>(std::make_unique<PlainSink>(file));
}

}  // namespace

Result<Output> Output::create(const std::string& path) {
  Output output;
  output.file_ = std::make_unique<OutputFile>(path);
  if (auto failure = output.file_->trouble()) return *failure;
  auto sink = sink_for(path, *output.file_);
  if (!sink) return sink.failure();
  output.sink_ = *std::move(sink);
  output.path_ = path;
  return output;
}

void Output::flush(std::string_view behind) {
  good_ = good_ && sink_->write({buffer_.get(), used_}, false) && sink_->write(behind, false);
  used_ = 0;
}

MaybeFailure Output::complete() {
  good_ = good_ && sink_->write({buffer_.get(), used_}, true);
  if (auto failure = file_->complete()) return failure;
  return good_ ? std::nullopt : std::optional(Failure{"cannot write `" + path_ + "`: it cannot be packed"});
}

MaybeFailure Output::finish() { return file_->finish(); }

}  // namespace maxwarp
