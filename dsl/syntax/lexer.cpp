// The lexer: one pass over the bytes, longest sign first.
// UTF-8 may stand in comments only; names are ASCII. Control characters stand nowhere: documentation travels into
// generated text and onto terminals, and what a reader sees is what is compiled.
#include "dsl/syntax/lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "dsl/diagnostics.h"
#include "runtime/system/shown_text.h"

namespace maxwarp {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

class Lexer {
 public:
  Lexer(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics), text_(file.text()) {}

  std::vector<Token> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
    while (at_ < text_.size()) step();
    add(TokenKind::End, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void add(TokenKind kind, std::size_t begin) {
    Token token;
    token.kind = kind;
    token.location = file_.location(begin, at_);
    token.text = text_.substr(begin, at_ - begin);
    token.fresh = fresh_;
    fresh_ = false;
    tokens_.push_back(token);
  }

  void step() {
    char c = peek();
    if (is_line_end(c)) {
      fresh_ = true;
      ++at_;
    } else if (is_space(c)) {
      ++at_;
    } else if (is_control_here()) {
      control();
    } else if (c == '/' && peek(1) == '/') {
      comment();
    } else if (c == '"') {
      text();
    } else if (is_digit(c)) {
      number();
    } else if (is_word_start(c)) {
      word();
    } else {
      punctuator();
    }
  }

  /// Moves to `end`, over characters of any language.
  void any_characters(std::size_t end) {
    while (at_ < end) {
      if (is_control_here()) {
        control();
      } else if (const std::size_t length = utf8_length(text_.substr(at_))) {
        at_ += length;
      } else {
        diagnostics_.report(diag::InvalidUtf8, file_.location(at_, at_ + 1));
        at_ = end;  // one report for a text in some other encoding
      }
    }
  }

  /// The name of a file, in quotes.
  void text() {
    const std::size_t begin = at_++;
    const std::size_t end = std::min(text_.find_first_of("\"\r\n", at_), text_.size());
    any_characters(end);
    const bool closed = peek() == '"';
    if (closed) ++at_;
    add(TokenKind::Text, begin);
    tokens_.back().text = text_.substr(begin + 1, end - begin - 1);
    if (!closed) diagnostics_.report(diag::UnclosedText, tokens_.back().location);
  }

  void comment() {
    const std::size_t begin = at_, end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    any_characters(end);
    std::string_view text = text_.substr(begin, end - begin);
    if (!text.starts_with("///") || text.starts_with("////")) return;
    text.remove_prefix(3);
    if (text.starts_with(' ')) text.remove_prefix(1);
    add(TokenKind::DocComment, begin);
    tokens_.back().text = text;
    fresh_ = true;
  }

  bool is_control_here() const { return peek() != '\t' && is_control(text_.substr(at_)); }

  /// One report for a run of the same control character.
  void control() {
    const std::size_t begin = at_;
    const std::string_view character = text_.substr(at_, utf8_length(text_.substr(at_)));
    while (text_.substr(at_).starts_with(character)) at_ += character.size();
    diagnostics_.report(diag::ControlCharacter, file_.location(begin, begin + character.size()), shown(character));
  }

  void number() {
    std::size_t begin = at_;
    bool real = false;
    while (is_digit(peek())) ++at_;
    if (peek() == '.' && is_digit(peek(1))) {
      real = true;
      for (++at_; is_digit(peek());) ++at_;
    }
    std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(1 + sign))) {
      real = true;
      for (at_ += 1 + sign; is_digit(peek());) ++at_;
    }
    std::size_t end = at_;
    while (is_word(peek())) ++at_;
    if (at_ != end)
      diagnostics_.report(diag::MalformedNumber, file_.location(begin, at_), text_.substr(begin, at_ - begin));
    add(real ? TokenKind::Real : TokenKind::Integer, begin);
    if (real)
      real_value(text_.substr(begin, end - begin));
    else
      integer_value(text_.substr(begin, end - begin));
  }

