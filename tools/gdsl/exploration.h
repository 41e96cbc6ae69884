// `gdsl explore PROG`: every mapping of a space is built, run, compared with the others, and ranked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/gdsl/results.h"
#include "tools/gdsl/search.h"

namespace maxwarp::workbench {

struct ExplorationRequest : SearchRequest {
  std::string graph;  // may be empty
  int repeat = 5, warm_up = 1;
  double seconds = 60;   // a variant may take, all its runs together; 0: no limit
  bool cpu = true;       // also run on one CPU thread
  bool metrics = false;  // of each variant that can tell, from a text and a run of their own
  std::string pack;      // folder, or empty
  std::string budget;    // of the pack for a search, in seconds; empty: it is not made for one
  std::function<llvm::Error(const ResultRow&)> on_row = {};  // gets each row as it comes, unranked; may be none
};

/// Explores here. What fails is a row with its reason. Error: wrong options, program, graph or arguments;
/// nothing is legal; an interrupt.
llvm::Expected<ResultTable> explore(const ExplorationRequest& request);

/// The command that runs the program once, without its mapping.
std::vector<std::string> run_words(const ExplorationRequest& request);

/// Writes all variants into a pack instead, several in one file; the exit status.
llvm::Expected<int> pack_exploration(const ExplorationRequest& request);

}  // namespace maxwarp::workbench
