// What the compiler plugin writes about each basic block and the engine's statistics read.
#pragma once

#include <cstdint>

namespace maxwarp::simt {

/// A line of the program and what a GPU issues for it in one execution of the block, in instructions.
struct BlockSegment {
  const char* file;
  std::uint32_t line;
  std::uint32_t weight;
};

struct BlockRow {
  const BlockSegment* segments;
  std::uint16_t segment_count;
  std::uint16_t entry_weight;  // of a loop's head: what a GPU issues besides when the loop is entered
  std::uint16_t depth;         // loops around it
  std::uint8_t is_head;        // of the innermost of them: each execution begins an iteration
  std::uint8_t enters;         // depth of the loop before which the block stands; 0: of none
};

}  // namespace maxwarp::simt
