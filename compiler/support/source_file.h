// A source text with its name and a table of its lines. Tokens, trees and diagnostics point into
// it by Location, so it outlives them all.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/location.h"

namespace maxwarp {

/// Owns the text of one file. Lines end at `\n`, `\r\n` or `\r`.
class SourceFile {
 public:
  /// `base`: the offset of its first byte among those of all files of the program.
  SourceFile(std::string name, std::string text, std::uint32_t base = 0);
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  SourceFile(SourceFile&&) = default;

  const std::string& name() const { return name_; }
  std::string_view text() const { return *text_; }
  std::uint32_t base() const { return base_; }
  /// Number of lines; the part after the last line end counts, even if empty.
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begins_.size()); }
  /// The text of a line (from 1) without its end; empty if there is no such line.
  std::string_view line(std::uint32_t number) const;
  /// The place of the bytes [begin, end) of this text; an offset past the text is moved to its end.
  Location location(std::size_t begin, std::size_t end) const;
  /// The bytes that a location in this file covers.
  std::string_view text_at(Location location) const;

 private:
  std::string name_;
  // Behind a pointer, so that views into the text stay valid when the file is moved.
  std::unique_ptr<std::string> text_;
  std::vector<std::uint32_t> line_begins_;
  std::uint32_t base_;
};

/// The name of a program that is read from the standard input.
inline constexpr const char* standard_input_name = "<stdin>";

/// Reads a file; `-` is the standard input. On failure returns nothing and puts a one-line reason into
/// `error`: the file cannot be read, is a folder, or is larger than 16 MiB.
std::optional<SourceFile> read_source_file(const std::string& path, std::string& error, std::uint32_t base = 0);

}  // namespace maxwarp
