// Children that work for a page: bounded in time and output, without a shell, killed when their answer is no longer
// wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/gdsl/process.h"

namespace maxwarp::workbench {

/// The bytes of output that are taken from a task.
constexpr std::uint64_t most_output = 16'000'000;
/// For tasks that compile programs, which have a few MB.
constexpr std::uint64_t most_build_bytes = 256'000'000;

/// A command, the text that it reads from its standard input, and where it works.
struct Task {
  std::vector<std::string> words;
  std::string folder;
  std::string input = {};
  std::vector<std::string> environment = {};
  std::uint64_t file_bytes = most_output;  // that it may write to any one file
};

struct TaskOutput {
  Ended ended;
  std::string text, errors;  // its standard output and standard error
};

/// Why a task gave no result, in its own words.
std::string why_not(const TaskOutput& output);

/// Runs the tasks at the same time, each for at most `seconds`. `is_stopped` is asked every few milliseconds; all are
/// killed if it says so. `on_text`, if given, gets what the first task writes to its standard output, while it runs.
/// Error: one could not be started, or an interrupt came.
llvm::Expected<std::vector<TaskOutput>> run_tasks(const std::vector<Task>& tasks, double seconds,
                                                  const std::function<bool()>& is_stopped,
                                                  const std::function<void(const std::string&)>& on_text = {});

}  // namespace maxwarp::workbench
