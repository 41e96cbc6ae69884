// The own binary format .mwg: what `gdsl graph convert` writes so that reading is mapping.
// Little-endian. A page with the header, then the arrays, each at the beginning of a page and filled up with
// zeros: row offsets (int64), targets (int32), weights (int32 or double, if any), labels (int64, if listed).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "runtime/graph/graph.h"
#include "runtime/graph/hash.h"

namespace maxwarp {

struct BinaryHeader {
  char magic[8];               // binary_magic
  std::uint32_t version;       // binary_version
  std::uint8_t weight_kind;    // WeightKind
  std::uint8_t listed_labels;  // 1: the labels are listed; 0: first_label + v
  std::uint8_t symmetric;      // 0 no, 1 yes, 2 not known
  std::uint8_t sorted_rows;    // 0 or 1
  std::int64_t nodes, edges;
  std::int64_t first_label;
  std::int64_t max_outdegree, max_indegree;
  std::int64_t self_loops, duplicates;
  std::uint64_t checksum;  // of the whole file, with 0 here
};

inline constexpr char binary_magic[8] = {'m', 'a', 'x', 'w', 'a', 'r', 'p', '\n'};
inline constexpr std::uint32_t binary_version = 2;
inline constexpr std::uint64_t binary_page = 4096;

/// Where the arrays begin in a file, and its size.
struct BinaryLayout {
  std::uint64_t offsets, targets, weights, labels, size;
};
constexpr BinaryLayout binary_layout(const BinaryHeader& header) {
  const auto nodes = static_cast<std::uint64_t>(header.nodes), edges = static_cast<std::uint64_t>(header.edges);
  const auto behind = [](std::uint64_t begin, std::uint64_t bytes) {
    return begin + (bytes + binary_page - 1) / binary_page * binary_page;
  };
  BinaryLayout layout{};
  layout.offsets = binary_page;
  layout.targets = behind(layout.offsets, 8 * (nodes + 1));
  layout.weights = behind(layout.targets, 4 * edges);
  layout.labels = behind(layout.weights, 4 * edges * header.weight_kind);
  layout.size = behind(layout.labels, header.listed_labels ? 8 * nodes : 0);
  return layout;
}

/// The checksum is the sum over blocks of this many bytes, so that threads can share the work.
inline constexpr std::uint64_t checksum_block = std::uint64_t(1) << 20;

/// The part that block number `index` adds; `bytes` are a multiple of 32.
inline std::uint64_t block_checksum(std::uint64_t index, std::string_view bytes) {
  std::array<std::uint64_t, 4> lanes = {1, 2, 3, 4};
  for (std::size_t i = 0; i + 32 <= bytes.size(); i += 32)
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + i + 8 * lane, 8);
      lanes[lane] = std::rotl(lanes[lane] ^ word, 29) * 0x9e3779b97f4a7c15u;
    }
  std::uint64_t sum = mix(index + 1);
  for (std::uint64_t lane : lanes) sum = mix(sum ^ lane);
  return sum;
}

}  // namespace maxwarp
