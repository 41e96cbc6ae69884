// Facts about operators, from operators.def.
// The spelling of an operator is that of its token.
#include "dsl/syntax/ast.h"

namespace maxwarp::ast {

std::string_view spelling(Operator op) {
  switch (op) {
#define MAXWARP_BINARY(Enum, Token, Precedence) \
  case Operator::Enum: return maxwarp::spelling(TokenKind::Token);
#define MAXWARP_UNARY(Enum, Token, Precedence) \
  case Operator::Enum: return maxwarp::spelling(TokenKind::Token);
#include "dsl/syntax/operators.def"
  }
  return "";
}

int precedence(Operator op) {
  switch (op) {
#define MAXWARP_BINARY(Enum, Token, Precedence) \
  case Operator::Enum: return Precedence;
#define MAXWARP_UNARY(Enum, Token, Precedence) \
  case Operator::Enum: return Precedence;
#include "dsl/syntax/operators.def"
  }
  return 0;
}

}  // namespace maxwarp::ast
