// The premises of the rules, by name: what dsl/soundness.md proves the rules from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace maxwarp::race {

enum class Premise : std::uint8_t {
#define MAXWARP_PREMISE(Name, Spelling) Name,
#include "dsl/check/race/premises.def"
};

/// `claim.no-else`
std::string_view spelling(Premise premise);
std::optional<Premise> premise_of(std::string_view spelling);

}  // namespace maxwarp::race
