// A place in the source text. Small and copyable: every structure from tokens to mapped IR carries one.
#pragma once

#include <cstdint>

namespace maxwarp {

/// A range of bytes of one source file, with the line and column of its first byte (both from 1). The files of a
/// program have ranges of offsets of their own (sources.h), so `begin` tells places apart, whatever their files.
/// `line` 0 means: no place.
struct Location {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t line = 0, column = 0;
  bool valid() const { return line != 0; }
};

}  // namespace maxwarp
