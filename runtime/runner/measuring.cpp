// The parent's end. A kernel that runs cannot be interrupted: its process is killed.
#include "runtime/runner/measuring.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "runtime/runner/stopwatch.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/json_text.h"
#include "runtime/system/progress.h"

namespace maxwarp::runner {
namespace {

using Json = nlohmann::ordered_json;

/// To open a device and to copy a graph to it.
constexpr double startup_seconds = 60;

std::string ending(int status) {
  if (WIFSIGNALED(status)) return std::string("the process ended by a signal: ") + strsignal(WTERMSIG(status));
  return "the process ended with status " + std::to_string(WEXITSTATUS(status));
}

MeasuringReply reply_of(const Json& line) {
  MeasuringReply reply;
  reply.times_ms = line.value("ms", std::vector<double>());
  reply.rounds = line.value("rounds", std::int64_t{0});
  reply.besides_ms = line.value("besides_ms", 0.0);
  reply.verified = line.value("verified", false);
  reply.failure = line.value("failure", "");
  reply.counted.issued = line.value("issued", 0.0);
  reply.counted.sectors = line.value("sectors", 0.0);
  reply.counted.atomics = line.value("atomics", 0.0);
  return reply;
}

}  // namespace

bool Measuring::start(std::string& failure) {
  if (child_ > 0) return true;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    failure = std::string("cannot start a process: ") + std::strerror(errno);
    return false;
  }
  child_ = fork();
  if (child_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    silence_progress();
    close(ends[0]);
    answer_wishes(run_, ends[1]);
    std::_Exit(0);
  }
  close(ends[1]);
  if (child_ < 0) {
    close(ends[0]);
    failure = std::string("cannot start a process: ") + std::strerror(errno);
    return false;
  }
  setpgid(child_, child_);
  add_child(child_);
  socket_ = ends[0];
  text_.clear();
  bool ended = false;
  const Json hello = Json::parse(next_line(startup_seconds, ended), nullptr, false);
  if (hello.is_object() && hello.contains("device")) {
    engine_ = hello.value("engine", "");
    device_ = hello.value("device", "");
    return true;
  }
  failure = hello.is_object() ? hello.value("failure", "") : "the engine does not open";
  stop();
  return false;
}

void Measuring::stop() {
  if (child_ <= 0) return;
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
  remove_child(child_);
  close(socket_);
  child_ = 0;
}

std::string Measuring::engine(std::string& failure) { return start(failure) ? engine_ : ""; }

/// Empty: none came within the time, or the process has ended.
std::string Measuring::next_line(double seconds, bool& ended) {
  const Stopwatch watch;
  while (true) {
    if (const std::size_t end = text_.find('\n'); end != std::string::npos) {
      const std::string line = text_.substr(0, end);
      text_.erase(0, end + 1);
      return line;
    }
    const double left = std::clamp(seconds - watch.seconds(), 0.0, 1e6);
    pollfd wait{socket_, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(left * 1e3));
    if (ready < 0 && errno == EINTR) continue;
    char part[4096];
    const ssize_t count = ready > 0 ? read(socket_, part, sizeof part) : 0;
    ended = ready > 0 && count <= 0;
    if (count <= 0) return "";
    text_.append(part, static_cast<std::size_t>(count));
  }
}

MeasuringReply Measuring::ask(const MeasuringWish& wish, double seconds, double budget) {
  const Stopwatch watch;
  const std::string text = json_text({{"variant", wish.variant},
                                      {"sets", wish.sets},
                                      {"runs", wish.runs},
                                      {"far_ms", wish.far_ms},
                                      {"give_up_ms", wish.give_up_ms}},
                                     -1);
  (void)send(socket_, text.data(), text.size(), MSG_NOSIGNAL);  // a process that has ended answers nothing
  bool runs = false, ended = false, by_budget = false;
  while (true) {
    const double left = budget - watch.seconds();
    by_budget = !runs || left <= seconds;
    const Json line = Json::parse(next_line(by_budget ? left : seconds, ended), nullptr, false);
    if (!line.is_object()) break;
    if (line.contains("begins")) runs = line["begins"] == true;
    if (!line.contains("ms")) continue;
    if (line.value("broken", false)) stop();
    return reply_of(line);
  }
  MeasuringReply reply;
  reply.late = !ended && !by_budget;
  reply.out_of_time = !ended && by_budget;
  int status = 0;
  if (ended && waitpid(child_, &status, 0) == child_) {
    remove_child(child_);
    close(socket_);
    child_ = 0;
    reply.failure = ending(status);
  }
  stop();
  return reply;
}

MeasuringReply Measuring::measure(const MeasuringWish& wish, double seconds, double budget, int trusted) {
  const Stopwatch watch;
  MeasuringReply reply;
  const bool is_new = child_ <= 0;
  if (!start(reply.failure)) {
    reply.fatal = true;
    return reply;
  }
  if (is_new && trusted >= 0 && static_cast<std::size_t>(trusted) != wish.variant) {
    reply = ask({static_cast<std::size_t>(trusted), wish.sets, 0, 0, 0}, budget, budget);
    reply.fatal = child_ <= 0 && !reply.out_of_time;
    if (child_ <= 0) return reply;
  }
  return ask(wish, seconds, budget - watch.seconds());
}

}  // namespace maxwarp::runner
