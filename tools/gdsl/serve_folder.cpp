// Each part of a name is opened in the folder before it, without following a link: no change of the folder meanwhile
// can lead the walk out of it.
#include "tools/gdsl/serve_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "llvm/ADT/ScopeExit.h"
#include "runtime/graph/parse.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".gdsl";
constexpr std::size_t most_name = 500, most_names = 1000, most_looked_at = 100'000;
constexpr int deepest = 8;

bool is_program_name(const std::string& name) {
  if (name.size() > most_name || !name.ends_with(ending) || shown(name) != name) return false;
  const auto parts = split(name, '/');
  return parts.size() <= deepest + 1 &&
         std::ranges::all_of(parts, [](std::string_view part) { return !part.empty() && part.front() != '.'; });
}

/// The descriptors of a file and of the folder that holds it.
class Opened {
 public:
  Opened() = default;
  Opened(Opened&& other) noexcept
      : folder(std::exchange(other.folder, -1)),
        file(std::exchange(other.file, -1)),
        last_part(std::move(other.last_part)),
        info(other.info) {}
  ~Opened() {
    if (folder >= 0) close(folder);
    if (file >= 0) close(file);
  }

  int folder = -1, file = -1;
  std::string last_part;
  struct stat info{};  // of the file
};

llvm::Error not_opened(const std::string& name) {
  const bool is_link = errno == ELOOP || errno == ENOTDIR;
  return fail("cannot open `{}`: {}", name,
              is_link ? "no file, or a link, which is not followed" : std::strerror(errno));
}

llvm::Expected<Opened> open_program(const std::string& path, const std::string& name) {
  if (!is_program_name(name)) return fail("no program `{}` in this folder", name);
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  Opened opened;
  opened.folder = open(path.c_str(), flags | O_DIRECTORY);
  for (const std::string_view part : split(name, '/')) {
    if (opened.folder < 0) return not_opened(name);
    if (!opened.last_part.empty()) {
      const int next = openat(opened.folder, opened.last_part.c_str(), flags | O_DIRECTORY);
      close(std::exchange(opened.folder, next));
      if (next < 0) return not_opened(name);
    }
    opened.last_part = part;
  }
  // Opening a named pipe would wait for a writer.
  opened.file = openat(opened.folder, opened.last_part.c_str(), flags | O_NONBLOCK);
  if (opened.file < 0) return not_opened(name);
  if (fstat(opened.file, &opened.info) != 0 || !S_ISREG(opened.info.st_mode))
    return fail("cannot open `{}`: it is not a regular file", name);
  return opened;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) return false;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
  return true;
}

}  // namespace

llvm::Expected<ProgramFolder> ProgramFolder::open(const std::string& path) {
  std::error_code error;
  const fs::path place = fs::canonical(path, error);
  if (!error && !fs::is_directory(place, error)) return fail("`{}` is not a folder", path);
  if (error || access(place.c_str(), R_OK | X_OK) != 0)
    return fail("cannot open `{}`: {}", path, error ? error.message() : std::strerror(errno));
  return ProgramFolder(place.string());
}

std::vector<std::string> ProgramFolder::names() const {
  std::vector<std::string> names;
  std::error_code error;
  std::size_t looked_at = 0;
  constexpr auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(path_, options, error), end; !error && entry != end;
       entry.increment(error)) {
    if (++looked_at > most_looked_at || names.size() == most_names) break;
    const std::string name = entry->path().lexically_relative(path_).string();
    const bool is_hidden = entry->path().filename().string().starts_with('.');
    if (is_hidden || entry.depth() == deepest) entry.disable_recursion_pending();
    std::error_code gone;
    if (entry->symlink_status(gone).type() == fs::file_type::regular && is_program_name(name)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

llvm::Expected<std::string> ProgramFolder::folder_of(const std::string& name) const {
  auto opened = open_program(path_, name);
  if (!opened) return opened.takeError();
  return (fs::path(path_) / name).parent_path().string();
}

llvm::Expected<std::string> ProgramFolder::read(const std::string& name) const {
  auto opened = open_program(path_, name);
  if (!opened) return opened.takeError();
  return read_open_file(opened->file, name, most_bytes);
}

llvm::Error ProgramFolder::save(const std::string& name, const std::string& text, const std::string& before) const {
  if (text.size() > most_bytes) return fail("`{}` would have more than {} bytes", name, most_bytes);
  auto opened = open_program(path_, name);
  if (!opened) return opened.takeError();
  auto present = read_open_file(opened->file, name, most_bytes);
  if (!present) return present.takeError();
  if (*present != before) return fail("`{}` has been changed by somebody else; it is not saved", name);
  const std::string draft = fmt::format(".{}.{}", opened->last_part, getpid());
  const int file = openat(opened->folder, draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return fail("cannot write `{}`: {}", name, std::strerror(errno));
  const llvm::scope_exit done([&] { close(file); });
  const bool written = write_all(file, text) && fchmod(file, opened->info.st_mode & 0777) == 0 && fsync(file) == 0 &&
                       renameat(opened->folder, draft.c_str(), opened->folder, opened->last_part.c_str()) == 0;
  if (written) return llvm::Error::success();
  const int reason = errno;
  unlinkat(opened->folder, draft.c_str(), 0);
  return fail("cannot write `{}`: {}", name, std::strerror(reason));
}

}  // namespace maxwarp::workbench
