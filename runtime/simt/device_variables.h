// `__device__` and `__constant__` variables: a section of the program with a shadow like device memory's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maxwarp::simt {

/// Finds the section and which of its bytes belong to a variable; every byte counts as written, as in C++.
void prepare_device_variables();
/// The variable at or before an address: its start and length, for messages; false if there is none.
bool find_device_variable(std::uintptr_t address, std::uintptr_t& begin, std::size_t& bytes);
/// Forgets all recorded accesses (when the times are used up).
void clear_variable_accesses();

}  // namespace maxwarp::simt
