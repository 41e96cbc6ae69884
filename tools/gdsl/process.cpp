// fork and exec by hand: posix_spawn cannot tie the life of a child to that of its parent.
#include "tools/gdsl/process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "runtime/system/interrupt.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

constexpr int cannot_start = 127;

void redirect(int descriptor, const std::string& path, int flags) {
  const int opened = open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(cannot_start);
}

/// In the child; only calls that are allowed between fork and exec.
[[noreturn]] void become(const Command& command, char* const* words, int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      std::signal(signal, SIG_DFL);
  }
  std::signal(SIGXFSZ, SIG_DFL);
  if (!command.log.empty()) {
    // A group of its own: one signal reaches what the compiler starts in turn.
    setpgid(0, 0);
    redirect(STDOUT_FILENO, command.log, O_WRONLY | O_CREAT | O_TRUNC);
    dup2(STDOUT_FILENO, STDERR_FILENO);
  }
  if (!command.input.empty()) redirect(STDIN_FILENO, command.input, O_RDONLY);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execv(words[0], words);
  const int reason = errno;
  (void)!write(report, &reason, sizeof reason);
  _exit(cannot_start);
}

/// The reason why the child could not be started, or 0: it runs.
int start_failure(int report) {
  int reason = 0;
  ssize_t count = 0;
  do count = read(report, &reason, sizeof reason);
  while (count < 0 && errno == EINTR);
  return count == sizeof reason ? reason : 0;
}

llvm::Expected<pid_t> start(const Command& command) {
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0)
    return fail("cannot run `{}`: {}", command.words[0], std::strerror(errno));
  // An interrupt between the start of the child and its entry into the table would miss it.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  const pid_t child = fork();
  int reason = errno;
  if (child == 0) become(command, words.data(), report[1]);
  if (child > 0) add_child(child);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(report[1]);
  if (child > 0) reason = start_failure(report[0]);
  close(report[0]);
  if (child > 0 && reason == 0) return child;
  if (child > 0) {
    remove_child(child);
    waitpid(child, nullptr, 0);
  }
  return fail("cannot run `{}`: {}", command.words[0], std::strerror(reason));
}

llvm::Expected<int> outcome(int status, const std::string& program) {
  if (is_interrupted()) return interrupted();
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  if (signal == SIGKILL) return fail("`{}` was killed; the memory of this machine may not suffice", program);
  return defect("`{}` crashed: {}", program, strsignal(signal));
}

/// The next child that ends: its place in the list of commands and its status.
std::pair<std::size_t, int> wait_for_one(std::map<pid_t, std::size_t>& running) {
  for (;;) {
    int status = 0;
    const pid_t child = waitpid(-1, &status, 0);
    const auto found = running.find(child);
    if (found == running.end()) continue;
    const std::size_t index = found->second;
    remove_child(child);
    running.erase(found);
    return {index, status};
  }
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return llvm::sys::fs::can_execute(name) ? std::optional(name) : std::nullopt;
  auto path = llvm::sys::findProgramByName(name);
  return path ? std::optional(*path) : std::nullopt;
}

llvm::Expected<int> run_process(const Command& command) { return run_processes({command}, 1); }

llvm::Expected<int> run_processes(const std::vector<Command>& commands, unsigned jobs, Progress* progress) {
  const DeferredInterrupt deferred;
  std::map<pid_t, std::size_t> running;
  llvm::Error failure = llvm::Error::success();
  int first_failure = 0;
  for (std::size_t next = 0; next < commands.size() || !running.empty();) {
    const bool go_on = !failure && first_failure == 0 && !is_interrupted();
    if (go_on && next < commands.size() && running.size() < jobs) {
      auto child = start(commands[next]);
      if (child)
        running.emplace(*child, next++);
      else
        failure = child.takeError();
      continue;
    }
    if (running.empty()) break;
    const auto [index, status] = wait_for_one(running);
    if (progress) progress->advance();
    auto code = outcome(status, commands[index].words[0]);
    if (code && first_failure == 0) first_failure = *code;
    if (!code) failure = llvm::joinErrors(std::move(failure), code.takeError());
  }
  if (is_interrupted()) {
    llvm::consumeError(std::move(failure));
    return interrupted();
  }
  if (failure) return std::move(failure);
  return first_failure;
}

}  // namespace maxwarp::workbench
