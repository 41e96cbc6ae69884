// Graph files of the workbench: conversion into the formats that can be written.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/graph/options.h"

namespace maxwarp::workbench {

/// Reads or generates a graph, with progress on a terminal.
Result<LoadedGraph> read_graph(const GraphOptions& options);

/// The options that `graph` is read with: what `arguments` say of graphs is taken out of them. They may name
/// the graph, too, where `graph` is empty. Error: one is wrong.
llvm::Expected<GraphOptions> take_graph_options(const std::string& graph, std::vector<std::string>& arguments);

/// Reads a graph as `options` say and writes it to `output` (format by its ending); then says what was read
/// and which policies applied, unless `quiet`. Error: it cannot be read, or not be written in that format.
llvm::Error convert_graph(const GraphOptions& options, const std::string& output, bool quiet);

/// Makes FILE.gz of FILE and removes FILE; leaves it as it is where there is no zlib. Error: it cannot be
/// written.
llvm::Error compress_file(const std::string& file);

/// The name of a graph file without its folder and endings: `ny` of `data/ny.gr.xz`.
std::string graph_stem(const std::string& path);

}  // namespace maxwarp::workbench
