// Charts of bars as SVG: text that stands alone, in a file or inside of a page.
#pragma once

#include <string>
#include <vector>

namespace maxwarp {

/// One bar. What is 0 has none.
struct ChartBar {
  std::string name;      // below the axis, where there is room, and beside the value for those who point at the bar
  double value = 0;      // not negative
  std::size_t kind = 0;  // a color, and its place in the legend
};

struct BarChart {
  std::string title, x_label, y_label;
  std::vector<std::string> kinds;  // their names; one or none needs no legend
  std::vector<ChartBar> bars;
};

/// The charts, one below the other, with logarithmic axes: bars of very different sizes stay visible.
std::string svg_text(const std::vector<BarChart>& charts);

}  // namespace maxwarp
