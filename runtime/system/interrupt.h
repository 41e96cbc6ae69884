// Ctrl-C, SIGTERM and SIGHUP: nothing half-written stays behind, and no child goes on alone.
// The process then ends by the signal itself, so that a shell sees 130 for Ctrl-C and 143 for SIGTERM.
#pragma once

#include <sys/types.h>

#include <string>

namespace maxwarp {

/// Sets up the handling of the three signals; one that is ignored (nohup) stays ignored. A file beyond the
/// limit on sizes becomes an error of its writing. Call once, first in main.
void handle_interrupts();

/// While it lives, an interrupt removes this file. At most 32 at a time; further ones are not removed.
class RemovedOnInterrupt {
 public:
  explicit RemovedOnInterrupt(const std::string& path);
  ~RemovedOnInterrupt();
  RemovedOnInterrupt(const RemovedOnInterrupt&) = delete;
  RemovedOnInterrupt& operator=(const RemovedOnInterrupt&) = delete;

 private:
  int slot_;
  char* path_;
};

/// While one lives, an interrupt only stops the children and is remembered: the code that holds it cleans up
/// (whole folders, say) and then calls `end_if_interrupted`. A second interrupt, a second later
/// or more, ends the process at once.
class DeferredInterrupt {
 public:
  DeferredInterrupt();
  ~DeferredInterrupt();
  DeferredInterrupt(const DeferredInterrupt&) = delete;
  DeferredInterrupt& operator=(const DeferredInterrupt&) = delete;
};

/// Whether an interrupt was remembered.
bool is_interrupted();

/// Ends the process by the remembered signal, if there is one.
void end_if_interrupted();

/// Removes what an interrupt would remove and ends the process with `status`, whatever other threads wait for.
[[noreturn]] void end_at_once(int status);

/// A child process that an interrupt is to stop (with its whole process group); to be taken back after its
/// end.
void add_child(pid_t child);
void remove_child(pid_t child);

}  // namespace maxwarp
