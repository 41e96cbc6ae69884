// "did you mean": the known name that is nearest to one that is not known.
// Used for names, keywords, options and mapping keys alike.
#pragma once

#include <span>
#include <string_view>

namespace maxwarp {

/// The candidate with the smallest edit distance, or empty if none is close (at most a third of the
/// letters differ). Among equals the first one wins.
std::string_view closest(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace maxwarp
