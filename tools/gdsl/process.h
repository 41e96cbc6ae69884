// Child processes: compilers that run at the same time, stopped together with the workbench.
// Programs are started without a shell: a file name with blanks or quotes is an ordinary file name.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/system/progress.h"

namespace maxwarp::workbench {

/// What holds for a command that is run for somebody else: it gets no file of this process but those that are named,
/// and writes none that is larger than said.
struct Confinement {
  std::string folder;            // its working folder
  std::string errors;            // file for stderr, apart from stdout
  std::uint64_t file_bytes = 0;  // that one file may have; more of it ends the command by SIGXFSZ
};

/// One program to run. It is killed when this process ends, however that happens.
struct Command {
  std::vector<std::string> words;  // the first is the program
  std::string log = {};            // file for stdout and stderr; empty: those of this process
  std::string input = {};          // file for stdin; empty: that of this process
  int socket = -1;                 // an open socket for stdin and stdout; -1: as above
  int executable = -1;             // an open file that is executed as the program; -1: what the first word names
  std::vector<std::string> environment = {};  // `NAME=value`: in place of, or besides, what this process has
  std::optional<Confinement> confinement = {};
};

/// How a command ended.
struct Ended {
  int status = 0;          // its exit status
  int signal = 0;          // the signal that ended it, or 0
  bool timed_out = false;  // it was killed because it took too long
  bool good() const { return status == 0 && signal == 0 && !timed_out; }
};

/// The full path of `name` (a path, or a program on PATH).
std::optional<std::string> find_program(const std::string& name);

/// Runs `command` to its end and returns the exit status. Error: it could not be started, or was killed by a
/// signal.
llvm::Expected<int> run_process(const Command& command);

/// Runs the commands with up to `jobs` at a time; returns the first exit status that is not 0, after which no
/// further one is started. `progress` may be null.
llvm::Expected<int> run_processes(const std::vector<Command>& commands, unsigned jobs, Progress* progress = nullptr);

/// Runs all commands with up to `jobs` at a time, whatever becomes of each; one that takes longer than
/// `seconds` (0: no limit) is killed with everything that it started, as all are when `is_stopped` says so. Several
/// threads may call it. Error: an interrupt, or one could not be started.
llvm::Expected<std::vector<Ended>> run_each(
    const std::vector<Command>& commands, unsigned jobs, double seconds, Progress* progress = nullptr,
    const std::function<bool()>& is_stopped = [] { return false; });

/// A child that answers lines with lines. Its stderr is that of this process.
class Conversation {
 public:
  /// Starts the program. Error: it cannot be started.
  static llvm::Expected<std::unique_ptr<Conversation>> start(const std::vector<std::string>& words);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// The answer to `line`, without its end. Error: the child has ended; with the status 1 it has said why.
  llvm::Expected<std::string> ask(const std::string& line);

 private:
  Conversation(pid_t child, int socket, std::string program)
      : child_(child), socket_(socket), program_(std::move(program)) {}
  llvm::Error ended();

  pid_t child_;
  int socket_;
  std::string program_, unread_;
};

}  // namespace maxwarp::workbench
