// The width of virtual warps, chosen at run time from the ones that are compiled.
#pragma once

#include <type_traits>

namespace maxwarp {

/// Calls `function` with a constant of the value `width`: `with_width(8, [&](auto w) { kernel<w>… })`. False, and no
/// call, where `width` is none of 1, 2, 4, 8, 16, 32.
template <typename Function>
bool with_width(int width, Function function) {
  const auto call = [&](auto w) {
    if (width == w) function(w);
    return width == w;
  };
  return call(std::integral_constant<int, 1>{}) || call(std::integral_constant<int, 2>{}) ||
         call(std::integral_constant<int, 4>{}) || call(std::integral_constant<int, 8>{}) ||
         call(std::integral_constant<int, 16>{}) || call(std::integral_constant<int, 32>{});
}

}  // namespace maxwarp
