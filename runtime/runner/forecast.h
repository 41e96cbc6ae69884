// How much memory the runs will take, before any of it is allocated: what cannot fit is refused at once, with
// the figures, and not after minutes of copying.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/device/engine.h"
#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// Bytes of engine memory, by what they are for.
struct Forecast {
  std::size_t graph = 0, reversed_edges = 0, arguments = 0, results = 0,
              workspace = 0;  // reversed_edges: of graph
  std::size_t host = 0;       // on the host besides the graph and the arguments, which are there already

  std::size_t engine() const { return graph + arguments + results + workspace; }
};

/// All runs of a program: each variant with each set of arguments, one after the other.
struct PlannedRuns {
  const Algorithm& algorithm;
  const Graph& graph;
  const std::vector<const Variant*>& variants;
  const std::vector<ArgumentSet>& sets;
};

/// The most that the runs hold at a time: memory is kept from one run to the next. Error: a result's length
/// is negative.
Result<Forecast> forecast(const Engine& engine, const PlannedRuns& runs);

/// `--explain-memory`: what a run of the variant holds in engine memory, array by array, with what each belongs to.
struct MemoryPart {
  const char* owner;  // graph, argument, result, workspace
  std::string name;
  std::size_t bytes;
};
Result<std::vector<MemoryPart>> memory_parts(const Engine& engine, const PlannedRuns& runs, const Variant& variant,
                                             const ArgumentSet& set);

/// As a table with a sum, ready to be printed.
std::string memory_table(const Variant& variant, const std::vector<MemoryPart>& parts);

/// Refuses runs for which the engine or the host has too little memory: one line with both figures, what they
/// are made of, and what would fit.
MaybeFailure check_memory(Engine& engine, const PlannedRuns& runs);

/// The same for the forms of the graph that are about to be built on the host, and for a copy of it in another
/// numbering.
MaybeFailure check_form_memory(const Graph& graph, unsigned forms, bool renumbers);

}  // namespace maxwarp::runner
