// A scanner of words, not of grammar: good enough for colours, and it never loses a character.
#include "tools/gdsl/highlight.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "llvm/ADT/StringExtras.h"

namespace maxwarp::workbench {
namespace {

const std::set<std::string_view> gdsl_keywords = {
#define MAXWARP_KEYWORD(Enum, Spelling) Spelling,
#include "dsl/syntax/tokens.def"
};

const std::set<std::string_view> cuda_keywords = {
    "auto",        "break",           "case",   "const",  "constexpr", "continue", "default",   "do",       "else",
    "extern",      "false",           "for",    "if",     "inline",    "int",      "namespace", "nullptr",  "operator",
    "return",      "sizeof",          "static", "struct", "switch",    "template", "true",      "typename", "using",
    "volatile",    "while",           "bool",   "float",  "double",    "void",     "unsigned",  "long",     "char",
    "static_cast", "reinterpret_cast"};

bool is_cuda_type(std::string_view word) {
  return word.starts_with("__") || word.ends_with("_t") || word == "GraphView" || word == "threadIdx" ||
         word == "blockIdx" || word == "blockDim" || word == "gridDim";
}

bool is_word(char c) { return llvm::isAlnum(c) || c == '_'; }

class Scanner {
 public:
  explicit Scanner(TextLanguage language) : language_(language) {}

  std::vector<Piece> scan(std::string_view line) {
    pieces_.clear();
    const std::size_t first = line.find_first_not_of(" \t");
    if (language_ == TextLanguage::Cuda && !in_comment_ && first != std::string_view::npos && line[first] == '#') {
      add('p', line);
      return pieces_;
    }
    while (!line.empty()) {
      const auto [kind, length] = next(line);
      add(kind, line.substr(0, length));
      line.remove_prefix(length);
    }
    return pieces_;
  }

 private:
  /// What the line begins with, and how many characters that has.
  std::pair<char, std::size_t> next(std::string_view line) {
    if (in_comment_ || line.starts_with("/*")) {
      const std::size_t end = line.find("*/", in_comment_ ? 0 : 2);
      in_comment_ = end == std::string_view::npos;
      return {'c', in_comment_ ? line.size() : end + 2};
    }
    if (line.starts_with("//")) return {'c', line.size()};
    if (line[0] == '"' || line[0] == '\'') return {'s', string_length(line)};
    if (llvm::isDigit(line[0])) return {'n', word_length(line, /*number=*/true)};
    if (!is_word(line[0])) return {' ', 1};
    const std::size_t length = word_length(line, /*number=*/false);
    return {kind_of(line.substr(0, length)), length};
  }

  static std::size_t string_length(std::string_view line) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (line[i] == '\\')
        ++i;
      else if (line[i] == line[0])
        return i + 1;
    }
    return line.size();
  }

  static std::size_t word_length(std::string_view line, bool number) {
    std::size_t length = 1;
    while (length < line.size() &&
           (is_word(line[length]) || (number && line[length] == '.' && line.substr(length, 2) != "..")))
      ++length;
    return length;
  }

  char kind_of(std::string_view word) const {
    if (language_ == TextLanguage::Gdsl) return gdsl_keywords.count(word) ? 'k' : ' ';
    if (cuda_keywords.count(word)) return 'k';
    return is_cuda_type(word) ? 't' : ' ';
  }

  /// Neighbors of one kind are one piece.
  void add(char kind, std::string_view text) {
    if (text.empty()) return;
    if (!pieces_.empty() && pieces_.back().kind == kind)
      pieces_.back().text += text;
    else
      pieces_.push_back({kind, std::string(text)});
  }

  TextLanguage language_;
  bool in_comment_ = false;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<std::vector<Piece>> highlighted(const std::string& text, TextLanguage language) {
  Scanner scanner(language);
  std::vector<std::vector<Piece>> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(scanner.scan(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

}  // namespace maxwarp::workbench
