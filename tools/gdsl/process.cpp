// fork and exec by hand: posix_spawn cannot tie the life of a child to that of its parent.
#include "tools/gdsl/process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

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

/// In the child, whose standard files are in place.
void confine(const Confinement& confinement) {
  redirect(STDERR_FILENO, confinement.errors, O_WRONLY | O_CREAT | O_TRUNC);
  const rlimit size{confinement.file_bytes, confinement.file_bytes};
  const bool done = chdir(confinement.folder.c_str()) == 0 && setrlimit(RLIMIT_FSIZE, &size) == 0 &&
                    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
  if (!done) _exit(cannot_start);
}

/// In the child; only calls that are allowed between fork and exec.
[[noreturn]] void become(const Command& command, char* const* words, char* const* environment, int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  std::signal(SIGXFSZ, SIG_DFL);
  if (!command.log.empty()) {
    // A group of its own: one signal reaches what the compiler starts in turn.
    setpgid(0, 0);
    redirect(STDOUT_FILENO, command.log, O_WRONLY | O_CREAT | O_TRUNC);
    dup2(STDOUT_FILENO, STDERR_FILENO);
  }
  if (command.socket >= 0 && (dup2(command.socket, STDIN_FILENO) < 0 || dup2(command.socket, STDOUT_FILENO) < 0))
    _exit(cannot_start);
  if (!command.input.empty()) redirect(STDIN_FILENO, command.input, O_RDONLY);
  if (command.confinement) confine(*command.confinement);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (command.executable >= 0)
    fexecve(command.executable, words, environment);
  else
    execve(words[0], words, environment);
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

/// As `exec` takes them; valid as long as the texts are.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// The variables of a command: its own before those of this process that have other names.
std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> variables = command.environment;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view name(*variable, std::strcspn(*variable, "="));
    const auto replaces = [&](const std::string& own) { return own.starts_with(std::string(name) + "="); };
    if (std::none_of(command.environment.begin(), command.environment.end(), replaces)) variables.push_back(*variable);
  }
  return variables;
}

llvm::Expected<pid_t> start_command(const Command& command) {
  const std::vector<std::string> variables = environment_of(command);
  const std::vector<char*> words = pointers_to(command.words), environment = pointers_to(variables);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return fail("cannot run `{}`: {}", command.words[0], std::strerror(errno));
  // An interrupt between the start of the child and its entry into the table would miss it, as would one before the
  // child has a group, or one that has come since the caller looked.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  const bool too_late = is_interrupted();
  const pid_t child = too_late ? -1 : fork();
  int reason = errno;
  if (child == 0) become(command, words.data(), environment.data(), report[1]);
  if (child > 0 && !command.log.empty()) setpgid(child, child);
  if (child > 0) add_child(child);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(report[1]);
  if (child > 0) reason = start_failure(report[0]);
  close(report[0]);
  if (too_late) return interrupted();
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
  if (name.find('/') != std::string::npos) return llvm::sys::fs::can_execute(name) ? std::optional(name) : std::nullopt;
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
      auto child = start_command(commands[next]);
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

namespace {

using Clock = std::chrono::steady_clock;

/// A command of `run_each` at work.
struct Working {
  std::size_t index;
  Clock::time_point deadline;
};

Ended as_ended(int status) {
  if (WIFEXITED(status)) return {WEXITSTATUS(status), 0, false};
  return {0, WTERMSIG(status), false};
}

/// Takes in what has ended, and kills what has run too long; all of it if `stop`.
void collect(std::map<pid_t, Working>& working, std::vector<Ended>& ended, Progress* progress, bool stop) {
  for (auto at = working.begin(); at != working.end();) {
    const auto [child, work] = *at;
    int status = 0;
    const bool late = stop || Clock::now() > work.deadline;
    if (late) kill(-child, SIGKILL);
    if (waitpid(child, &status, late ? 0 : WNOHANG) == 0) {
      ++at;
      continue;
    }
    remove_child(child);
    ended[work.index] = as_ended(status);
    ended[work.index].timed_out = late;
    if (progress) progress->advance();
    at = working.erase(at);
  }
}

}  // namespace

llvm::Expected<std::vector<Ended>> run_each(const std::vector<Command>& commands, unsigned jobs, double seconds,
                                            Progress* progress, const std::function<bool()>& is_stopped) {
  const DeferredInterrupt deferred;
  std::vector<Ended> ended(commands.size());
  std::map<pid_t, Working> working;
  llvm::Error failure = llvm::Error::success();
  const auto limit = seconds > 0 ? std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))
                                 : std::chrono::hours(24 * 365);
  for (std::size_t next = 0; next < commands.size() || !working.empty();) {
    const bool stop = is_stopped();
    const bool go_on = !failure && !is_interrupted() && !stop && next < commands.size();
    if (!go_on && working.empty()) break;
    if (go_on && working.size() < jobs) {
      auto child = start_command(commands[next]);
      if (child)
        working.emplace(*child, Working{next++, Clock::now() + limit});
      else
        failure = child.takeError();
      continue;
    }
    collect(working, ended, progress, stop);
    if (!working.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (is_interrupted()) {
    llvm::consumeError(std::move(failure));
    return interrupted();
  }
  if (failure) return std::move(failure);
  return ended;
}

llvm::Expected<std::unique_ptr<Conversation>> Conversation::start(const std::vector<std::string>& words) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fail("cannot run `{}`: {}", words[0], std::strerror(errno));
  Command command{words};
  command.socket = ends[1];
  auto child = start_command(command);
  close(ends[1]);
  if (child) return std::unique_ptr<Conversation>(new Conversation(*child, ends[0], words[0]));
  close(ends[0]);
  return child.takeError();
}

Conversation::~Conversation() {
  close(socket_);
  if (child_ < 0) return;
  waitpid(child_, nullptr, 0);
  remove_child(child_);
}

llvm::Error Conversation::ended() {
  int status = 0;
  waitpid(child_, &status, 0);
  remove_child(std::exchange(child_, -1));
  auto code = outcome(status, program_);
  if (!code) return code.takeError();
  if (*code == 0) return defect("`{}` gave no answer", program_);
  return already_said();
}

llvm::Expected<std::string> Conversation::ask(const std::string& line) {
  const std::string text = line + "\n";
  // A child that has ended leaves its reason as status: no signal for writing to it.
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ended();
    sent += static_cast<std::size_t>(count);
  }
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      std::string answer = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return answer;
    }
    char buffer[4096];
    const ssize_t count = read(socket_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return ended();
    unread_.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace maxwarp::workbench
