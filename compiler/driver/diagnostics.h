// Diagnostics of the driver itself.
#pragma once

#include "compiler/support/diagnostics.h"

namespace maxwarp {

inline constexpr DiagnosticKind<std::string, std::string> NoSuchAlgorithm{"NoSuchAlgorithm", Severity::Error,
                                                                          "the file has no algorithm `{}`; it has {}"};
inline constexpr DiagnosticKind<> NoAlgorithm{
    "NoAlgorithm", Severity::Error, "the file has no algorithm; write `algorithm name(…) -> result: … {{ … }}`"};

}  // namespace maxwarp
