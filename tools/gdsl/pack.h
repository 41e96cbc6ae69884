// Packs: a folder with generated texts, the runtime's sources and a `run` script, which together need only
// nvcc, its host compiler and a C++ library. Several programs share one pack.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/installation.h"
#include "tools/gdsl/program_options.h"

namespace maxwarp::workbench {

/// The folder of a pack with what its exploration was made of, for reports.
constexpr const char* texts_folder = "texts";

/// One executable of a pack.
struct PackPart {
  std::string name;                            // of its folder
  std::vector<std::string> mappings;           // --map, each with a name
  std::vector<std::vector<std::string>> runs;  // options of each run, besides those of the request
  EngineKind engine = EngineKind::Cuda;        // or OpenMp: what a GPU is compared with; runs with one thread
  bool agrees = false;                         // results are compared with those of the exploration's first run
  std::string metrics = {};                    // as ProgramOptions::metrics; empty: what these say
};

struct PackRequest {
  Installation installation;
  ProgramOptions program;              // `pack` is the folder
  std::string graph;                   // stored in the pack, unless it is a generator; may be empty
  std::vector<std::string> arguments;  // options of the run (or of the graph alone, without `record`)
  bool record = false;                 // write the run down, for `run` without arguments
  bool quiet = false;                  // say nothing but errors
  std::vector<PackPart> parts = {};    // empty: one executable with the mappings of `program`, and one run
  std::vector<std::pair<std::string, std::string>> texts = {};  // names and contents of files for `texts`, to read only
  std::string seconds = {};                 // that its `run --tune` takes; empty: the pack is not made for a search
  nlohmann::ordered_json exploration = {};  // what `explore.json` says of it, besides its name, graph, arguments and
                                            // runs; null: nothing
};

/// Writes or extends the pack; the exit status. Error: a text or file cannot be written, the graph cannot be
/// read, or what is there already forbids it: no pack, runs of other texts, this exploration. Then everything
/// is left as it was.
llvm::Expected<int> write_pack(const PackRequest& request);

}  // namespace maxwarp::workbench
