// Arrays of results in files that one process writes for another on the same machine: the number of bytes and the bytes
// as the machine has them.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "runtime/runner/values.h"

namespace maxwarp::runner {

std::string stored_array(const HostArray& array);

/// How many bytes the next array has; nothing at the end of the file.
std::optional<std::uint64_t> read_size(std::istream& file);

/// The bytes that follow; false where there are fewer.
bool read_bytes(std::istream& file, std::uint64_t bytes, HostArray& array);

}  // namespace maxwarp::runner
