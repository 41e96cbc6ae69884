// Entries and build folders lie side by side: `KEY/`, `KEY.lock` while it is built, `tmp-…/` for the builds.
// All locks are flock: the kernel gives them back when a process dies.
#include "tools/gdsl/cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "llvm/Support/xxhash.h"
#include "runtime/system/memory.h"
#include "runtime/system/progress.h"
#include "tools/gdsl/own_folder.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t standard_limit = 2'000'000'000;
constexpr const char* seal_name = "seal";      // size and checksum of the program; its time is that of the last use
constexpr const char* build_lock = "in-work";  // in a build folder
constexpr const char* cache_variable = "XDG_CACHE_HOME";

/// What the seal of an open program says.
llvm::Expected<std::string> seal_of(int program, const std::string& path) {
  auto contents = read_open_file(program, path, host_memory().available);
  if (!contents) return contents.takeError();
  return fmt::format("{} {:016x}\n", contents->size(), llvm::xxh3_64bits(*contents));
}

/// Whether the open program is one, and that which the entry was sealed with.
bool is_intact(int program, const fs::path& entry) {
  struct stat info{};
  if (fstat(program, &info) != 0 || !S_ISREG(info.st_mode) || !(info.st_mode & S_IXUSR)) return false;
  auto sealed = read_foreign_text((entry / seal_name).string());
  auto seal = seal_of(program, (entry / "program").string());
  const bool intact = sealed && seal && *sealed == *seal;
  if (!sealed) llvm::consumeError(sealed.takeError());
  if (!seal) llvm::consumeError(seal.takeError());
  return intact;
}

/// Opens and locks what the path names at that moment, but follows no link and waits for no pipe; -1 where that fails.
int open_locked(const std::string& path, int flags, int operation) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (descriptor < 0) return -1;
    if (flock(descriptor, operation) != 0) {
      close(descriptor);
      return -1;
    }
    struct stat locked, named;
    // Somebody may have removed the file while we waited for the lock.
    if (fstat(descriptor, &locked) == 0 && lstat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino)
      return descriptor;
    close(descriptor);
    if (!(flags & O_CREAT)) return -1;
  }
}

bool is_intact(const fs::path& entry) {
  const FileLock program(open_locked((entry / "program").string(), O_RDONLY | O_CLOEXEC, LOCK_SH));
  return program.held() && is_intact(program.descriptor(), entry);
}

/// Out of the way first, so that no one finds half of it, and only if it is not in use.
bool remove_entry(const fs::path& folder, const fs::path& guard) {
  const FileLock lock(open_locked(guard.string(), O_RDONLY | O_CLOEXEC, LOCK_EX | LOCK_NB));
  std::error_code error;
  if (!lock.held() && fs::is_regular_file(fs::symlink_status(guard, error))) return false;
  const fs::path aside = folder.parent_path() / fmt::format("tmp-gone-{}-{}", getpid(), folder.filename().string());
  fs::rename(folder, aside, error);
  if (error) return false;
  fs::remove_all(aside, error);
  return true;
}

/// Whether this folder of a build is abandoned. One without a lock is either so new that its lock
/// is about to be made, or so old that its process died before.
bool is_abandoned(const fs::path& folder) {
  if (folder.filename().string().rfind("tmp-gone-", 0) == 0) return true;
  std::error_code error;
  if (!fs::exists(folder / build_lock, error))
    return fs::last_write_time(folder, error) < fs::file_time_type::clock::now() - std::chrono::hours(24);
  return FileLock(open_locked((folder / build_lock).string(), O_RDWR | O_CLOEXEC, LOCK_EX | LOCK_NB)).held();
}

/// What builders that were killed left: their folders, and locks that are not held.
void remove_abandoned(const fs::path& cache) {
  std::error_code error, ignored;
  for (const auto& entry : fs::directory_iterator(cache, error)) {
    const std::string path = entry.path().string();
    if (entry.path().filename().string().rfind("tmp-", 0) == 0 && is_abandoned(entry.path()))
      fs::remove_all(entry.path(), ignored);
    if (entry.path().extension() == ".lock")
      const BuildLock unheld(path, FileLock(open_locked(path, O_RDWR | O_CLOEXEC, LOCK_EX | LOCK_NB)));
  }
}

struct Entry {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

std::uint64_t folder_bytes(const fs::path& folder) {
  std::error_code error;
  std::uint64_t bytes = 0;
  for (const auto& file : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    const auto size = file.file_size(ignored);
    if (!ignored) bytes += size;
  }
  return bytes;
}

bool is_key(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// All entries, the longest unused first.
std::vector<Entry> list_entries(const fs::path& cache) {
  std::vector<Entry> entries;
  std::error_code error;
  for (const auto& folder : fs::directory_iterator(cache, error)) {
    if (!is_key(folder.path().filename().string())) continue;
    std::error_code ignored;
    entries.push_back(
        {folder.path(), folder_bytes(folder.path()), fs::last_write_time(folder.path() / seal_name, ignored)});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  return entries;
}

/// Onto the disk before the rename: after a power failure there is no entry with missing contents.
void flush_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)fsync(descriptor);
  close(descriptor);
}

}  // namespace

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

BuildLock::~BuildLock() {
  // Removed while it is held: who waits for it sees that the path names another file, and tries again.
  if (lock_.held()) unlink(path_.c_str());
}

std::string cache_folder() {
  // The specification of these variables has relative paths ignored.
  const auto absolute = [](const char* path) { return path && *path == '/'; };
  if (const char* cache = std::getenv(cache_variable); absolute(cache)) return std::string(cache) + "/maxwarp";
  if (const char* home = std::getenv("HOME"); absolute(home)) return std::string(home) + "/.cache/maxwarp";
  return "";
}

