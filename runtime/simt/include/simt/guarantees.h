// What the changes of shared elements have in common, so that it does no harm that several threads make them: told to
// the engine by whoever knows, and checked at every atomic and relaxed write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace maxwarp::simt {

/// Of all changes of an element between two points where the grid is ordered.
enum class Sharing : std::uint8_t {
  Own,      // one thread makes them
  Uniform,  // they store one value
  Min,      // they are atomic and lead down,
  Max,      //   up,
  And,      //   to fewer bits,
  Or,       //   to more
  Atomic,   // they are atomic
};

/// How values compare. Of a pair the first one does.
enum class ValueType : std::uint8_t { Signed32, Signed64, Float, Double };

/// Holds for the bytes from `begin` on, of the array `name`, in the kernel of that name.
struct Guarantee {
  std::string kernel, name;
  const void* begin;
  std::size_t bytes;
  ValueType type;
  Sharing sharing;
};

/// Has the launches that follow checked against these, and no others.
void set_guarantees(std::vector<Guarantee> guarantees);

}  // namespace maxwarp::simt
