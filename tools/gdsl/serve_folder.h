// The programs of the folder that `gdsl serve` serves. Nothing outside of it can be named: links are not followed.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

class ProgramFolder {
 public:
  /// Error: it is no folder, or cannot be read.
  static llvm::Expected<ProgramFolder> open(const std::string& path);

  /// Its path without links and dots.
  const std::string& path() const { return path_; }
  /// The programs in it and below it, sorted; hidden files, links and what lies too deep are left out.
  std::vector<std::string> names() const;
  /// The folder of a program. Error: it is no name as `names` gives them.
  llvm::Expected<std::string> folder_of(const std::string& name) const;
  /// The text of a program. Error: it is no such name, or no regular file there, or too large.
  llvm::Expected<std::string> read(const std::string& name) const;
  /// Replaces the text of a program that is there, all or nothing. Error: as above; the file has another text than
  /// `before`: somebody else has changed it.
  llvm::Error save(const std::string& name, const std::string& text, const std::string& before) const;

  /// The bytes that a program may have.
  static constexpr std::size_t most_bytes = 256 * 1024;

 private:
  explicit ProgramFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace maxwarp::workbench
