// bench-auto: times every variant of the programs that are linked in, on one graph, and prints a JSON line per cell.
// The graph is made once. Each program runs in a child process, which the parent ends when a variant takes too long;
// the next child goes on with the next variant.
// Usage: driver NAME LIMIT OPTION=VALUE…   NAME: of the graph; LIMIT: seconds per program; then the options of the
// graph. Environment: EARLIER=FILE: only what that has no time of; CONTEST=FILE: only what that lists, in turn
// (cells.h); ONLY=PROGRAM; PATIENCE: seconds for the first variant that ends.
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cells.h"
#include "contest.h"
#include "maxwarp/algorithm.h"
#include "runtime/device/engine.h"
#include "runtime/graph/options.h"
#include "runtime/graph/shape.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/requirements.h"
#include "runtime/runner/session.h"

namespace {

using namespace maxwarp;
using namespace maxwarp::runner;
using Clock = std::chrono::steady_clock;

constexpr double give_up = 5;         // times the best so far
constexpr double not_near = 2;        // times the best so far: one run is enough to tell
constexpr int most_runs = 5;          // timed ones, after one that is not
constexpr double startup_ms = 20000;  // of a child: the context of the device, copies of the graph
constexpr double shortest_patience_ms = 1500;
constexpr double usual_patience_ms = 6000;  // of a variant before any other has ended

/// The same, or what PATIENCE says, in seconds.
double longest_patience_ms() {
  const char* given = std::getenv("PATIENCE");
  return given ? std::atof(given) * 1e3 : usual_patience_ms;
}

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What a child writes to its parent, and what of it is not yet a whole line.
void send(int pipe, const Json& line) {
  const std::string text = line.dump() + "\n";
  if (write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::_Exit(3);
}

/// Runs the cells from `first` on, in the child. The first results, in the parent's order, are what others are compared
/// with.
class Child {
 public:
  Child(const Graph& graph, const std::vector<Cell>& cells, int pipe, double best)
      : graph_(graph), cells_(cells), pipe_(pipe), best_(best) {}

  int run(std::size_t first) {
    EngineStatus opened;
    const auto engine = open_engine(&opened);
    if (!engine) return fail(opened.message);
    send(pipe_, {{"device", engine->description()}});
    Session session(*engine, *cells_.front().algorithm);
    auto sets = resolve_arguments(*cells_.front().algorithm, texts_of(*cells_.front().algorithm, graph_), graph_);
    if (!sets) return fail(sets.error());
    for (std::size_t i = first; i < cells_.size(); ++i) {
      send(pipe_, {{"begin", i}});
      send(pipe_, measure(session, *cells_[i].variant, sets->front()));
    }
    return 0;
  }

 private:
  int fail(const std::string& message) {
    send(pipe_, {{"fatal", message}});
    return 1;
  }

  Json measure(Session& session, const Variant& variant, const ArgumentSet& set) {
    if (const unsigned forms = variant.forms; !loaded_ || *loaded_ != forms) {
      if (auto failure = session.load(graph_, forms, variant.numbering)) return {{"failed", failure->message}};
      loaded_ = forms;
    }
    auto result = session.run(variant, set, {1, 0, 0});
    if (!result) return {{"failed", result.error()}};
    const double warm = result->run_ms[0];
    send(pipe_, {{"warm", true}});
    Json line = {{"warm_ms", warm}, {"rounds", result->rounds}};
    if (best_ > 0 && warm > give_up * best_) {
      line["ms"] = {warm};
      line["ended"] = "slow";
    } else {
      const bool is_near = best_ == 0 || warm <= not_near * best_;
      result = session.run(variant, set, is_near ? Repetition{most_runs, 1, 0} : Repetition{1, 0, 0});
      if (!result) return {{"failed", result.error()}};
      line["ms"] = result->run_ms;
      std::vector<double> times = result->run_ms;
      std::ranges::sort(times);
      const double median = times[times.size() / 2];
      if (best_ == 0 || median < best_) best_ = median;
    }
    compare(line, set, *std::move(result));
    return line;
  }

  void compare(Json& line, const ArgumentSet& set, RunResult result) {
    const Algorithm& algorithm = *cells_.front().algorithm;
    if (!wanted_) {
      wanted_ = std::move(result);
      return;
    }
    const auto difference = difference_of(algorithm, graph_, absolute_tolerance(algorithm, set), *wanted_, result);
    line["agrees"] = !difference.has_value();
  }

  const Graph& graph_;
  const std::vector<Cell>& cells_;
  int pipe_;
  double best_;
  std::optional<unsigned> loaded_;
  std::optional<RunResult> wanted_;
};

/// Runs the cells of one program in children, and prints a line for each.
class Parent {
 public:
  Parent(const Graph& graph, const std::string& program, const Work& work, Json facts, double limit_ms)
      : graph_(graph),
        program_(program),
        cells_(work.cells),
        facts_(std::move(facts)),
        limit_ms_(limit_ms),
        best_(work.best_ms) {}

  void run() {
    begin_ = Clock::now();
    while (next_ < cells_.size() && since(begin_) < limit_ms_ && !fatal_) run_child();
    for (; next_ < cells_.size(); ++next_) report({{"ended", "open"}});
  }

 private:
  void run_child() {
    int ends[2];
    if (pipe(ends) != 0) std::exit(3);
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      const int status = Child(graph_, cells_, ends[1], best_).run(next_);
      std::_Exit(status);
    }
    close(ends[1]);
    listen(ends[0]);
    close(ends[0]);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }

  /// Takes lines until the child has ended, or does not come to an end with a variant.
  void listen(int pipe) {
    std::string text;
    running_ = false;
    auto last = Clock::now();
    while (true) {
      pollfd wait{pipe, POLLIN, 0};
      const double patience = running_ ? this->patience() : startup_ms;
      const int ready = poll(&wait, 1, std::max(0, static_cast<int>(patience - since(last))));
      char buffer[4096];
      const ssize_t count = ready > 0 ? read(pipe, buffer, sizeof buffer) : 0;
      if (count <= 0) return end_of_child(ready > 0, patience);
      text.append(buffer, static_cast<std::size_t>(count));
      for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
        const Json line = Json::parse(text.substr(0, end));
        take(line);
        last = Clock::now();
        // After an error of the device nothing runs in that process any more.
        if (line.contains("failed") || (since(begin_) > limit_ms_ && !running_)) return;
      }
    }
  }