llvm::Expected<TemporaryCache> TemporaryCache::where_needed() {
  const char* temporary = std::getenv("TMPDIR");
  if (!cache_folder().empty() || !temporary || *temporary != '/') return TemporaryCache("");
  auto folder = make_temporary_folder({temporary, "the temporary folder", "TMPDIR"});
  if (!folder) return folder.takeError();
  setenv(cache_variable, folder->c_str(), 1);
  return TemporaryCache(*folder);
}

TemporaryCache::~TemporaryCache() {
  if (folder_.empty()) return;
  unsetenv(cache_variable);
  std::error_code error;
  fs::remove_all(folder_, error);
}

llvm::Expected<Cache> Cache::open() {
  std::uint64_t limit = standard_limit;
  if (const char* wanted = std::getenv("MAXWARP_CACHE_SIZE"); wanted && *wanted) {
    const auto size = parse_size(wanted);
    if (!size) return fail("MAXWARP_CACHE_SIZE is `{}`; write a size such as 500M or 2G", wanted);
    limit = *size;
  }
  const std::string folder = cache_folder();
  if (folder.empty())
    return fail("there is no place for compiled programs without HOME; set XDG_CACHE_HOME, or TMPDIR");
  if (llvm::Error failed = make_own_folder({folder, "the cache", cache_variable})) return std::move(failed);
  return Cache(folder, limit);
}

std::optional<CacheEntry> Cache::find(const std::string& key) const {
  const fs::path place = fs::path(folder_) / key;
  // Open across exec: the running program keeps its entry from being removed.
  FileLock lock(open_locked((place / "program").string(), O_RDONLY, LOCK_SH));
  if (!lock.held()) return std::nullopt;
  if (!is_intact(lock.descriptor(), place)) {
    lock = FileLock();
    remove_entry(place, place / "program");
    return std::nullopt;
  }
  (void)utimensat(AT_FDCWD, (place / seal_name).c_str(), nullptr, 0);
  return CacheEntry{place.string(), (place / "program").string(), std::move(lock)};
}

BuildLock Cache::lock_build(const std::string& key) const {
  const std::string path = folder_ + "/" + key + ".lock";
  auto deferred = std::make_unique<DeferredInterrupt>();
  FileLock lock(open_locked(path, O_RDWR | O_CREAT | O_CLOEXEC, LOCK_EX | LOCK_NB));
  if (lock.held()) return BuildLock(path, std::move(lock), std::move(deferred));
  // The lock is another's: an interrupt ends the waiting.
  deferred.reset();
  Progress progress("waiting for another process that compiles the same program");
  lock = FileLock(open_locked(path, O_RDWR | O_CREAT | O_CLOEXEC, LOCK_EX));
  return BuildLock(path, std::move(lock), std::make_unique<DeferredInterrupt>());
}

llvm::Expected<std::pair<std::string, FileLock>> Cache::make_build_folder() const {
  remove_abandoned(folder_);
  for (;;) {
    std::string path = folder_ + "/tmp-XXXXXX";
    if (!mkdtemp(path.data()))
      return fail("cannot write to the cache `{}`: {} (set {})", folder_, std::strerror(errno), cache_variable);
    FileLock lock(open_locked(path + "/" + build_lock, O_RDWR | O_CREAT | O_CLOEXEC, LOCK_EX));
    // Between the making of the lock and its taking, another process may have thought the folder abandoned.
    if (fs::exists(path)) return std::pair(path, std::move(lock));
  }
}

llvm::Error Cache::publish(const std::string& folder, const std::string& key) const {
  const fs::path place = fs::path(folder_) / key;
  const std::string built = folder + "/program";
  const FileLock program(open_locked(built, O_RDONLY | O_CLOEXEC, LOCK_SH));
  auto seal = seal_of(program.descriptor(), built);
  if (!seal) return seal.takeError();
  if (llvm::Error failed = write_text(folder + "/" + seal_name, *seal)) return failed;
  for (const char* name : {"program", seal_name}) flush_to_disk(fs::path(folder) / name);
  std::error_code error;
  fs::remove(folder + "/" + build_lock, error);
  fs::rename(folder, place, error);
  // What lies there was damaged from outside, so that it was not found.
  if (error && !is_intact(place) && remove_entry(place, place / "program")) fs::rename(folder, place, error);
  if (error && !is_intact(place))
    return fail("cannot rename `{}` to `{}`: {}", folder, place.string(), error.message());
  shrink(limit_, key);
  return llvm::Error::success();
}

CacheFacts Cache::shrink(std::uint64_t bytes, const std::string& spared) const {
  CacheFacts left;
  const std::vector<Entry> entries = list_entries(folder_);
  for (const Entry& entry : entries) left.bytes += entry.bytes;
  left.entries = entries.size();
  for (const Entry& entry : entries) {
    if (left.bytes <= bytes) break;
    if (entry.path.filename() == spared || !remove_entry(entry.path, entry.path / "program")) continue;
    left.bytes -= entry.bytes;
    --left.entries;
  }
  return left;
}

CacheFacts Cache::facts() const { return shrink(UINT64_MAX); }

llvm::Expected<WorkFolder> WorkFolder::make() {
  auto temporary = TemporaryCache::where_needed();
  if (!temporary) return temporary.takeError();
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  auto folder = cache->make_build_folder();
  if (!folder) return folder.takeError();
  return WorkFolder(std::move(*temporary), folder->first, std::move(folder->second));
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
}

}  // namespace maxwarp::workbench
