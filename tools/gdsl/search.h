// What `gdsl explore` and `gdsl tune` have in common: a program, the space of its mappings, and how they are run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/gdsl/cache.h"
#include "tools/gdsl/distinct_space.h"

namespace maxwarp::workbench {

struct SearchRequest {
  Installation installation;
  const char* argv0 = "gdsl";
  std::string program;  // path of the .gdsl file
  std::string engine = "auto", architecture;
  std::string space;                   // --map-space
  std::optional<std::size_t> limit;    // of the space, see distinct_space.h
  std::vector<std::string> arguments;  // options of the program
  bool verify = false, quiet = false;
};

/// What a search needs before it begins.
struct Search {
  EngineChoice engine;
  WorkFolder folder;
  DistinctSpace space;
};

/// Error: wrong engine or program; nothing of the space is legal; there is no cache.
llvm::Expected<Search> open_search(const SearchRequest& request);

}  // namespace maxwarp::workbench
