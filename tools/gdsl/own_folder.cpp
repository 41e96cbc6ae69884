// Goes the way that the system goes, link by link from the root: whoever may write to a folder on it could put another
// one in place of all below.
#include "tools/gdsl/own_folder.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// What others may do in a folder.
enum class Others {
  Nothing,  // it holds what this user executes
  Add       // it is on the way there: they may add to it where they cannot take away (a sticky folder)
};

/// Whether this is none of the users that a container without privileges knows. It shows them the system's own folders
/// as those of such a user, the root of all among them.
bool is_unmapped(uid_t user) {
  std::ifstream map("/proc/self/uid_map");
  bool any = false;
  for (std::uint64_t first = 0, outside = 0, count = 0; map >> first >> outside >> count; any = true)
    if (user >= first && user - first < count) return false;
  return any;
}

/// Whether the group is this user's alone, as many systems give each user one, in which all new folders are then. That
/// of root is none of these.
bool is_private(gid_t group) {
  const passwd* user = getpwuid(geteuid());
  if (!user || user->pw_uid == 0 || user->pw_gid != group) return false;
  const struct group* found = getgrgid(group);
  return found && std::strcmp(found->gr_name, user->pw_name) == 0 && !*found->gr_mem;
}

/// Whether the folder is on the way to this very program: who may change it may change the program, too.
bool leads_to_this_program(const fs::path& folder) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return std::mismatch(folder.begin(), folder.end(), program.begin(), program.end()).first == folder.end();
}

/// Why this folder or link cannot be relied on; empty: it can.
std::string objection(const struct stat& info, Others others) {
  const bool mine = info.st_uid == geteuid();
  const bool the_systems = info.st_uid == 0 || is_unmapped(info.st_uid);
  if (!mine && (!the_systems || others == Others::Nothing)) return fmt::format("belongs to user {}", info.st_uid);
  const bool sticky = others == Others::Add && (info.st_mode & S_ISVTX);
  const mode_t others_write = mine && is_private(info.st_gid) ? S_IWOTH : S_IWGRP | S_IWOTH;
  const bool open_to_others = !S_ISLNK(info.st_mode) && (info.st_mode & others_write) && !sticky;
  return open_to_others ? "can be written to by others" : "";
}

llvm::Error refuse(const FolderUse& use, const std::string& path, const std::string& objection) {
  return fail("{} `{}` is not used: `{}` {}; set {} to a folder of your own", use.what, use.path, path, objection,
              use.variable);
}

llvm::Error system_failure(const FolderUse& use, int reason) {
  return fail("cannot write to {} `{}`: {} (set {})", use.what, use.path, std::strerror(reason), use.variable);
}

/// Puts the words of a path before those that are still to be gone.
void prepend(std::deque<std::string>& words, const fs::path& path) {
  const std::vector<fs::path> parts(path.begin(), path.end());
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) words.push_front(part->string());
}

/// Steps from one folder into the next.
class Way {
 public:
  Way(const FolderUse& use, Others others) : use_(use), others_(others) { prepend(words_, use.path); }

  llvm::Error go() {
    while (!words_.empty()) {
      const fs::path next = place_ / words_.front();
      words_.pop_front();
      if (llvm::Error failed = step(next)) return failed;
    }
    return access(place_.c_str(), W_OK) == 0 ? llvm::Error::success() : system_failure(use_, errno);
  }

 private:
  llvm::Error step(const fs::path& next) {
    struct stat info{};
    if (const int reason = look(next, info)) return system_failure(use_, reason);
    const bool link = S_ISLNK(info.st_mode), last = words_.empty() && !link;
    const std::string reason = objection(info, last ? others_ : Others::Add);
    if (!reason.empty() && (last || !leads_to_this_program(next))) return refuse(use_, next.string(), reason);
    if (link) return follow(next);
    if (!S_ISDIR(info.st_mode)) return system_failure(use_, ENOTDIR);
    place_ = next;
    return llvm::Error::success();
  }

  /// What is there, or is made; an error number, or 0.
  int look(const fs::path& next, struct stat& info) {
    if (lstat(next.c_str(), &info) == 0) return 0;
    if (errno != ENOENT || others_ == Others::Add) return errno;
    if (mkdir(next.c_str(), S_IRWXU) != 0 && errno != EEXIST) return errno;
    return lstat(next.c_str(), &info) == 0 ? 0 : errno;
  }

  llvm::Error follow(const fs::path& link) {
    constexpr int most_links = 40;  // as the system
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    if (error || ++links_ > most_links) return system_failure(use_, error ? error.value() : ELOOP);
    prepend(words_, target);
    return llvm::Error::success();
  }

  const FolderUse& use_;
  const Others others_;
  fs::path place_;
  std::deque<std::string> words_;
  int links_ = 0;
};

}  // namespace

llvm::Error make_own_folder(const FolderUse& use) { return Way(use, Others::Nothing).go(); }

llvm::Expected<std::string> make_temporary_folder(const FolderUse& use) {
  if (llvm::Error failed = Way(use, Others::Add).go()) return std::move(failed);
  std::string path = use.path + "/maxwarp-XXXXXX";
  if (!mkdtemp(path.data())) return system_failure(use, errno);
  return path;
}

llvm::Error check_own_folder(const std::string& path, const std::string& what, const std::string& instead) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return fail("cannot read `{}`: {}", path, std::strerror(errno));
  const std::string reason = objection(info, Others::Nothing);
  return reason.empty() ? llvm::Error::success() : fail("{} `{}` is not used: it {}; {}", what, path, reason, instead);
}

}  // namespace maxwarp::workbench
