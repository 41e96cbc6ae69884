// What the compiler and the runtime share: the forms of a graph, and the sizes in bytes of values and of the structures
// of a block. The compiler includes this header alone; the runtime asserts each size beside the structure.
#pragma once

namespace maxwarp {

/// The forms in which a graph can be present; a variant says which ones it needs.
enum GraphForm : unsigned {
  FormRows = 1,         // row_offsets, targets: edges by their source (CSR). Always needed.
  FormColumns = 2,      // column_offsets, sources, column_edges: edges by their target (CSC)
  FormEdgeSources = 4,  // edge_sources: the source of each edge of the rows (COO with `targets`)
  FormSortedRows = 8,   // the targets of each row ascend (and so the sources of each column)
  FormTwins = 16,       // twins: the edge in the other direction, of a symmetric graph
  FormOwnNumbers = 32,  // own_numbers, numbered_nodes: the numbers of the nodes in the graph that was given
  FormNarrow = 64,      // narrow: edges and offsets in 32 bits. A wish: a graph without it does as well
};

}  // namespace maxwarp

namespace maxwarp::sizes {

// ---- Values, in bytes -----------------------------------------------------------------------------------------

inline constexpr long node = 4, edge = 8, narrow_edge = 4;
/// A tuple of two values.
constexpr long pair(long first, long second) { return first + second <= 8 ? 8 : 16; }
/// Parts of a sum and of a product of integers of `value` bytes.
inline constexpr long sum_part = 24;
constexpr long product_part(long value) { return 2 * value; }

// ---- Forms of a graph besides the rows, in bytes ----------------------------------------------------------------

inline constexpr long columns_of_edge = node + edge, columns_of_node = edge;
inline constexpr long edge_sources_of_edge = node, twins_of_edge = edge, own_numbers_of_node = 2 * node;

// ---- Limits -----------------------------------------------------------------------------------------------------

/// Lanes of a warp, and the warps of the largest block.
inline constexpr int warp = 32, warps_of_block = 1024 / warp;
/// Static shared memory of a block, in bytes, on every GPU.
inline constexpr long shared_memory = 48 * 1024;
/// Places of a thread's batch, of a block's list of nodes to be pushed, and of its box of donated items.
inline constexpr int batch_places = 8, block_list_places = 1024, donation_places = 512;

// ---- Structures of a block in shared memory, in bytes -----------------------------------------------------------

/// Rounded up to the largest alignment, at which the next value may start.
constexpr long aligned(long bytes) { return (bytes + 15) / 16 * 16; }
/// A chunk of nodes with the bounds of their rows: one for each virtual warp of a block.
constexpr long chunk(long nodes) { return (nodes * (node + 2 * edge) + edge - 1) / edge * edge; }
constexpr long block_list(long places) { return places * node + 8; }
constexpr long block_lists(long places) { return 2 * places * node + 8; }
constexpr long shared_places(long count, long threads) { return count * threads * node; }
constexpr long team_places(long count) { return count * node + 4; }
/// Numbers of threads for each bin, and how many there are.
constexpr long bins(long count, long threads) { return count * ((threads + 1) / 2 * 4 + 4); }
constexpr long donation_box(long places) { return places * 8 + 16; }
constexpr long block_sums(long nodes) { return (nodes + 1) * edge; }
/// What the functions of Block keep, once for each type of `value` bytes: one or a value for each warp. So does the
/// scan of a range, of edges.
constexpr long broadcast(long value) { return value; }
constexpr long reduce(long value) { return warps_of_block * value; }
constexpr long reduce_columns(long value) { return warp * warps_of_block * value; }
constexpr long sum_before(long value) { return warps_of_block * value; }
constexpr long scan_range() { return warps_of_block * edge; }

}  // namespace maxwarp::sizes
