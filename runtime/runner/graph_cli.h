// The graph options as options of a CLI11 command line: the same in built programs and in the workbench.
// Header-only, so that a tool that wants them needs no more than the graph room.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "runtime/graph/options.h"

namespace maxwarp::runner {

/// Adds all graph options to `app`; `with_graph` says whether --graph itself is among them. A value that
/// does not fit is a CLI::ValidationError that names the alternatives.
inline void add_graph_options(CLI::App& app, GraphOptions& options, bool with_graph = true) {
  const auto add = [&](const std::string& name, const char* help) {
    const auto set = [&options, name](const std::string& value) {
      if (auto failure = set_graph_option(options, name, value)) throw CLI::ValidationError(failure->message);
    };
    return app.add_option_function<std::string>("--" + name, set, help)->type_name("")->group("Graph");
  };
  if (with_graph)
    add("graph", "graph file (.mtx .gr .sg .el .txt .graph .mwg …, also .gz .xz .zst) or generator (rmat:16:16)");
  add("seed", "seed of generators and random weights (default 1)");
  add("symmetrize", "add the reverse of every edge")->expected(0, 1);
  add("duplicates", "repeated edges: keep (default), first, min or sum");
  add("self-loops", "edges from a node to itself: keep (default) or drop");
  add("component", "all (default), or largest: only the nodes of the largest weakly connected component");
  add("weights", "file (default), unit or random:LOW:HIGH");
  add("base", "number of the first node in the file: auto (default), 0 or 1");
  add("nodes", "of an edge list: dense or a number; nodes that occur in no edge are added");
  add("max-bytes", "bytes that a packed file may unpack to (default: the machine's memory)");
}

}  // namespace maxwarp::runner
