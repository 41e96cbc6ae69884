// A contest: the few variants of a program that matter are measured in turn, so that what drifts meets them all alike.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cells.h"
#include "runtime/device/engine.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/session.h"

namespace {

constexpr int contest_warm_ups = 2, contest_turns = 11;

/// Measures all cells in turn and prints a line for each, in this process. Exit status 1 where one cannot run.
int compete(const Graph& graph, const std::string& program, const std::vector<Cell>& cells, Json facts) {
  EngineStatus opened;
  const auto engine = open_engine(&opened);
  const Algorithm& algorithm = *cells.front().algorithm;
  const auto sets = resolve_arguments(algorithm, texts_of(algorithm, graph), graph);
  if (!engine || !sets) return 1;
  const ArgumentSet& set = sets->front();
  Session session(*engine, algorithm);
  unsigned forms = 0;
  for (const Cell& cell : cells) forms |= cell.variant->forms;
  if (session.load(graph, forms)) return 1;
  std::vector<std::vector<double>> times(cells.size());
  std::vector<bool> agrees(cells.size(), true);
  const auto wanted = session.run(*cells.front().variant, set, {1, 0, 0});
  for (int turn = -contest_warm_ups; turn < contest_turns; ++turn)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto result = session.run(*cells[i].variant, set, {1, 0, 0});
      if (!wanted || !result) return 1;
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
