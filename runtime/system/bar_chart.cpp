// Sizes are in the units of the viewBox, so that the picture scales. Colors keep their distance without hue, too.
#include "runtime/system/bar_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

constexpr double width = 760, height = 260, left = 70, right = 16, top = 44, bottom = 46;
constexpr const char* colors[] = {"#3b6ea8", "#c8651b", "#1a7f37", "#8250df", "#9a6700", "#59636e"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : shown(text))
    result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

/// A place on the picture.
std::string place(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// ` name="value"`
std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text" + attribute("x", place(x)) + attribute("y", place(y)) + attribute("text-anchor", anchor) + ">" +
         escaped(text) + "</text>\n";
}

std::string box(double x, double y, double wide, double high, const std::string& color) {
  return "<rect" + attribute("x", place(x)) + attribute("y", place(y)) + attribute("width", place(wide)) +
         attribute("height", place(high)) + attribute("fill", color) + ">";
}

/// From a power of ten below all bars to one above them.
struct Scale {
  double low = 1, high = 10;

  explicit Scale(const std::vector<ChartBar>& bars) {
    double least = 0, most = 0;
    for (const ChartBar& bar : bars) {
      if (!(bar.value > 0)) continue;
      least = least > 0 ? std::min(least, bar.value) : bar.value;
      most = std::max(most, bar.value);
    }
    if (most <= 0) return;
    low = std::pow(10, std::floor(std::log10(least)));
    high = std::pow(10, std::ceil(std::log10(most)));
    if (low == least) low /= 10;  // so that the least bar is seen
    if (high <= low) high = low * 10;
  }
  double y(double value) const {
    const double part = std::log10(value / low) / std::log10(high / low);
    return height - bottom - part * (height - top - bottom);
  }
};

std::string axes(const BarChart& chart, const Scale& scale) {
  std::string text;
  const double decades = std::round(std::log10(scale.high / scale.low)), step = std::ceil(decades / 6);
  for (double decade = 0; decade <= decades; decade += step) {
    const double value = scale.low * std::pow(10, decade), y = scale.y(value);
    text += "<line" + attribute("x1", place(left)) + attribute("x2", place(width - right)) + attribute("y1", place(y)) +
            attribute("y2", place(y)) + " stroke=\"#d1d9e0\"/>\n";
    text += text_at(left - 6, y + 4, "end", number(value));
  }
  text += "<g font-weight=\"bold\">" + text_at(left, 20, "start", chart.title) + "</g>\n";
  text += text_at((left + width - right) / 2, height - 8, "middle", chart.x_label);
  return text + text_at(left - 54, top - 10, "start", chart.y_label);
}

std::string bars(const BarChart& chart, const Scale& scale) {
  std::string text;
  const auto count = static_cast<double>(chart.bars.size());
  const double step = (width - left - right) / std::max(count, 1.0);
  const auto named = static_cast<std::size_t>(std::ceil(48 / step));  // one of so many has room for its name
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const ChartBar& bar = chart.bars[i];
    const double x = left + step * static_cast<double>(i);
    if (i % named == 0) text += text_at(x + step / 2, height - bottom + 15, "middle", bar.name);
    if (!(bar.value > 0)) continue;
    const double y = scale.y(bar.value);
    text += box(x + step * 0.08, y, step * 0.84, height - bottom - y, colors[bar.kind % std::size(colors)]) +
            "<title>" + escaped(bar.name) + ": " + number(bar.value) + "</title></rect>\n";
  }
  return text;
}

std::string legend(const BarChart& chart) {
  std::string text;
  double x = left + 60;
  for (std::size_t i = 0; i < chart.kinds.size() && chart.kinds.size() > 1; ++i) {
    text += box(x, top - 19, 10, 10, colors[i % std::size(colors)]) + "</rect>\n";
    text += text_at(x + 14, top - 10, "start", chart.kinds[i]);
    x += 34 + 7 * static_cast<double>(chart.kinds[i].size());
  }
  return text;
}

}  // namespace

std::string svg_text(const std::vector<BarChart>& charts) {
  const double all = height * static_cast<double>(charts.size());
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
                     attribute("viewBox", "0 0 " + place(width) + " " + place(all)) +
                     " font-family=\"sans-serif\" font-size=\"12\" fill=\"#1b1f24\">\n" +
                     box(0, 0, width, all, "#fff") + "</rect>\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Scale scale(charts[i].bars);
    text += "<g role=\"img\"" + attribute("aria-label", escaped(charts[i].title)) +
            attribute("transform", "translate(0 " + place(height * static_cast<double>(i)) + ")") + ">\n";
    text += axes(charts[i], scale) + bars(charts[i], scale) + legend(charts[i]) + "</g>\n";
  }
  return text + "</svg>\n";
}

}  // namespace maxwarp
