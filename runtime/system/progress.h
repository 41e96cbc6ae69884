// Progress of long work: one line on a terminal that is wiped at the end; nothing in a pipe, nothing with
// --quiet.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace maxwarp {

/// No progress is shown from now on.
void silence_progress();

/// Takes the line that is shown now off the terminal for good: something else is about to be printed.
void end_progress();

/// Shown while it lives, from the moment that the work has taken a third of a second: what is done, how long
/// it has taken and, where `total` is known, how much of it is done and how long the rest will take.
class Progress {
 public:
  /// `total` steps; 0: not known. `unit` is what a step is: `variants`.
  explicit Progress(std::string what, std::int64_t total = 0, std::string unit = "");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Some more steps are done. May be called from several threads.
  void advance(std::int64_t steps = 1);

 private:
  friend void end_progress();
  struct Line;
  static Line* shown;
  std::unique_ptr<Line> line_;  // null: not shown
};

/// The text of the line: `compiling bfs  3 of 8 variants  37 %  0:12 left`.
std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, const std::string& unit,
                          double seconds);

}  // namespace maxwarp
