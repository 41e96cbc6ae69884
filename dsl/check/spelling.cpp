// Spellings and small facts of scalars, operators and symbols.
// No table here repeats tokens.def: the texts are those of the checked program's enumerators.
#include "dsl/check/spelling.h"

#include <fmt/format.h>

#include <array>

#include "dsl/syntax/ast.h"

namespace maxwarp::checked {

namespace {

std::string_view plain_spelling(Scalar scalar) {
  static constexpr std::string_view words[] = {"bool", "int", "long", "float", "double", "node", "edge", "bits"};
  return words[static_cast<int>(scalar)];
}

std::array<std::string, plain_scalars * plain_scalars> spelled_pairs() {
  std::array<std::string, plain_scalars * plain_scalars> texts;
  for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
    Scalar pair = static_cast<Scalar>(i + plain_scalars);
    texts[i] = fmt::format("({}, {})", plain_spelling(first_of(pair)), plain_spelling(second_of(pair)));
  }
  return texts;
}

}  // namespace

std::string_view spelling(Scalar scalar) {
  static const auto pairs = spelled_pairs();
  return is_pair(scalar) ? pairs[static_cast<int>(scalar) - plain_scalars] : plain_spelling(scalar);
}

std::string_view spelling(Space space) {
  switch (space) {
    case Space::Global: return "global";
    case Space::Node: return "node";
    case Space::Edge: return "edge";
    case Space::Array: return "array";
    case Space::Local: return "local";
  }
  return "";
}

std::string_view spelling(Builtin builtin) {
  switch (builtin) {
#define MAXWARP_BUILTIN(Enum, Spelling) \
  case Builtin::Enum: return Spelling;
#include "dsl/check/builtins.def"
  }
  return "";
}

static ast::Operator operator_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return ast::Operator::Add;
    case BinaryOp::Sub: return ast::Operator::Sub;
    case BinaryOp::Mul: return ast::Operator::Mul;
    case BinaryOp::Div: return ast::Operator::Div;
    case BinaryOp::Mod: return ast::Operator::Mod;
    case BinaryOp::Eq: return ast::Operator::Eq;
    case BinaryOp::Ne: return ast::Operator::Ne;
    case BinaryOp::Lt: return ast::Operator::Lt;
    case BinaryOp::Le: return ast::Operator::Le;
    case BinaryOp::Gt: return ast::Operator::Gt;
    case BinaryOp::Ge: return ast::Operator::Ge;
    case BinaryOp::And: return ast::Operator::And;
    case BinaryOp::Or: return ast::Operator::Or;
  }
  return ast::Operator::Add;
}

std::string_view spelling(BinaryOp op) { return ast::spelling(operator_of(op)); }
int precedence(BinaryOp op) { return ast::precedence(operator_of(op)); }

std::string_view spelling(Reduction reduction) {
  switch (reduction) {
    case Reduction::Min: return "min=";
    case Reduction::Max: return "max=";
    case Reduction::Add: return "+=";
    case Reduction::Mul: return "*=";
    case Reduction::Or: return "|=";
    case Reduction::And: return "&=";
    case Reduction::Any: return "any=";
    case Reduction::Exchange: return "=";
    case Reduction::MinFirst: return "min= by first";
    case Reduction::MaxFirst: return "max= by first";
  }
  return "";
}

std::string_view spelling(LoopDomain domain) {
  switch (domain) {
    case LoopDomain::Nodes: return "node";
    case LoopDomain::Edges: return "edge";
    case LoopDomain::Neighbors: return "neighbor";
    case LoopDomain::InNeighbors: return "inneighbor";
    case LoopDomain::Adjacent: return "adjacent";
    case LoopDomain::Range: return "range";
    case LoopDomain::Keys: return "key";
  }
  return "";
}

std::string_view described(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Parameter: return "parameter";
    case SymbolKind::Length: return "length of an argument";
    case SymbolKind::Result: return "result";
    case SymbolKind::Variable: return "variable";
    case SymbolKind::Constant: return "constant";
    case SymbolKind::LoopNode:
    case SymbolKind::LoopEdge:
    case SymbolKind::LoopIndex:
    case SymbolKind::Round: return "loop variable";
  }
  return "";
}

bool is_integer(Scalar scalar) { return scalar == Scalar::Int || scalar == Scalar::Long; }
bool is_real(Scalar scalar) { return scalar == Scalar::Float || scalar == Scalar::Double; }
bool is_number(Scalar scalar) { return is_integer(scalar) || is_real(scalar); }

bool widens(Scalar from, Scalar to) {
  switch (from) {
    case Scalar::Int: return to == Scalar::Long || is_real(to);
    case Scalar::Long: return is_real(to);
    case Scalar::Float: return to == Scalar::Double;
    default: return false;
  }
}

}  // namespace maxwarp::checked
