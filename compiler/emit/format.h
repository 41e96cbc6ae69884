// Layout of generated text by clang-format's library.
#pragma once

#include <string>

namespace maxwarp::emit {

/// `text` (C++ or CUDA C++) in the project's style; unchanged if it cannot be parsed.
std::string format(const std::string& text);

}  // namespace maxwarp::emit
