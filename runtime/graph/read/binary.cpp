// Reader of the own binary format. All threads copy the file block by block into the graph's arrays; each block is
// checked in that copy while it is in the cache, since whoever has the file open may write to it at any time.
#include "runtime/graph/write/binary.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/graph/build/row_pieces.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/parallel.h"
#include "runtime/graph/read/binary_file.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

/// What can be wrong with the arrays, the first found in this order being reported.
enum Fault : unsigned { BadOffsets = 1, BadTargets = 2, BadWeights = 4, BadLabels = 8 };

MaybeFailure check_header(const std::string& path, const BinaryHeader& header, std::uint64_t size) {
  if (std::memcmp(header.magic, binary_magic, sizeof header.magic) != 0)
    return Failure{path + ": no maxwarp binary graph; expected its first 8 bytes to say so"};
  if (header.version != binary_version)
    return Failure{path + ": version " + std::to_string(header.version) + "; expected " +
                   std::to_string(binary_version) + ", convert the graph again"};
  const auto in_edges = [&](std::int64_t count) { return count >= 0 && count <= header.edges; };
  constexpr std::int64_t most_edges = std::int64_t(1) << 56;
  if (header.weight_kind > 2 || header.listed_labels > 1 || header.symmetric > 2 || header.sorted_rows > 1 ||
      header.nodes < 0 || header.edges < 0 || header.nodes > infinity<node_t>() || header.edges > most_edges ||
      (header.nodes > 0 && header.first_label > INT64_MAX - (header.nodes - 1)) || !in_edges(header.max_outdegree) ||
      !in_edges(header.max_indegree) || !in_edges(header.self_loops) || !in_edges(header.duplicates))
    return Failure{path + ": header holds impossible values"};
  if (binary_layout(header).size != size)
    return Failure{path + ": its size does not match the header's nodes and edges; the file is damaged or truncated"};
  return std::nullopt;
}

/// The graph with room for all arrays of the file.
Graph room_for(const BinaryHeader& header) {
  const auto nodes = static_cast<std::size_t>(header.nodes), edges = static_cast<std::size_t>(header.edges);
  Graph graph;
  graph.nodes = static_cast<node_t>(header.nodes);
  graph.row_offsets = Array<edge_t>(nodes + 1);
  graph.targets = Array<node_t>(edges);
  graph.weight_kind = static_cast<WeightKind>(header.weight_kind);
  if (graph.weight_kind == WeightKind::Int) graph.int_weights = Array<std::int32_t>(edges);
  if (graph.weight_kind == WeightKind::Double) graph.double_weights = Array<double>(edges);
  graph.labels.first = header.first_label;
  if (header.listed_labels) graph.labels.list = Array<std::int64_t>(nodes);
  if (header.symmetric != 2) graph.symmetric = header.symmetric == 1;
  graph.sorted_rows = header.sorted_rows == 1;
  graph.max_outdegree = header.max_outdegree;
  graph.max_indegree = header.max_indegree;
  return graph;
}

/// Copies blocks of the file into the arrays, and checks them there.
class BlockReader {
 public:
  BlockReader(const BinaryFile& file, const BinaryHeader& header, Graph& graph)
      : file_(file), header_(header), graph_(graph), layout_(binary_layout(header)) {}

  std::int64_t blocks() const {
    return static_cast<std::int64_t>((file_.size() + checksum_block - 1) / checksum_block);
  }

  /// Copies the block, adds its part to the checksum and its faults to the faults.
  MaybeFailure read(std::int64_t index) {
    thread_local std::vector<char> bytes(checksum_block);
    const Block block = block_at(index);
    if (auto failure = file_.read(block.begin, bytes.data(), block.end - block.begin)) return failure;
    if (index == 0) std::memset(bytes.data() + offsetof(BinaryHeader, checksum), 0, sizeof header_.checksum);
    sum += block_checksum(static_cast<std::uint64_t>(index), {bytes.data(), block.end - block.begin});
    check_offsets(copy(block, bytes.data(), layout_.offsets, graph_.row_offsets));
    check_targets(copy(block, bytes.data(), layout_.targets, graph_.targets));
    for (double w : copy(block, bytes.data(), layout_.weights, graph_.double_weights))
      if (!std::isfinite(w)) faults |= BadWeights;
    bool infinite = false;
    for (std::int32_t w : copy(block, bytes.data(), layout_.weights, graph_.int_weights))
      infinite |= w == infinity<std::int32_t>();
    if (infinite) faults |= BadWeights;
    check_labels(copy(block, bytes.data(), layout_.labels, graph_.labels.list));
    return std::nullopt;
  }

  /// After all blocks: what the first value of a block has to do with the last one of the block before.
  void check_seams() {
    check_ends();
    for (std::int64_t index = 1; index < blocks(); ++index) {
      const Block block = block_at(index);
      if (const auto part = part_of(block, layout_.offsets, graph_.row_offsets); inside(part, graph_.row_offsets))
        check_offsets({part.first - 1, part.first + 1});
      if (const auto part = part_of(block, layout_.labels, graph_.labels.list); inside(part, graph_.labels.list))
        check_labels({part.first - 1, part.first + 1});
    }
  }

  std::atomic<std::uint64_t> sum{0};
  std::atomic<unsigned> faults{0};
  std::atomic<edge_t> max_outdegree{0};

