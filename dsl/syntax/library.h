// What the language has as programs of its own: `scan`, `position` and `sort` are algorithms, which a call takes in as
// it does any other. So all mappings and engines have them, and the race check has proved them. Others are not to be
// called: mappings take them in place of a loop that leaves the same.
#pragma once

#include <string>
#include <string_view>

namespace maxwarp {

/// The name of that text in messages.
inline constexpr const char* library_name = "<library>";

/// Whether it is the name of one of them.
bool is_of_library(std::string_view name);

/// Their text. Of each there is a form for every kind of argument; the checker takes the one that fits.
std::string library_text();

/// The text of what mappings take in place of an `iterate`, see checked::Program::replacements.
std::string replacements_text();

}  // namespace maxwarp
