// Names and types of C++.
#include "compiler/emit/names.h"

#include <array>
#include <algorithm>
#include <string_view>

namespace maxwarp::emit {
namespace {

// Words of C++ and of the runtime that a program's name must not hide.
constexpr std::array<std::string_view, 73> reserved{
    "alignas", "and", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "class", "const",
    "continue", "default", "delete", "do", "double", "else", "enum", "explicit", "export", "extern", "false", "float",
    "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "not", "operator", "or",
    "private", "protected", "public", "register", "requires", "return", "short", "signed", "sizeof", "static",
    "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typename", "union", "unsigned",
    "using", "virtual", "void", "volatile", "while", "xor", "graph", "tile", "gpu", "options", "stream", "work", "W",
    "std"};

}  // namespace

std::string Names::fresh(const std::string &wish) {
  const std::string base = std::ranges::find(reserved, wish) != reserved.end() ? wish + "_" : wish;
  std::string name = base;
  for (int number = 2; !taken_.insert(name).second; ++number) name = base + "_" + std::to_string(number);
  return name;
}

const std::string &Names::of(const ir::Symbol *symbol) {
  auto found = names_.find(symbol);
  if (found == names_.end()) found = names_.emplace(symbol, fresh(symbol->name)).first;
  return found->second;
}

std::string value_type(ir::Scalar scalar) { return scalar == ir::Scalar::Bool ? "bool" : element_type(scalar); }

std::string element_type(ir::Scalar scalar) {
  switch (scalar) {
    case ir::Scalar::Bool:
    case ir::Scalar::Int: return "std::int32_t";
    case ir::Scalar::Long: return "std::int64_t";
    case ir::Scalar::Float: return "float";
    case ir::Scalar::Double: return "double";
    case ir::Scalar::Node: return "node_t";
    case ir::Scalar::Edge: return "edge_t";
  }
  return "";
}

}  // namespace maxwarp::emit
