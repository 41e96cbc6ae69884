// Text from elsewhere (file names, arguments, results of another machine) where people read it: a terminal, a table.
// It can neither steer the terminal nor begin a line of its own. What the compiler refuses in programs is the same set.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace maxwarp {

/// Bytes of the UTF-8 sequence at the start of `text`, or 0 if it is none (RFC 3629: no overlong forms, no surrogates,
/// nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// Whether the character at the start of `text` steers what is shown: C0 and C1 controls, DEL, the separators of lines
/// and paragraphs, and those that turn the direction of writing (Unicode's Bidi_Control).
bool is_control(std::string_view text);

/// The text with `\xNN` for each byte of a control character, and for each that is no UTF-8. The ASCII controls of
/// `kept` stay.
std::string shown(std::string_view text, std::string_view kept = "");

}  // namespace maxwarp
