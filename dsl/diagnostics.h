// The diagnostics of the language as typed kinds: `diag::UnknownName` and so on.
// They are listed, with their messages, in dsl/diagnostics.def.
#pragma once

#include "compiler/support/diagnostics.h"

namespace maxwarp::diag {

#define MAXWARP_DIAGNOSTIC(Name, Level, Format, ...) \
  inline constexpr DiagnosticKind<__VA_ARGS__> Name{#Name, Severity::Level, Format};
#include "dsl/diagnostics.def"

}  // namespace maxwarp::diag