  void integer_value(std::string_view digits) {
    Token& token = tokens_.back();
    auto result = std::from_chars(digits.data(), digits.data() + digits.size(), token.integer);
    if (result.ec != std::errc{}) diagnostics_.report(diag::NumberTooLarge, token.location, "long");
  }

  void real_value(std::string_view digits) {
    Token& token = tokens_.back();
    auto result = std::from_chars(digits.data(), digits.data() + digits.size(), token.real);
    if (result.ec == std::errc{}) return;
    // from_chars does not say whether the value was too large or too small for a double.
    if (std::isinf(std::strtod(std::string(digits).c_str(), nullptr)))
      diagnostics_.report(diag::NumberTooLarge, token.location, "double");
    else
      diagnostics_.report(diag::NumberTooSmall, token.location);
  }

  void word() {
    std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    if (is_letter_beyond_ascii()) return foreign_word(begin);
    std::string_view text = text_.substr(begin, at_ - begin);
    bool reduces = (text == "min" || text == "max" || text == "any") && peek() == '=' && peek(1) != '=';
    if (reduces) {
      at_ = begin;
      return punctuator();
    }
    TokenKind kind = TokenKind::Name;
#define MAXWARP_KEYWORD(Enum, Spelling) \
  if (text == Spelling) kind = TokenKind::Enum;
#include "dsl/syntax/tokens.def"
    add(kind, begin);
  }

  void punctuator() {
    std::string_view rest = text_.substr(at_);
    std::size_t begin = at_;
    if (rest.starts_with("&&") || rest.starts_with("||")) return stray();
#define MAXWARP_PUNCTUATOR(Enum, Spelling)    \
  if (rest.starts_with(Spelling)) {           \
    at_ += std::string_view(Spelling).size(); \
    return add(TokenKind::Enum, begin);       \
  }
#include "dsl/syntax/tokens.def"
    stray();
  }

  bool is_letter_beyond_ascii() const { return utf8_length(text_.substr(at_)) > 1 && !is_control_here(); }

  /// A word with letters beyond ASCII is reported once and taken for a name, so that no more errors follow.
  void foreign_word(std::size_t begin) {
    std::size_t letter = at_, length = utf8_length(text_.substr(at_));
    diagnostics_.report(diag::StrayCharacter, file_.location(letter, letter + length), text_.substr(letter, length));
    while (is_word(peek()) || is_letter_beyond_ascii()) at_ += utf8_length(text_.substr(at_));
    add(TokenKind::Name, begin);
  }

  /// One report for a run of characters that nothing begins with.
  void stray() {
    std::size_t begin = at_, length = utf8_length(text_.substr(at_));
    if (length > 1) return foreign_word(begin);
    at_ += 1;
    Location place = file_.location(begin, at_);
    if (length == 0) {
      diagnostics_.report(diag::InvalidUtf8, place);
      while (at_ < text_.size() && utf8_length(text_.substr(at_)) == 0) ++at_;
      return add(TokenKind::Name, begin);  // a word in some other encoding
    }
    if (foreign_operator(begin, place)) return;
    diagnostics_.report(diag::StrayCharacter, place, text_.substr(begin, 1));
    while (at_ < text_.size() && text_[at_] == text_[begin]) ++at_;
  }

  /// `&&`, `||` and `!` of other languages are taken for the words that are meant, so that no more errors
  /// follow.
  bool foreign_operator(std::size_t begin, Location place) {
    TokenKind meant = text_[begin] == '&' ? TokenKind::And : text_[begin] == '|' ? TokenKind::Or : TokenKind::Not;
    if (meant == TokenKind::Not && text_[begin] != '!') return false;
    while (at_ < text_.size() && meant != TokenKind::Not && text_[at_] == text_[begin]) ++at_;
    place.end = static_cast<std::uint32_t>(at_);
    diagnostics_.report(diag::ForeignOperator, place, text_.substr(begin, at_ - begin), spelling(meant))
        .instead(std::string(spelling(meant)));
    add(meant, begin);
    return true;
  }

  const SourceFile& file_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool fresh_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(const SourceFile& file, Diagnostics& diagnostics) { return Lexer(file, diagnostics).run(); }

}  // namespace maxwarp
