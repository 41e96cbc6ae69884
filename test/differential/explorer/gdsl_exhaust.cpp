// gdsl-exhaust: explores programs on all tiny graphs under all schedules, and says which of them have one result.
// `gdsl-exhaust [--unchecked] [--nodes=N] [--edges=N] [--rounds=N] [--draws=N] [--seed=N] [--steps=N]
// [--budget=N] [--jobs=N] [--brief] FILES…` A file may hold many programs, each after a line `//// NAME`.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "compiler/support/render.h"
#include "dsl/check/check.h"
#include "dsl/syntax/import.h"
#include "test/differential/explorer/explore.h"

namespace {

using namespace maxwarp;

struct Options {
  explorer::Bounds bounds;
  bool unchecked = false, brief = false;
  unsigned jobs = 1;
  std::vector<std::string> files;
};

struct Text {
  std::string name, text;
};

struct Answer {
  std::string word, report;
  std::int64_t runs = 0, truncated = 0, exhausted = 0, steps = 0;
};

Options options(int count, char** words) {
  Options options;
  explorer::Bounds& bounds = options.bounds;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const auto is = [&](std::string_view name) { return word.starts_with(name); };
    const std::int64_t number = std::strtoll(words[i] + word.find('=') + 1, nullptr, 10);
    if (word == "--unchecked")
      options.unchecked = true;
    else if (word == "--brief")
      options.brief = true;
    else if (is("--nodes="))
      bounds.nodes = static_cast<node_t>(number);
    else if (is("--edges="))
      bounds.edges = static_cast<std::size_t>(number);
    else if (is("--rounds="))
      bounds.rounds = static_cast<int>(number);
    else if (is("--draws="))
      bounds.draws = static_cast<std::uint64_t>(number);
    else if (is("--seed="))
      bounds.seed = static_cast<std::uint64_t>(number);
    else if (is("--steps="))
      bounds.steps = number;
    else if (is("--budget="))
      bounds.all_steps = number;
    else if (is("--jobs="))
      options.jobs = static_cast<unsigned>(number);
    else
      options.files.emplace_back(word);
  }
  return options;
}

/// The programs of a file.
std::vector<Text> split(const std::string& name, std::string_view text) {
  constexpr std::string_view mark = "//// ";
  if (!text.starts_with(mark)) return {{name, std::string(text)}};
  std::vector<Text> programs;
  while (text.starts_with(mark)) {
    const std::size_t line = text.find('\n');
    const std::size_t next = text.find("\n//// ", line);
    programs.push_back({std::string(text.substr(mark.size(), line - mark.size())),
                        std::string(text.substr(line + 1, next == text.npos ? next : next - line))});
    text = next == text.npos ? std::string_view() : text.substr(next + 1);
  }
  return programs;
}

std::string_view word_of(explorer::Finding finding) {
  switch (finding) {
    case explorer::Finding::One: return "one";
    case explorer::Finding::Two: return "two";
    case explorer::Finding::Open: return "open";
    case explorer::Finding::Exhausted: return "exhausted";
  }
  return "";
}

/// The checked program; null if there is none, with the reason in `answer`.
std::unique_ptr<checked::Program> checked_program(Sources& sources, bool unchecked, Answer& answer) {
  Diagnostics diagnostics(sources);
  const ast::File tree = parse_program(sources, diagnostics);
  const bool is_parsed = !diagnostics.has_errors();
  std::unique_ptr<checked::Program> program = check(tree, diagnostics, Number::Int,
                                                    unchecked ? RaceCheck::Off : RaceCheck::On);
  if (program) return program;
  answer.report = render(diagnostics, {.remarks = false, .warnings = false});
  Diagnostics others(sources);
  const bool runs = is_parsed && check(tree, others, Number::Int, RaceCheck::Off);
  answer.word = runs ? "refused" : "invalid";
  return nullptr;
}

Answer answer_to(const Text& text, const Options& options) {
  Answer answer;
  Sources sources(SourceFile(text.name, text.text));
  const std::unique_ptr<checked::Program> program = checked_program(sources, options.unchecked, answer);
  if (!program) return answer;
  const explorer::Verdict verdict = explorer::explore(*program, options.bounds);
  answer.word = word_of(verdict.finding);
  answer.truncated = verdict.truncated;
  answer.exhausted = verdict.exhausted;
  answer.report = verdict.report;
  answer.runs = verdict.runs;
  answer.steps = verdict.steps;
  return answer;
}

/// Prints answers in the order of the programs, as they come.
class Printer {
 public:
  Printer(const std::vector<Text>& programs, bool brief)
      : programs_(programs), answers_(programs.size()), brief_(brief) {}

  void take(std::size_t at, Answer answer) {
    const std::lock_guard lock(mutex_);
    answers_[at] = std::move(answer);
    for (; next_ < answers_.size() && !answers_[next_].word.empty(); ++next_)
      print(programs_[next_].name, answers_[next_]);
    std::fflush(stdout);
  }
  void print_counts() const {
    for (const auto& [word, count] : counts_) fmt::print("{} {}\n", count, word);
    fmt::print("{} runs, {} truncated, {} exhausted, {} steps\n", sum_.runs, sum_.truncated, sum_.exhausted,
               sum_.steps);
  }

 private:
  void print(const std::string& name, Answer& answer) {
    ++counts_[answer.word];
    sum_.runs += answer.runs;
    sum_.truncated += answer.truncated;
    sum_.exhausted += answer.exhausted;
    sum_.steps += answer.steps;
    const bool is_usual = answer.word == "one" || answer.word == "refused";
    if (!brief_ || !is_usual)
      fmt::print("{}: {} ({} runs, {} truncated, {} exhausted, {} steps)\n{}", name, answer.word, answer.runs,
                 answer.truncated, answer.exhausted, answer.steps, answer.report);
    answer.report.clear();
  }

  const std::vector<Text>& programs_;
  std::vector<Answer> answers_;
  const bool brief_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::map<std::string, int> counts_ = {{"exhausted", 0}, {"invalid", 0}, {"one", 0},
                                        {"open", 0},      {"refused", 0}, {"two", 0}};
  Answer sum_;
};

/// All programs of the files; nothing after an error.
std::optional<std::vector<Text>> read_all(const std::vector<std::string>& files) {
  std::vector<Text> programs;
  for (const std::string& name : files) {
    std::string error;
    const std::optional<SourceFile> file = read_source_file(name, error);
    if (!file) {
      fmt::print(stderr, "error: {}\n", error);
      return std::nullopt;
    }
    std::ranges::move(split(name, file->text()), std::back_inserter(programs));
  }
  return programs;
}

}  // namespace

int main(int argc, char** argv) {
  const Options given = options(argc, argv);
  const std::optional<std::vector<Text>> programs = read_all(given.files);
  if (!programs) return 1;
  Printer printer(*programs, given.brief);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t at = next++; at < programs->size(); at = next++)
      printer.take(at, answer_to((*programs)[at], given));
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < given.jobs; ++i) workers.emplace_back(work);
  workers.clear();  // waits for them
  printer.print_counts();
  return 0;
}
