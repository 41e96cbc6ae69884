// Text of the program and names of files inside of generated text: they stay text.
#pragma once

#include <string>

namespace maxwarp::emit {

/// The text as a C++ string literal.
std::string quoted(const std::string& text);

/// A line of text as it may stand in a `//` comment. A word that ends in a backslash, or in the trigraph for one, gets
/// a full stop: where formatting breaks the line after it, it would continue the comment on the next one.
std::string in_comment(const std::string& line);

}  // namespace maxwarp::emit
