// The plugin collects the variables, each with a red zone after it, and a table of their extents.
#include "runtime/simt/device_variables.h"

#include <algorithm>

#include "runtime/simt/blocks.h"
#include "runtime/simt/shadow.h"

using maxwarp::simt::VariableRow;

// Present in every program, so that the section and its table always exist.
extern "C" {
__attribute__((section("maxwarp_device"), used, aligned(16))) char maxwarp_simt_first_variable[64];
__attribute__((section("maxwarp_device_table"), used, aligned(16)))
const VariableRow maxwarp_simt_first_device_row = {maxwarp_simt_first_variable, 0};
extern char __start_maxwarp_device __attribute__((visibility("hidden")));
extern char __stop_maxwarp_device __attribute__((visibility("hidden")));
extern const VariableRow __start_maxwarp_device_table __attribute__((visibility("hidden")));
extern const VariableRow __stop_maxwarp_device_table __attribute__((visibility("hidden")));
}

namespace maxwarp::simt {

Region device_variables;

namespace {

std::vector<Cell>& cells() {
  static std::vector<Cell> all;
  return all;
}

std::vector<ByteState>& states() {
  static std::vector<ByteState> all;
  return all;
}

}  // namespace

void prepare_device_variables() {
  if (device_variables.base != 0) return;
  const auto base = reinterpret_cast<std::uintptr_t>(&__start_maxwarp_device);
  const auto bytes = static_cast<std::size_t>(&__stop_maxwarp_device - &__start_maxwarp_device);
  cells().resize(bytes / granule + 1);
  states().resize(bytes / 8 + 1, {0, 0xff});
  for (const VariableRow* row = &__start_maxwarp_device_table; row != &__stop_maxwarp_device_table; ++row)
    for (std::size_t i = 0; i < row->bytes; ++i) {
      std::size_t offset = reinterpret_cast<std::uintptr_t>(row->address) - base + i;
      states()[offset / 8].live |= static_cast<std::uint8_t>(1u << (offset % 8));
    }
  device_variables = {base, bytes, cells().data(), states().data()};
}

bool find_device_variable(std::uintptr_t address, std::uintptr_t& begin, std::size_t& bytes) {
  bool found = false;
  for (const VariableRow* row = &__start_maxwarp_device_table; row != &__stop_maxwarp_device_table; ++row) {
    const auto start = reinterpret_cast<std::uintptr_t>(row->address);
    if (start > address || (found && start < begin)) continue;
    found = true;
    begin = start;
    bytes = row->bytes;
  }
  return found;
}

void clear_variable_accesses() { std::fill(cells().begin(), cells().end(), Cell{}); }

}  // namespace maxwarp::simt
