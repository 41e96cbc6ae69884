// The cache of compiled programs: one folder an entry, named by the hash of everything that went in.
// Safe for any number of processes at once, also when they are killed: an entry appears complete or not at
// all, is checked before it is used, and is never removed while its program runs. No other user can write there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/system/interrupt.h"

namespace maxwarp::workbench {

/// An open file that holds a lock; the lock ends with the last process that has the file open.
class FileLock {
 public:
  FileLock() = default;
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileLock();
  bool held() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// The right to build an entry. The file of the lock is removed with it; `deferred` keeps an interrupt from ending the
/// process before that.
class BuildLock {
 public:
  BuildLock(std::string path, FileLock lock, std::unique_ptr<DeferredInterrupt> deferred = nullptr)
      : path_(std::move(path)), lock_(std::move(lock)), deferred_(std::move(deferred)) {}
  BuildLock(BuildLock&&) = default;
  ~BuildLock();

 private:
  std::string path_;
  FileLock lock_;
  std::unique_ptr<DeferredInterrupt> deferred_;
};

/// An entry in use. Its program is what the lock's descriptor names: that has been checked, and is to be executed or
/// copied, whatever the path leads to by then. The lock goes with the program through `exec`.
struct CacheEntry {
  std::string folder, program;
  FileLock lock;
};

/// What `gdsl cache` says.
struct CacheFacts {
  std::size_t entries = 0;
  std::uint64_t bytes = 0;
};

class Cache {
 public:
  /// Makes the folder. Error: there is none (see cache_folder), another user could write to it, it cannot be written
  /// to, or MAXWARP_CACHE_SIZE is not a size.
  static llvm::Expected<Cache> open();

  /// The entry, locked, if it is there and undamaged; a damaged one is removed.
  std::optional<CacheEntry> find(const std::string& key) const;
  /// The right to build `key`; waits while another process builds it.
  BuildLock lock_build(const std::string& key) const;
  /// A new folder for a build, and the lock that says that it is in use.
  llvm::Expected<std::pair<std::string, FileLock>> make_build_folder() const;
  /// Makes the finished `folder`, which holds `program`, the entry of `key`; then removes the entries that
  /// have not been used for the longest time until all fit into the limit again.
  llvm::Error publish(const std::string& folder, const std::string& key) const;

  /// Removes entries, the longest unused first, until at most `bytes` are left; those in use stay.
  CacheFacts shrink(std::uint64_t bytes, const std::string& spared = "") const;
  CacheFacts facts() const;
  const std::string& folder() const { return folder_; }
  std::uint64_t limit() const { return limit_; }

 private:
  Cache(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

  std::string folder_;
  std::uint64_t limit_;
};

/// Folder of the cache: $XDG_CACHE_HOME/maxwarp or $HOME/.cache/maxwarp. Empty: neither names an absolute path.
std::string cache_folder();

/// Where there is no folder for a cache, but TMPDIR is set: one in a new folder there, for this process and its
/// children, which goes with this.
class TemporaryCache {
 public:
  /// Error: TMPDIR is needed, but another user could change what is in it, or it cannot be written to.
  static llvm::Expected<TemporaryCache> where_needed();
  TemporaryCache(TemporaryCache&& other) noexcept : folder_(std::exchange(other.folder_, "")) {}
  ~TemporaryCache();

 private:
  explicit TemporaryCache(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;  // empty: it is not needed
};

/// A folder in the cache for what one command needs meanwhile; it goes with this.
class WorkFolder {
 public:
  /// Error: there is no cache.
  static llvm::Expected<WorkFolder> make();
  WorkFolder(WorkFolder&& other) noexcept
      : temporary_(std::move(other.temporary_)), path_(std::exchange(other.path_, "")), lock_(std::move(other.lock_)) {}
  ~WorkFolder();
  const std::string& path() const { return path_; }

 private:
  WorkFolder(TemporaryCache temporary, std::string path, FileLock lock)
      : temporary_(std::move(temporary)), path_(std::move(path)), lock_(std::move(lock)) {}

  TemporaryCache temporary_;
  std::string path_;
  FileLock lock_;  // says that it is in use
};

}  // namespace maxwarp::workbench
