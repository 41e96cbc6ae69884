// Nearest names by edit distance.
// The distance is LLVM's, with transposed letters counted as two replacements.
#include "compiler/support/suggest.h"

#include <llvm/ADT/StringRef.h>

namespace maxwarp {

/// The edit distance costs the product of both lengths.
constexpr std::size_t longest_name = 100;

std::string_view closest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  if (name.size() > longest_name) return best;
  unsigned best_distance = static_cast<unsigned>(name.size() + 2) / 3 + 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > 2 * longest_name) continue;
    llvm::StringRef known(candidate.data(), candidate.size());
    unsigned distance = known.edit_distance({name.data(), name.size()}, true, best_distance);
    // A name of which no letter is left is another name.
    if (distance >= best_distance || distance >= candidate.size()) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

}  // namespace maxwarp
