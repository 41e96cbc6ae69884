// The standard headers and fmt, parsed once a library: two thirds of the time of a build go into them otherwise.
// Every file still includes what it uses; `-DMAXWARP_PRECOMPILED=OFF` builds without this one.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
