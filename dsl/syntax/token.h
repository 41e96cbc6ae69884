// A token: its kind, its place and its text.
// The kinds are listed in tokens.def.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/support/location.h"

namespace maxwarp {

enum class TokenKind {
#define MAXWARP_TOKEN(Enum, Name) Enum,
#define MAXWARP_KEYWORD(Enum, Spelling) Enum,
#define MAXWARP_PUNCTUATOR(Enum, Spelling) Enum,
#include "dsl/syntax/tokens.def"
};

struct Token {
  TokenKind kind = TokenKind::End;
  Location location;
  std::string_view text;     // in the source; the text of a DocComment is without its slashes, a Text without quotes
  bool fresh = true;         // first of its line
  std::int64_t integer = 0;  // Integer
  double real = 0;           // Real
};

/// Enumerator name: `PlusAssign`.
std::string_view name_of(TokenKind kind);
/// How the kind is written: `+=`, `while`; for classes of tokens what they are called: `name`.
std::string_view spelling(TokenKind kind);
bool is_keyword(TokenKind kind);
bool is_punctuator(TokenKind kind);
/// `bool int long float double number node edge`.
bool is_scalar_type(TokenKind kind);
/// The token as a message names it: "`while`", "name `x`" or "the end of the file".
std::string described(const Token& token);

}  // namespace maxwarp
