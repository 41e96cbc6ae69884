// A contest: the few variants of a program that matter are measured in turn, so that what drifts meets them all alike.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cells.h"
#include "runtime/device/engine.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/session.h"

namespace {

constexpr int contest_warm_ups = 2, contest_turns = 11;

/// Sessions with the graph on the device, one for each set of forms that variants ask for: the forms of some exclude
/// others.
class Sessions {
 public:
  Sessions(Engine& engine, const Algorithm& algorithm, const Graph& graph)
      : engine_(engine), algorithm_(algorithm), graph_(graph) {}

  /// Of the forms of the variant; nullptr, with a message, where the graph cannot be loaded.
  Session* of(const Variant& variant) {
    std::unique_ptr<Session>& session = sessions_[variant.forms];
    if (session) return session.get();
    session = std::make_unique<Session>(engine_, algorithm_);
    const auto failure = session->load(graph_, variant.forms, variant.numbering);
    if (!failure) return session.get();
    std::fprintf(stderr, "%s: %s\n", variant.mapping, failure->message.c_str());
    return nullptr;
  }

 private:
  Engine& engine_;
  const Algorithm& algorithm_;
  const Graph& graph_;
  std::map<unsigned, std::unique_ptr<Session>> sessions_;
};

/// One run of a cell; no result, with a message, where it fails.
std::optional<RunResult> run_once(Sessions& sessions, const Cell& cell, const ArgumentSet& set) {
  Session* session = sessions.of(*cell.variant);
  if (!session) return std::nullopt;
  auto result = session->run(*cell.variant, set, {1, 0, 0});
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s: %s\n", cell.variant->mapping, result.error().c_str());
  return std::nullopt;
}

/// Measures all cells in turn and prints a line for each, in this process. Exit status 1 where one cannot run.
int compete(const Graph& graph, const std::string& program, const std::vector<Cell>& cells, Json facts) {
  EngineStatus opened;
  const auto engine = open_engine(&opened);
  const Algorithm& algorithm = *cells.front().algorithm;
  const auto sets = resolve_arguments(algorithm, texts_of(algorithm, graph), graph);
  if (!engine || !sets) return 1;
  const ArgumentSet& set = sets->front();
  Sessions sessions(*engine, algorithm, graph);
  std::vector<std::vector<double>> times(cells.size());
  std::vector<bool> agrees(cells.size(), true);
  const auto wanted = run_once(sessions, cells.front(), set);
  if (!wanted) return 1;
  for (int turn = -contest_warm_ups; turn < contest_turns; ++turn)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto result = run_once(sessions, cells[i], set);
      if (!result) return 1;
      if (turn >= 0) times[i].push_back(result->run_ms[0]);
      const double tolerance = absolute_tolerance(algorithm, set);
      if (turn == 0) agrees[i] = !difference_of(algorithm, graph, tolerance, *wanted, *result);
    }
  facts["device"] = engine->description();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Json line = facts;
    line.update(
        {{"program", program}, {"mapping", cells[i].variant->mapping}, {"ms", times[i]}, {"agrees", agrees[i]}});
    show(line);
  }
  return 0;
}

/// The same in a child process, which ends after `seconds`.
void hold_contest(const Graph& graph, const std::string& program, const std::vector<Cell>& cells, const Json& facts,
                  unsigned seconds) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    std::_Exit(compete(graph, program, cells, facts));
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) std::fprintf(stderr, "%s: the contest ended with %d\n", program.c_str(), status);
}

}  // namespace
