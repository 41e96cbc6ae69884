// Texts go through files in memory: nothing is left behind, and no child waits for a reader.
#include "tools/gdsl/serve_child.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

class MemoryFile {
 public:
  explicit MemoryFile(const std::string& text = "") : file_(memfd_create("text", MFD_CLOEXEC)) {
    good_ = file_ >= 0 && pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  }
  ~MemoryFile() {
    if (file_ >= 0) close(file_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool good() const { return good_; }
  std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }
  llvm::Expected<std::string> text() const { return read_open_file(file_, "the output", most_output); }

  /// What has been written since the last call, as far as it fits.
  std::string more() {
    std::array<char, 1 << 16> buffer{};
    const ssize_t count = pread(file_, buffer.data(), buffer.size(), read_);
    if (count <= 0) return "";
    read_ += count;
    return {buffer.data(), static_cast<std::size_t>(count)};
  }

 private:
  int file_;
  bool good_ = false;
  off_t read_ = 0;
};

/// A task with the files of its child.
struct Files {
  explicit Files(const Task& task) : input(task.input) {}
  MemoryFile input, output, errors;
};

Command command_of(const Task& task, const Files& files) {
  Command command{task.words, files.output.path(), files.input.path()};
  command.environment = task.environment;
  command.confinement = {task.folder, files.errors.path(), task.file_bytes};
  return command;
}

}  // namespace

std::string why_not(const TaskOutput& output) {
  if (output.ended.timed_out) return "it took too long and was ended";
  if (output.ended.signal == SIGXFSZ) return "it wrote too much and was ended";
  if (!output.errors.empty()) return output.errors;
  return fmt::format("it ended with the status {} and the signal {}", output.ended.status, output.ended.signal);
}

llvm::Expected<std::vector<TaskOutput>> run_tasks(const std::vector<Task>& tasks, double seconds,
                                                  const std::function<bool()>& is_stopped,
                                                  const std::function<void(const std::string&)>& on_text) {
  std::deque<Files> files;
  std::vector<Command> commands;
  for (const Task& task : tasks) {
    const Files& added = files.emplace_back(task);
    if (!added.input.good() || !added.output.good() || !added.errors.good())
      return fail("cannot run `{}`: {}", task.words.front(), std::strerror(errno));
    commands.push_back(command_of(task, added));
  }
  const auto hand_on = [&] {
    if (!on_text) return;
    for (std::string text = files.front().output.more(); !text.empty(); text = files.front().output.more())
      on_text(text);
  };
  auto ended = run_each(commands, static_cast<unsigned>(commands.size()), seconds, nullptr, [&] {
    hand_on();
    return is_stopped();
  });
  if (!ended) return ended.takeError();
  hand_on();
  std::vector<TaskOutput> outputs;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    auto text = files[i].output.text();
    if (!text) return text.takeError();
    auto errors = files[i].errors.text();
    if (!errors) return errors.takeError();
    outputs.push_back({(*ended)[i], std::move(*text), std::move(*errors)});
  }
  return outputs;
}

}  // namespace maxwarp::workbench
