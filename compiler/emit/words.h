// Words of generated text: which of its names a piece of it takes from outside.
#pragma once

#include <string>
#include <unordered_set>

namespace maxwarp::emit {

/// The words of C++ text; comments, strings and members of something (`work.active`) left out.
std::unordered_set<std::string> words_of(const std::string& text);

}  // namespace maxwarp::emit
