// Names of premises.
#include "dsl/check/race/premise.h"

#include <algorithm>
#include <array>

namespace maxwarp::race {

namespace {

constexpr std::array spellings{
#define MAXWARP_PREMISE(Name, Spelling) std::string_view(Spelling),
#include "dsl/check/race/premises.def"
};

}  // namespace

std::string_view spelling(Premise premise) { return spellings.at(static_cast<std::size_t>(premise)); }

std::optional<Premise> premise_of(std::string_view spelling) {
  auto found = std::ranges::find(spellings, spelling);
  if (found == spellings.end()) return std::nullopt;
  return static_cast<Premise>(found - spellings.begin());
}

}  // namespace maxwarp::race
