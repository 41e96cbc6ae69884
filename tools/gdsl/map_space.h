// Which mappings are explored: `--map-space`, enumerated and cut down to what the program may have.
#pragma once

#include "tools/gdsl/mapping_table.h"

namespace maxwarp::workbench {

struct MapSpace {
  std::vector<std::string> mappings;  // those that the program may have, in short form; first the default: no text
  std::size_t tried = 0;              // different mappings of the space, the default among them
};

/// The number of mappings of the default space that are explored.
constexpr std::size_t default_limit = 40;

/// Enumerates `space`, each mapping once and the default first.
///   empty                     the promising ones, every trial value of every axis alone, then the decisive axes
///                             together: two of them, then three, then all, with the first value of each form
///   `key=a|b,key=*`           the product over these axes; `*`: all trial values of the axis
///   `pairs`                   few mappings in which every legal pair of trial values occurs
///   `@FILE`                   one mapping a line; `#` begins a comment
/// Error: an unknown key or value, a file that cannot be read, too many mappings, or none besides the
/// default.
llvm::Expected<MapSpace> enumerate(const std::string& space, const std::vector<std::string>& promising,
                                   const MappingTable& table, MappingJudge& judge);

}  // namespace maxwarp::workbench
