// Findings: noted where they are made, on a lane's small stack; rendered and printed when the launch ends.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

struct Candidate;
struct Opponent;

/// Notes a finding of `lane` at `place`. Kinds after which the launch can still go on: Uninitialized, Race.
void note(FindingKind kind, const Lane& lane, std::uintptr_t place, std::string detail, std::uintptr_t other_place = 0);

/// Notes a finding that ends the launch and leaves the lane for good.
[[noreturn]] void fail(FindingKind kind, Lane& lane, std::uintptr_t place, std::string detail);

/// Notes the race of the candidate with the remembered access.
void report_race(const Candidate& now, const Opponent& earlier);

/// Reports an access to device memory by the host, in code that was compiled for the engine: a GPU's host would crash.
void report_host_access(std::uintptr_t address, bool write, std::uintptr_t place);

/// Renders and prints what was noted during the launch.
void flush_findings();

/// Drops all findings, noted or rendered.
void forget_findings();

/// "allocation 0x…+offset of N bytes", "shared memory+offset", for messages.
std::string describe_address(std::uintptr_t address);
std::string describe_thread(const Lane& lane);

/// Where the program that holds the engine is loaded.
std::uintptr_t program_base();

/// `line` is `file:line` of a code address, "?" where it is unknown; `function` the demangled name of the
/// function that holds the code; `inlined` the place in a header from which it was inlined, if any.
struct Place {
  std::string function, line, inlined;
};
/// Resolves return addresses (`call` = true) or entry addresses of functions.
Place resolve(std::uintptr_t address, bool call);
/// Looks up many return addresses at once, so that resolve() has them at hand.
void resolve_all(const std::vector<std::uintptr_t>& addresses);

}  // namespace maxwarp::simt
