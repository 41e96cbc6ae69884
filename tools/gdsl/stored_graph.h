// The graph of many runs: read or generated once, and known by what it holds.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/graph/options.h"

namespace maxwarp::workbench {

struct StoredGraph {
  std::string name;                // as it was given; empty: there is none
  std::string identity;            // the same for the same graph; see graph_identity
  std::vector<std::string> words;  // of a run, besides those of the graph
  std::string file;                // where it is stored; empty: there is none
  std::string title = {};          // for people, and for the command of a report: the name and the options of the graph

  /// All words of a run.
  std::vector<std::string> arguments() const;
};

/// The first 16 digits of the hash of what a file holds. Error: it cannot be read.
llvm::Expected<std::string> file_identity(const std::string& file);

/// The words of `all` that are not in `rest`: those of the graph, where `take_graph_options` left the rest.
std::vector<std::string> words_taken(const std::vector<std::string>& all, const std::vector<std::string>& rest);

/// What tells graphs apart: of a generator its words and the options that change the graph, which are `words`; of a
/// file the identity of `stored`, which has all policies applied; `none` where there is no graph.
llvm::Expected<std::string> graph_identity(const GraphOptions& options, const std::vector<std::string>& words,
                                           const std::string& stored);

/// What tells arguments of runs apart: the words, and what the files hold that they name (`--data=@FILE`). Error: such
/// a file cannot be read.
llvm::Expected<std::string> arguments_identity(const std::vector<std::string>& arguments);

/// Writes the graph, with all policies applied, to `file`, unless the arguments name none.
llvm::Expected<StoredGraph> store_graph(const std::string& graph, const std::vector<std::string>& arguments,
                                        const std::string& file, bool quiet);

}  // namespace maxwarp::workbench
