// Life of a resident block: start, presence of its shared memory, end.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

/// One row a `__shared__`, `__device__` or `__constant__` variable, written by the compiler plugin.
struct VariableRow {
  void* address;
  std::uint64_t bytes;
};

/// Starts the launch's next block in the slot.
void start_block(Block& block);
/// Puts the block's shared memory in place, saving that of the block which ran before.
void enter_block(Block& block);
/// All threads have exited: the slot becomes free.
void finish_block(Block& block);
/// Drops what is left of a block of a failed launch.
void abandon_block(Block& block);

/// Finds the section of shared variables and which of its bytes belong to one.
void prepare_shared_section();
/// Most dynamic shared memory that a launch can ask for, in bytes.
std::size_t dynamic_shared_limit();
/// Bytes of all `__shared__` variables of the program together.
std::size_t static_shared_bytes();
/// The shared variable at or before an offset: its start, for messages; false if there is none.
bool find_shared_variable(std::size_t offset, std::size_t& begin, std::size_t& bytes);

}  // namespace maxwarp::simt
