// One pass over the text.
#include "compiler/emit/words.h"

#include <algorithm>
#include <cctype>

namespace maxwarp::emit {
namespace {

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The place after a string that begins at `at`.
std::size_t behind_string(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

}  // namespace

std::unordered_set<std::string> words_of(const std::string& text) {
  std::unordered_set<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "//") == 0) {
      at = text.find('\n', at);
    } else if (text[at] == '"') {
      at = behind_string(text, at);
    } else if (!is_part(text[at])) {
      ++at;
    } else {
      const std::size_t end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_part) -
                              text.begin();
      const bool member = at > 0 && (text[at - 1] == '.' || (at > 1 && text.compare(at - 2, 2, "->") == 0));
      if (!member) words.insert(text.substr(at, end - at));
      at = end;
    }
  }
  return words;
}

}  // namespace maxwarp::emit
