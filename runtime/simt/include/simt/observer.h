// For those who look at device memory while a program runs: the points at which all accesses are ordered.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace maxwarp::simt {

/// A launch has ended or, with a barrier, its grid has met there (a code address).
struct Point {
  const void* kernel = nullptr;
  std::uintptr_t barrier = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Has `observer` called at each point of the launches that follow; an empty one: none is called. It may read device
/// memory as if it were the host's, and has little room on its stack.
void set_observer(std::function<void(const Point&)> observer);

/// The name of a kernel as its program has it, without namespaces, arguments and parameters.
std::string kernel_name(const void* kernel);

/// The point in words, with the line of the program: "kernel `expand` (bfs.gdsl:5)".
std::string point_text(const Point& point);

}  // namespace maxwarp::simt
