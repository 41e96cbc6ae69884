// Output files: written beside their place and renamed when complete, so that no reader ever sees half of one.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/graph/result.h"
#include "runtime/system/interrupt.h"

namespace maxwarp {

/// One file that is being written; without `finish` nothing appears. `-` is the standard output. Where a
/// symbolic link leads is replaced, not the link. Devices, pipes and files in folders that take no new files
/// are written in place.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends. Errors show in `finish`.
  void write(std::string_view text);
  /// The first thing that went wrong so far, if something did; one line that says why.
  MaybeFailure trouble() const { return error_ ? std::optional(failure()) : std::nullopt; }
  /// Completes what is written, still without its name: of several files that belong together, all are
  /// complete before the first one is finished. Error: it could not be opened or written.
  MaybeFailure complete();
  /// Completes the file and gives it its name. Error: as above.
  MaybeFailure finish();

 private:
  void open_beside(const std::string& place);
  Failure failure() const;

  std::string path_;       // as given, for messages
  std::string place_;      // where it goes: symbolic links are followed
  std::string temporary_;  // what is written; empty: in place
  std::FILE* file_ = nullptr;
  int error_ = 0;  // errno of the first thing that went wrong
  std::unique_ptr<RemovedOnInterrupt> removal_;
};

/// The same for every spelling of a file's path, whether there is a file or not; `-` stays what it is.
std::string canonical_path(const std::string& path);

/// Writes to the standard output and flushes it. Error: it takes no more (a full disk, say).
MaybeFailure write_standard_output(std::string_view text);

}  // namespace maxwarp
