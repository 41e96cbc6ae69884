// Names that a program may use, but generated text may not.
#pragma once

#include <string_view>

namespace maxwarp::emit {

/// Whether C++, CUDA, a header that generated text includes, the runtime, or generated text itself means something else
/// by the name.
bool is_reserved(std::string_view name);

}  // namespace maxwarp::emit
