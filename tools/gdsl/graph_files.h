// Graph files of the workbench: conversion into the formats that can be written.
#pragma once

#include <string>

#include "llvm/Support/Error.h"
#include "runtime/graph/options.h"

namespace maxwarp::workbench {

/// Reads a graph as `options` say and writes it to `output` (format by its ending). Error: it cannot be
/// read, or not be written in that format.
llvm::Error convert_graph(const GraphOptions& options, const std::string& output);

/// The name of a graph file without its folder and endings: `ny` of `data/ny.gr.xz`.
std::string graph_stem(const std::string& path);

}  // namespace maxwarp::workbench