 private:
  /// Bytes of the file.
  struct Block {
    std::uint64_t begin, end;
  };
  /// Elements of an array.
  template <typename T>
  struct Part {
    T *first, *last;
    T* begin() const { return first; }
    T* end() const { return last; }
  };

  Block block_at(std::int64_t index) const {
    const std::uint64_t begin = static_cast<std::uint64_t>(index) * checksum_block;
    return {begin, std::min(begin + checksum_block, file_.size())};
  }

  /// The elements of an array at `offset` that lie in the block; none is in two blocks.
  template <typename T>
  static Part<T> part_of(Block block, std::uint64_t offset, Array<T>& array) {
    const auto place = [&](std::uint64_t byte) {
      return array.data() + (byte <= offset ? 0 : std::min<std::uint64_t>(array.size(), (byte - offset) / sizeof(T)));
    };
    return {place(block.begin), place(block.end)};
  }

  template <typename T>
  static Part<T> copy(Block block, const char* bytes, std::uint64_t offset, Array<T>& array) {
    const Part<T> part = part_of(block, offset, array);
    const std::uint64_t begin = offset + static_cast<std::uint64_t>(part.first - array.data()) * sizeof(T);
    const auto count = static_cast<std::size_t>(part.last - part.first);
    if (count > 0) std::memcpy(part.first, bytes + (begin - block.begin), count * sizeof(T));
    return part;
  }

  template <typename T>
  static bool inside(Part<T> part, const Array<T>& array) {
    return part.first != part.last && part.first != array.begin();
  }

  /// Each offset but the first with the one before.
  void check_offsets(Part<edge_t> offsets) {
    edge_t most = 0, least = 0;
    if (offsets.first == offsets.last) return;
    for (const edge_t* at = offsets.first; at + 1 != offsets.last; ++at) {
      // Unsigned, for the difference of damaged offsets may not fit; one of them is negative then.
      const auto degree = static_cast<edge_t>(static_cast<std::uint64_t>(at[1]) - static_cast<std::uint64_t>(at[0]));
      most = std::max(most, degree);
      least = std::min(least, degree | at[0] | at[1]);
    }
    if (least < 0) faults |= BadOffsets;
    for (edge_t seen = max_outdegree; seen < most && !max_outdegree.compare_exchange_weak(seen, most);) {
    }
  }

  void check_ends() {
    if (graph_.row_offsets.front() != 0 || graph_.row_offsets.back() != header_.edges) faults |= BadOffsets;
  }

  void check_targets(Part<node_t> targets) {
    std::uint32_t most = 0;
    for (node_t w : targets) most = std::max(most, static_cast<std::uint32_t>(w));
    if (targets.first != targets.last && most >= static_cast<std::uint32_t>(graph_.nodes)) faults |= BadTargets;
  }

  /// Each label but the first with the one before.
  void check_labels(Part<std::int64_t> labels) {
    if (labels.first == labels.last) return;
    for (const std::int64_t* at = labels.first; at + 1 != labels.last; ++at)
      if (at[0] >= at[1]) faults |= BadLabels;
  }

  const BinaryFile& file_;
  const BinaryHeader& header_;
  Graph& graph_;
  BinaryLayout layout_;
};

/// The arrays are as large as the file.
MaybeFailure check_room(const std::string& path, const BinaryHeader& header, std::uint64_t size) {
  return check_memory(
      path + ": " + std::to_string(header.nodes) + " nodes and " + std::to_string(header.edges) + " edges",
      static_cast<double>(size));
}

bool rows_ascend(const Graph& graph) {
  std::atomic<bool> ascend{true};
  parallel_rows(graph, [&](node_t first, node_t end) {
    for (node_t v = first; v < end && ascend; ++v)
      if (!std::is_sorted(graph.targets.begin() + graph.row_offsets[v],
                          graph.targets.begin() + graph.row_offsets[v + 1]))
        ascend = false;
  });
  return ascend;
}

}  // namespace

Result<ReadGraph> read_binary(const std::string& path, const BinaryFile& file) {
  if (file.size() < binary_page) return Failure{path + ": too short for a maxwarp binary graph"};
  BinaryHeader header;
  if (auto failure = file.read(0, &header, sizeof header)) return *failure;
  if (auto failure = check_header(path, header, file.size())) return *failure;
  if (auto failure = check_room(path, header, file.size())) return *failure;
  ReadGraph result{room_for(header), "maxwarp binary", "", Repeats{header.self_loops, header.duplicates}};
  Graph& graph = result.graph;
  BlockReader reader(file, header, graph);
  if (auto failure = try_parallel_tasks(reader.blocks(), [&](std::int64_t block) { return reader.read(block); }))
    return *failure;
  if (reader.sum != header.checksum)
    return Failure{path + ": checksum does not match; the file is damaged or truncated"};
  reader.check_seams();
  const unsigned faults = reader.faults;
  if (faults & BadOffsets || reader.max_outdegree != header.max_outdegree)
    return Failure{path + ": row offsets do not ascend from 0 to the number of edges as the header says"};
  if (faults & BadTargets) return Failure{path + ": a target is not a node"};
  if (faults & BadWeights) return Failure{path + ": a weight is not finite"};
  if (faults & BadLabels) return Failure{path + ": labels do not ascend"};
  if (graph.sorted_rows && !rows_ascend(graph)) return Failure{path + ": rows do not ascend as the header says"};
  return result;
}

}  // namespace maxwarp