  /// For the first run of a variant, or for all that follow it.
  double patience() const {
    if (best_ == 0) return runs_ * longest_patience_ms();
    return runs_ * std::clamp(give_up * best_ + 500, shortest_patience_ms, longest_patience_ms());
  }

  void end_of_child(bool died, double patience) {
    if (next_ >= cells_.size() || fatal_) return;
    if (!running_) {
      fatal_ = true;  // it never began, which another one would not, either
      std::fprintf(stderr, "%s: no child begins\n", program_.c_str());
      return;
    }
    report(died ? Json{{"ended", "died"}} : Json{{"ended", "time"}, {"more_than_ms", patience}});
    ++next_;
  }

  void take(const Json& line) {
    if (line.contains("device")) {
      facts_["device"] = line["device"];
    } else if (line.contains("fatal")) {
      std::fprintf(stderr, "%s: %s\n", program_.c_str(), line["fatal"].get<std::string>().c_str());
      fatal_ = true;
    } else if (line.contains("begin")) {
      running_ = true;
      runs_ = 1;
    } else if (line.contains("warm")) {
      runs_ = 1 + most_runs;
    } else {
      running_ = false;
      report(line);
      if (line.contains("ms") && !line.contains("ended")) take_time(line["ms"].get<std::vector<double>>());
      ++next_;
    }
  }

  void take_time(std::vector<double> times) {
    std::ranges::sort(times);
    const double median = times[times.size() / 2];
    if (best_ == 0 || median < best_) best_ = median;
  }

  void report(const Json& what) {
    Json line = facts_;
    line["program"] = program_;
    line["variant"] = cells_[next_].variant->name;
    line["mapping"] = cells_[next_].variant->mapping;
    line.update(what);
    show(line);
  }

  const Graph& graph_;
  const std::string& program_;
  const std::vector<Cell>& cells_;
  Json facts_;
  double limit_ms_;
  Clock::time_point begin_;
  std::size_t next_ = 0;
  double best_;
  int runs_ = 1;
  bool running_ = false, fatal_ = false;
};

/// Statistics of the graph, and its degrees in bins, should others be wanted.
Json facts_of(const std::string& name, const Graph& graph) {
  const GraphShape shape = shape_of(graph);
  return {{"graph", name},
          {"nodes", graph.nodes},
          {"arcs", graph.edges()},
          {"mean_degree", shape.mean_degree},
          {"max_degree", shape.max_degree},
          {"degree_deviation", shape.degree_deviation},
          {"hub_share", shape.hub_share},
          {"depth", shape.depth}};
}

Programs wanted_programs(const char* contest) {
  Programs programs = all_programs();
  if (const char* only = std::getenv("ONLY")) keep(programs, [&](const auto& key) { return key.first == only; });
  if (contest) keep(programs, [listed = lines_of(contest)](const auto& key) { return listed.contains(key); });
  if (const char* earlier = std::getenv("EARLIER")) keep_open(programs, earlier);
  return programs;
}

int run(int count, char** words) {
  GraphOptions options;
  for (int i = 3; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
    if (auto failure = set_graph_option(options, word.substr(0, equals), value)) {
      std::fprintf(stderr, "%s\n", failure->message.c_str());
      return 1;
    }
  }
  const auto begin = Clock::now();
  auto loaded = load_graph(options);
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().c_str());
    return 1;
  }
  const auto made = Clock::now();
  const Json facts = facts_of(words[1], loaded->graph);
  std::fprintf(stderr, "%s: %s; made in %.1f s, looked at in %.3f s\n", words[1], loaded->summary.c_str(),
               std::chrono::duration<double>(made - begin).count(), since(made) / 1e3);
  const char* contest = std::getenv("CONTEST");
  Programs programs = wanted_programs(contest);
  for (const auto& [name, work] : programs) {
    const std::vector<Cell>& cells = work.cells;
    if (const auto failure = check_graph(*cells.front().algorithm, *loaded)) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), failure->message.c_str());
      continue;
    }
    unsigned forms = 0;
    for (const Cell& cell : cells) forms |= cell.variant->forms;
    add_forms(loaded->graph, forms);
    const auto start = Clock::now();
    if (contest)
      hold_contest(loaded->graph, name, cells, facts, static_cast<unsigned>(std::atoi(words[2])));
    else
      Parent(loaded->graph, name, work, facts, std::atof(words[2]) * 1e3).run();
    std::fprintf(stderr, "%s %s: %.1f s\n", words[1], name.c_str(), since(start) / 1e3);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) {
    std::fprintf(stderr, "usage: %s NAME LIMIT OPTION=VALUE…\n", words[0]);
    return 1;
  }
  return run(count, words);
}
