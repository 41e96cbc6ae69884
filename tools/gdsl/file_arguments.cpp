// A file whose name ends like a column is meant as it is if it exists.
#include "tools/gdsl/file_arguments.h"

#include "runtime/system/file_column.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

std::optional<FileArgument> file_argument(const std::string& word) {
  const std::size_t at = word.starts_with('@') ? 0 : word.find("=@") + 1;
  if (word.empty() || word[at] != '@') return std::nullopt;
  const std::string whole = word.substr(at + 1), file = is_there(whole) ? whole : file_column(whole).file;
  return FileArgument{word.substr(0, at + 1), file, whole.substr(file.size())};
}

}  // namespace maxwarp::workbench
