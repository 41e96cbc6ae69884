// Files beside their final place until they are complete.
#include "runtime/graph/write/output.h"

#include <cerrno>
#include <cstring>

namespace maxwarp {
namespace {

class PlainSink : public Sink {
 public:
  explicit PlainSink(std::FILE* file) : file_(file) {}
  bool write(std::string_view bytes, bool) override {
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
  }

 private:
  std::FILE* file_;
};

Result<std::unique_ptr<Sink>> sink_for(const std::string& path, std::FILE* file) {
  if (path.ends_with(".gz")) return pack_gzip(path, file);
  if (path.ends_with(".xz")) return pack_xz(path, file);
  if (path.ends_with(".zst")) return pack_zstd(path, file);
  return std::unique_ptr<Sink>(std::make_unique<PlainSink>(file));
}

}  // namespace

Output::File::~File() {
  if (!file) return;
  std::fclose(file);
  std::remove(unfinished.c_str());
}

Result<Output> Output::create(const std::string& path) {
  Output output;
  output.file_ = std::make_unique<File>(File{path, path + ".part"});
  output.file_->file = std::fopen(output.file_->unfinished.c_str(), "wb");
  if (!output.file_->file) return Failure{path + ": " + std::strerror(errno)};
  auto sink = sink_for(path, output.file_->file);
  if (!sink) return sink.failure();
  output.sink_ = *std::move(sink);
  return output;
}

void Output::flush(std::string_view behind) {
  good_ = good_ && sink_->write({buffer_.get(), used_}, false) && sink_->write(behind, false);
  used_ = 0;
}

MaybeFailure Output::finish() {
  good_ = good_ && sink_->write({buffer_.get(), used_}, true);
  sink_.reset();
  const bool closed = std::fclose(file_->file) == 0;
  file_->file = nullptr;
  if (good_ && closed && std::rename(file_->unfinished.c_str(), file_->path.c_str()) == 0) return std::nullopt;
  const std::string reason = std::strerror(errno);
  std::remove(file_->unfinished.c_str());
  return Failure{file_->path + ": could not be written: " + reason};
}

}  // namespace maxwarp
