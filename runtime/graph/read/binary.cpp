// Reader of the own binary format. Nothing of it is copied: the arrays lie where the file is mapped. One pass
// on all threads compares the checksum and checks the values while a block is in the cache.
#include "runtime/graph/write/binary.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "runtime/graph/build/row_pieces.h"
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

/// Checks the values in a block of the file.
class BlockChecker {
 public:
  BlockChecker(const BinaryFile& file, const BinaryHeader& header, const Graph& graph)
      : file_(file), header_(header), graph_(graph), layout_(binary_layout(header)) {}

  /// Adds the block's part to the checksum and its faults to the faults.
  void check(std::uint64_t block) {
    const std::uint64_t begin = block * checksum_block, end = std::min(begin + checksum_block, file_.size());
    std::string_view bytes(file_.data() + begin, end - begin);
    if (block == 0) {
      std::string first(bytes);
      std::memset(first.data() + offsetof(BinaryHeader, checksum), 0, sizeof header_.checksum);
      sum += block_checksum(block, first);
    } else {
      sum += block_checksum(block, bytes);
    }
    check_offsets(part(begin, end, layout_.offsets, graph_.row_offsets));
    check_targets(part(begin, end, layout_.targets, graph_.targets));
    for (double w : part(begin, end, layout_.weights, graph_.double_weights))
      if (!std::isfinite(w)) faults |= BadWeights;
    bool infinite = false;
    for (std::int32_t w : part(begin, end, layout_.weights, graph_.int_weights))
      infinite |= w == infinity<std::int32_t>();
    if (infinite) faults |= BadWeights;
    check_labels(part(begin, end, layout_.labels, graph_.labels.list));
  }

  std::atomic<std::uint64_t> sum{0};
  std::atomic<unsigned> faults{0};
  std::atomic<edge_t> max_outdegree{0};

 private:
  template <typename T>
  struct Part {
    const T *first, *last;
    const T* begin() const { return first; }
    const T* end() const { return last; }
  };
  /// The elements of an array at `offset` that begin in bytes begin .. end of the file.
  template <typename T>
  static Part<T> part(std::uint64_t begin, std::uint64_t end, std::uint64_t offset, const Array<T>& array) {
    const auto place = [&](std::uint64_t byte) {
      return array.data() + (byte <= offset ? 0 : std::min<std::uint64_t>(array.size(), (byte - offset) / sizeof(T)));
    };
    return {place(begin), place(end)};
  }

  void check_offsets(Part<edge_t> offsets) {
    edge_t most = 0, least = 0;
    for (const edge_t& offset : offsets) {
      // Unsigned, for the difference of damaged offsets may not fit; one of them is negative then.
      const auto before = &offset == graph_.row_offsets.begin() ? 0u : static_cast<std::uint64_t>(*(&offset - 1));
      const auto degree = static_cast<edge_t>(static_cast<std::uint64_t>(offset) - before);
      most = std::max(most, degree);
      least = std::min(least, degree | offset);
    }
    if (least < 0 || (offsets.last == graph_.row_offsets.end() && graph_.row_offsets.back() != header_.edges) ||
        (offsets.first == graph_.row_offsets.begin() && graph_.row_offsets.front() != 0))
      faults |= BadOffsets;
    for (edge_t seen = max_outdegree; seen < most && !max_outdegree.compare_exchange_weak(seen, most);) {
    }
  }

  void check_targets(Part<node_t> targets) {
    std::uint32_t most = 0;
    for (node_t w : targets) most = std::max(most, static_cast<std::uint32_t>(w));
    if (targets.first != targets.last && most >= static_cast<std::uint32_t>(graph_.nodes)) faults |= BadTargets;
  }

  void check_labels(Part<std::int64_t> labels) {
    for (const std::int64_t& label : labels)
      if (&label != graph_.labels.list.begin() && *(&label - 1) >= label) faults |= BadLabels;
  }

  const BinaryFile& file_;
  const BinaryHeader& header_;
  const Graph& graph_;
  BinaryLayout layout_;
};

Graph arrays_of(const BinaryFile& file, const BinaryHeader& header) {
  const BinaryLayout layout = binary_layout(header);
  const auto nodes = static_cast<std::uint64_t>(header.nodes), edges = static_cast<std::uint64_t>(header.edges);
  Graph graph;
  graph.nodes = static_cast<node_t>(header.nodes);
  graph.row_offsets = file.array<edge_t>(layout.offsets, nodes + 1);
  graph.targets = file.array<node_t>(layout.targets, edges);
  graph.weight_kind = static_cast<WeightKind>(header.weight_kind);
  if (graph.weight_kind == WeightKind::Int) graph.int_weights = file.array<std::int32_t>(layout.weights, edges);
  if (graph.weight_kind == WeightKind::Double) graph.double_weights = file.array<double>(layout.weights, edges);
  graph.labels.first = header.first_label;
  if (header.listed_labels) graph.labels.list = file.array<std::int64_t>(layout.labels, nodes);
  if (header.symmetric != 2) graph.symmetric = header.symmetric == 1;
  graph.sorted_rows = header.sorted_rows == 1;
  graph.max_outdegree = header.max_outdegree;
  graph.max_indegree = header.max_indegree;
  return graph;
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
  std::memcpy(&header, file.data(), sizeof header);
  if (auto failure = check_header(path, header, file.size())) return *failure;
  ReadGraph result{arrays_of(file, header), "maxwarp binary", "", Repeats{header.self_loops, header.duplicates}};
  Graph& graph = result.graph;
  BlockChecker checker(file, header, graph);
  parallel_tasks(static_cast<std::int64_t>((file.size() + checksum_block - 1) / checksum_block),
                 [&](std::int64_t block) { checker.check(static_cast<std::uint64_t>(block)); });
  if (checker.sum != header.checksum)
    return Failure{path + ": checksum does not match; the file is damaged or truncated"};
  const unsigned faults = checker.faults;
  if (faults & BadOffsets || checker.max_outdegree != header.max_outdegree)
    return Failure{path + ": row offsets do not ascend from 0 to the number of edges as the header says"};
  if (faults & BadTargets) return Failure{path + ": a target is no node"};
  if (faults & BadWeights) return Failure{path + ": a weight is not finite"};
  if (faults & BadLabels) return Failure{path + ": labels do not ascend"};
  if (graph.sorted_rows && !rows_ascend(graph)) return Failure{path + ": rows do not ascend as the header says"};
  return result;
}

}  // namespace maxwarp
