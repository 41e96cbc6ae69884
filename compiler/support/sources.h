// The texts of one program: the file itself and those that it imports.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/support/source_file.h"

namespace maxwarp {

/// Owns the files. Each has a range of offsets of its own, one behind the other, by which a location tells its file.
class Sources {
 public:
  explicit Sources(SourceFile main);
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  /// The file that was given.
  const SourceFile& main() const { return files_.front(); }
  /// All texts, the given one first.
  const std::deque<SourceFile>& files() const { return files_; }
  /// The file of a location; the given one if the location is none.
  const SourceFile& of(Location location) const;
  bool in_main(Location location) const { return &of(location) == &main(); }

  /// Reads one more file. On failure returns null and puts a one-line reason into `error`.
  const SourceFile* read(const std::string& path, std::string& error);

  /// A text of the language's own, after all files; its name is no path.
  const SourceFile& add_library(std::string name, std::string text);
  /// The files that were read: all but that text.
  std::vector<const SourceFile*> read_files() const;

  /// The line of a location for readers of generated text and messages: `7`, or `7 of lib.gdsl` in an imported file.
  std::string line_text(Location location) const;

 private:
  std::uint32_t next_base() const;

  std::deque<SourceFile> files_;
  const SourceFile* library_ = nullptr;
};

}  // namespace maxwarp
