// A file that is written: buffered, packed where its ending asks for it, and there only when it is complete.
#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/graph/result.h"
#include "runtime/system/output_file.h"

namespace maxwarp {

/// Where the bytes go: into a file, as they are or packed.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Whether all went well; `last`: these are the last bytes.
  virtual bool write(std::string_view bytes, bool last) = 0;
};

/// A sink that packs into `file`, which outlives it. Errors: built without the library, or it does not start.
Result<std::unique_ptr<Sink>> pack_gzip(const std::string& path, OutputFile& file);
Result<std::unique_ptr<Sink>> pack_xz(const std::string& path, OutputFile& file);
Result<std::unique_ptr<Sink>> pack_zstd(const std::string& path, OutputFile& file);

class Output {
 public:
  /// Begins the file, as OutputFile does: beside `path`, which is replaced by `finish`.
  static Result<Output> create(const std::string& path);
  Output(Output&&) = default;

  void bytes(std::string_view text) {
    if (text.size() > capacity - used_)
      flush(text);
    else
      text.copy(buffer_.get() + used_, text.size()), used_ += text.size();
  }
  template <typename T>
  void number(T value, char after) {
    char text[40];
    auto [end, error] = std::to_chars(text, text + sizeof text - 1, value);
    *end++ = after;
    bytes({text, static_cast<std::size_t>(end - text)});
  }
  /// Completes what is written, still beside `path`. An output that is not finished leaves nothing behind.
  MaybeFailure complete();
  /// Gives what is complete its name.
  MaybeFailure finish();

 private:
  static constexpr std::size_t capacity = std::size_t(1) << 18;
  Output() = default;
  void flush(std::string_view behind);

  // The sink goes first, as it may refer to the file.
  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<Sink> sink_;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
  std::size_t used_ = 0;
  bool good_ = true;
  std::string path_;
};

}  // namespace maxwarp
