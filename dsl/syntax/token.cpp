// Names and spellings of tokens, from tokens.def.
// Messages quote tokens through `described`.
#include "dsl/syntax/token.h"

#include <fmt/format.h>

namespace maxwarp {

std::string_view name_of(TokenKind kind) {
  switch (kind) {
#define MAXWARP_TOKEN(Enum, Name) \
  case TokenKind::Enum: return #Enum;
#define MAXWARP_KEYWORD(Enum, Spelling) \
  case TokenKind::Enum: return #Enum;
#define MAXWARP_PUNCTUATOR(Enum, Spelling) \
  case TokenKind::Enum: return #Enum;
#include "dsl/syntax/tokens.def"
  }
  return "";
}

std::string_view spelling(TokenKind kind) {
  switch (kind) {
#define MAXWARP_TOKEN(Enum, Name) \
  case TokenKind::Enum: return Name;
#define MAXWARP_KEYWORD(Enum, Spelling) \
  case TokenKind::Enum: return Spelling;
#define MAXWARP_PUNCTUATOR(Enum, Spelling) \
  case TokenKind::Enum: return Spelling;
#include "dsl/syntax/tokens.def"
  }
  return "";
}

bool is_keyword(TokenKind kind) {
  switch (kind) {
#define MAXWARP_KEYWORD(Enum, Spelling) \
  case TokenKind::Enum: return true;
#include "dsl/syntax/tokens.def"
    default: return false;
  }
}

bool is_punctuator(TokenKind kind) {
  switch (kind) {
#define MAXWARP_PUNCTUATOR(Enum, Spelling) \
  case TokenKind::Enum: return true;
#include "dsl/syntax/tokens.def"
    default: return false;
  }
}

bool is_scalar_type(TokenKind kind) { return kind >= TokenKind::Bool && kind <= TokenKind::Edge; }

std::string described(const Token& token) {
  if (token.kind == TokenKind::End) return "the end of the file";
  if (is_keyword(token.kind) || is_punctuator(token.kind)) return fmt::format("`{}`", spelling(token.kind));
  return fmt::format("{} `{}`", spelling(token.kind), token.text);
}

}  // namespace maxwarp
