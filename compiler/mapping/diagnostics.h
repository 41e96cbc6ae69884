// The kinds of diagnostics.def as typed objects.
#pragma once

#include "compiler/support/diagnostics.h"

namespace maxwarp::mapping {

#define MAXWARP_DIAGNOSTIC(Name, Level, Message, ...) \
  inline constexpr DiagnosticKind<__VA_ARGS__> Name{#Name, Severity::Level, Message};
#include "compiler/mapping/diagnostics.def"

}  // namespace maxwarp::mapping
