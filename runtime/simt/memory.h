// Device memory of the modelled device: allocations with red zones between them, and the answer to "what is
// at this address".
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/simt/shadow.h"

namespace maxwarp::simt {

struct Allocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool live = false;
};

/// Reserves the address range on first use; false when the system refuses.
bool prepare_device_memory();

/// Null when the modelled memory is exhausted. Size 0 gives a null pointer as in CUDA.
void* allocate_device(std::size_t bytes, bool& exhausted);
/// False when `memory` is not the start of a live allocation.
bool free_device(void* memory);

/// Frees whatever is still allocated.
void free_all_device();

/// The allocation that holds the address or, for addresses in a red zone, precedes it; null if there is none.
const Allocation* find_allocation(std::uintptr_t address);
/// The first allocation that begins after the address; null if there is none.
const Allocation* next_allocation(std::uintptr_t address);
/// Whether all of [address, address + bytes) lies in one live allocation.
bool live_range(const void* address, std::size_t bytes);
bool in_device_range(const void* address);

/// Marks device bytes as written by the host.
void mark_initialized(void* address, std::size_t bytes);
/// Gives `to` the initialised bits of `from` (a copy on the device).
void copy_initialized(void* to, const void* from, std::size_t bytes);

std::size_t device_bytes_used();
std::size_t device_bytes_total();

/// Forgets all recorded accesses (when the times are used up).
void clear_recorded_accesses();

}  // namespace maxwarp::simt
