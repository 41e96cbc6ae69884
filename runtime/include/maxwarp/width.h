// The width of virtual warps and the size of batches, chosen at run time from the ones that are compiled.
#pragma once

#include <type_traits>

#include "maxwarp/types.h"

namespace maxwarp {

/// How many widths there are: the powers of two up to 32.
inline constexpr int tile_widths = 6;

/// The width that takes the fewest lane slots, slots[i] for 2^i lanes. Of those within 1/64 of the fewest it is the
/// widest: they use the lanes equally well, and lanes beside each other read edges beside each other.
template <typename Slots>
MAXWARP_FUNCTION int fewest_slots(const Slots* slots) {
  Slots fewest = slots[0];
  for (int i = 1; i < tile_widths; ++i)
    if (slots[i] < fewest) fewest = slots[i];
  int i = tile_widths - 1;
  while (slots[i] - fewest > fewest / 64) --i;
  return 1 << i;
}

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

/// Calls `function` with a constant: `Edges` where the graph has at least `degree` edges per node on average, else 1.
template <int Edges, typename Graph, typename Function>
void with_batches(const Graph& graph, int degree, Function function) {
  if (std::int64_t{graph.edges} >= std::int64_t{degree} * graph.nodes)
    function(std::integral_constant<int, Edges>{});
  else
    function(std::integral_constant<int, 1>{});
}

}  // namespace maxwarp
