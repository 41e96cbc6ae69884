// The own binary format .mwg: what `gdsl graph convert` writes to make reading fast.
// Little-endian: this header, then the arrays one after the other, each padded to 8 bytes:
// row offsets (int64), targets (int32), weights (int32 or double, if any), labels (int64, if listed).
#pragma once

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
  std::uint64_t checksum;  // of everything: the header with checksum 0, then the arrays
};

inline constexpr char binary_magic[8] = {'m', 'a', 'x', 'w', 'a', 'r', 'p', '\n'};
inline constexpr std::uint32_t binary_version = 1;

/// Bytes of an array in the file.
constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

/// Running checksum over bytes, a multiple of 8 each time.
inline std::uint64_t checksum(std::uint64_t seed, std::string_view bytes) {
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    seed = (seed ^ mix(word)) * 0x9e3779b97f4a7c15u + 1;
  }
  return seed;
}

}  // namespace maxwarp
