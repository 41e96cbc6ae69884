// Arguments of programs whose values are in files: `--data=@FILE`, `-P data=@FILE:col3`, `--data @FILE`.
#pragma once

#include <optional>
#include <string>

namespace maxwarp::workbench {

/// A word of the command line that names a file: `before` (up to the `@`), the file, `after` (its column).
struct FileArgument {
  std::string before, file, after;
};

/// The parts of the word, or nothing if it names no file.
std::optional<FileArgument> file_argument(const std::string& word);

}  // namespace maxwarp::workbench
