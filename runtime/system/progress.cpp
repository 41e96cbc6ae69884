// A thread of its own redraws the line, so that work that never reports back shows its time as well.
#include "runtime/system/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

std::atomic<bool> silent = false;

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) && (!kind || std::strcmp(kind, "dumb") != 0);
}

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// `0:07`, `12:34`, `1:02:03`.
std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  char text[48];
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

}  // namespace

void silence_progress() { silent = true; }

std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, const std::string& unit,
                          double seconds) {
  if (total <= 0) return what + "  " + clock_text(seconds);
  std::string text = what;
  if (!unit.empty()) text += "  " + std::to_string(done) + " of " + std::to_string(total) + " " + unit;
  text += "  " + std::to_string(done * 100 / total) + " %";
  if (done == 0 || done >= total) return text + "  " + clock_text(seconds);
  const double left = seconds / static_cast<double>(done) * static_cast<double>(total - done);
  return text + "  " + clock_text(left) + " left";
}

struct Progress::Line {
  std::string what, unit;
  std::int64_t total;
  std::atomic<std::int64_t> done = 0;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::mutex mutex = {};
  std::condition_variable wake = {};
  bool over = false, drawn = false;
  std::thread painter = {};

  void finish() {
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    wake.notify_all();
    if (painter.joinable()) painter.join();
    if (std::exchange(drawn, false)) std::fputs("\r\033[K", stderr);
  }

  void draw() {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::string text = progress_text(what, done.load(), total, unit, seconds);
    text.resize(std::min(text.size(), terminal_columns() - 1));
    std::fprintf(stderr, "\r%s\033[K", text.c_str());
    std::fflush(stderr);
    drawn = true;
  }

  void paint() {
    std::unique_lock lock(mutex);
    auto pause = std::chrono::milliseconds(333);
    while (!wake.wait_for(lock, pause, [&] { return over; })) {
      draw();
      pause = std::chrono::milliseconds(200);
    }
  }
};

/// The one line of the terminal; work inside of work has none of its own. Used by the main thread.
Progress::Line* Progress::shown = nullptr;

Progress::Progress(std::string what, std::int64_t total, std::string unit) {
  if (silent || shown || !is_terminal()) return;
  line_ = std::make_unique<Line>(maxwarp::shown(what), std::move(unit), total);
  // Signals are for the threads that do the work.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  line_->painter = std::thread([line = line_.get()] { line->paint(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  shown = line_.get();
}

Progress::~Progress() {
  if (!line_) return;
  line_->finish();
  shown = nullptr;
}

void end_progress() {
  if (Progress::shown) Progress::shown->finish();
}

void Progress::advance(std::int64_t steps) {
  if (line_) line_->done += steps;
}

}  // namespace maxwarp
