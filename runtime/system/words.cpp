// Distance of words: letters added, left out, changed, or two neighbors swapped, each counting once.
#include "runtime/system/words.h"

#include <algorithm>
#include <cstddef>

namespace maxwarp {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  // Row i holds the distances of the first i letters of `a` from all beginnings of `b`.
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t most = word.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const std::size_t wrong = distance(word, candidate);
    if (wrong >= most + (best ? 0 : 1) || wrong >= candidate.size()) continue;
    most = wrong;
    best = candidate;
  }
  return best;
}

std::optional<std::string> option_without_value(const std::vector<std::string>& words) {
  const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1;
  });
  return found == words.end() ? std::nullopt : std::optional(*found);
}

}  // namespace maxwarp
