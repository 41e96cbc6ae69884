// The handler does only what a signal handler may: it reads tables of atomics, kills and unlinks.
#include "runtime/system/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace maxwarp {
namespace {

constexpr int table_size = 32;
constexpr int handled[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<char*> files[table_size];
std::atomic<pid_t> children[table_size];
std::atomic<int> deferrals = 0;
std::atomic<int> remembered = 0;

static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

void remove_files() {
  for (auto& file : files)
    if (const char* path = file.load()) unlink(path);
}

void end_by(int signal) {
  remove_files();
  std::signal(signal, SIG_DFL);
  // The signal is blocked while its handler runs.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(signal);
}

/// Milliseconds of a clock that only goes on.
std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1000000;
}

/// One Ctrl-C may come twice: from the terminal and from a program around this one, such as `timeout`.
bool comes_again() {
  static std::atomic<std::int64_t> first_time = 0;
  std::int64_t unset = 0;
  return !first_time.compare_exchange_strong(unset, now()) && now() - first_time.load() > 1000;
}

void on_interrupt(int signal) {
  for (auto& child : children)
    if (const pid_t pid = child.load(); pid > 0) kill(-pid, signal);
  const bool again = comes_again();
  remembered = signal;
  if (deferrals.load() > 0 && !again) return;
  end_by(signal);
}

template <typename Value>
int occupy(std::atomic<Value>* table, Value value) {
  for (int i = 0; i < table_size; ++i)
    if (Value free{}; table[i].compare_exchange_strong(free, value)) return i;
  return -1;
}

}  // namespace

void handle_interrupts() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : handled) {
    struct sigaction action{};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

RemovedOnInterrupt::RemovedOnInterrupt(const std::string& path) : slot_(-1), path_(strdup(path.c_str())) {
  if (path_) slot_ = occupy(files, path_);
}

RemovedOnInterrupt::~RemovedOnInterrupt() {
  if (slot_ >= 0) files[slot_] = nullptr;
  std::free(path_);
}

DeferredInterrupt::DeferredInterrupt() { ++deferrals; }
DeferredInterrupt::~DeferredInterrupt() { --deferrals; }

bool is_interrupted() { return remembered.load() != 0; }

void end_if_interrupted() {
  if (const int signal = remembered.load()) end_by(signal);
}

void end_at_once(int status) {
  remove_files();
  _exit(status);
}

void add_child(pid_t child) { occupy(children, child); }

void remove_child(pid_t child) {
  for (auto& entry : children)
    if (pid_t expected = child; entry.compare_exchange_strong(expected, 0)) return;
}

}  // namespace maxwarp
