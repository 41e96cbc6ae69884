// Reading a graph file of any known format.
// Each reader is strict: what the format does not allow is a failure `FILE:LINE: seen; expected`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/graph/graph.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/read/binary_file.h"
#include "runtime/graph/read/lines.h"
#include "runtime/graph/result.h"

namespace maxwarp {

struct ReadOptions {
  /// The smallest id that the file may use; empty: what the format says (1 for MatrixMarket, DIMACS, PACE
  /// and METIS), edge lists keep whatever ids they have.
  std::optional<std::int64_t> base;
  /// Edge lists: false: the nodes are the ids that occur; true: all ids up to the largest one.
  bool dense = false;
  /// Edge lists: that many nodes, base .. base + nodes - 1 (base 0 unless given); 0: not said.
  std::int64_t nodes = 0;
  /// Bytes that a packed file may unpack to.
  std::uint64_t most_bytes = physical_memory();
};

/// Edges that policies are about.
struct Repeats {
  edge_t self_loops, duplicates;
};

/// A graph and how it came about.
struct ReadGraph {
  Graph graph;
  std::string format;              // "DIMACS", "edge list", …
  std::string note;                // something the reader had to decide, or empty
  std::optional<Repeats> repeats;  // where the file says how many there are
};

/// Reads `path`: the format is told by the ending (without .gz, .xz, .zst) and the content.
Result<ReadGraph> read_graph(const std::string& path, const ReadOptions& options = {});

// The readers of one format each. Those of text take the lines from their beginning.
Result<ReadGraph> read_matrix_market(LineReader reader, const ReadOptions& options);
/// `u v` or `u v weight` a line; `#` and `%` start comments. `weighted`: all lines have to have weights.
Result<ReadGraph> read_edge_list(LineReader reader, const ReadOptions& options, bool weighted);
/// 9th DIMACS challenge (`p sp`), directed; the cursor stands at this header.
Result<ReadGraph> read_dimacs(LineReader reader, const ReadOptions& options);
/// PACE challenge (`p tw`), undirected, each edge once; the cursor stands at this header.
Result<ReadGraph> read_pace(LineReader reader, const ReadOptions& options);
Result<ReadGraph> read_metis(LineReader reader, const ReadOptions& options);
/// The factor graph of a formula in DIMACS CNF: variables, then clauses; weights are the signs of the literals.
Result<ReadGraph> read_cnf(LineReader reader, const ReadOptions& options);
/// Whether a name, without the ending of a packed file, is one of a Graphalytics graph.
bool is_graphalytics(std::string_view name);
/// The pair NAME.v and NAME.e, with NAME.properties for `directed`; `path` may name any of them.
Result<ReadGraph> read_graphalytics(const std::string& path, const ReadOptions& options);
/// The files that this reads, those that there are.
std::vector<std::string> graphalytics_files(const std::string& path);
/// Own binary format, see write/binary.h.
Result<ReadGraph> read_binary(const std::string& path, const BinaryFile& file);
/// GAP benchmark's .sg and (weighted) .wsg.
Result<ReadGraph> read_gap(const std::string& path, const BinaryFile& file, bool weighted);
/// Galois' binary .gr, versions 1 and 2.
Result<ReadGraph> read_galois(const std::string& path, const BinaryFile& file);

}  // namespace maxwarp
