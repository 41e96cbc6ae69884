// The abstract syntax tree: what the text says, with source names and places; no name is looked up.
// Nodes live in the File and point into the text of the SourceFile, which has to outlive it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/location.h"
#include "dsl/syntax/token.h"

namespace maxwarp {
class SourceFile;
}

namespace maxwarp::ast {

enum class Operator {
#define MAXWARP_BINARY(Enum, Token, Precedence) Enum,
#define MAXWARP_UNARY(Enum, Token, Precedence) Enum,
#include "dsl/syntax/operators.def"
};

/// How the operator is written.
std::string_view spelling(Operator op);
int precedence(Operator op);

/// A word of the text with its place; empty if it is absent.
struct Name {
  std::string_view text;
  Location location;
  bool present() const { return !text.empty(); }
};

enum class ExprKind {
  Invalid,        // could not be parsed (reported)
  Integer,        // integer
  Real,           // real
  Boolean,        // integer: 0 or 1
  Infinity,       // inf
  None,           // none
  Name,           // name
  Index,          // operands[0] [ operands[1], … ]
  Unary,          // op operands[0]
  Binary,         // operands[0] op operands[1]
  Conditional,    // operands[0] ? operands[1] : operands[2]
  Call,           // name ( operands )
  Tuple,          // ( operands )
  Set,            // { operands }
  Comprehension,  // { name in operands[0] where operands[1] }
  Was,            // was ( update )
  Latest,         // latest operands[0]
};

struct Stmt;

struct Expr {
  ExprKind kind = ExprKind::Invalid;
  Location location;     // all of the expression
  Location op_location;  // Unary, Binary: the operator; Call: the name
  std::string_view name;
  std::int64_t integer = 0;
  double real = 0;
  Operator op{};
  int height = 1;  // of the tree below, limited by the parser
  std::vector<const Expr*> operands;
  const Stmt* update = nullptr;
};

enum class TypeKind {
  Invalid,
  Scalar,    // int
  Property,  // node int: `space` of `scalar`
  Array,     // [extents] scalar
  Set,       // node set, edge set
  Tally,     // tally, or tally of `scalar`
  Tuple,     // (int, edge), also as the element of a Property or Array
};

struct Type {
  TypeKind kind = TypeKind::Invalid;
  Location location;
  TokenKind space{};                  // Property, Set: Node or Edge
  TokenKind scalar{};                 // Scalar, Property, Array; Tally, if it has one
  Location scalar_location;           // where it stands; invalid if it does not
  std::vector<TokenKind> components;  // Tuple, or the elements are tuples
  std::vector<const Expr*> extents;
};

enum class StmtKind {
  Invalid,
  Declare,      // let|var name [: type] [= value]
  Destructure,  // let|var (names) = value
  Assign,       // target op value [with withs]
  If,           // condition or update, body, other
  Foreach,
  Iterate,
  Repeat,    // repeat [up to] [value] body [until]
  While,     // condition, body
  For,       // for name in low[..high] body
  Activate,  // value
  Break,
  Assert,  // value
  Return,  // value
  Call,    // value: a Call
};

enum class LoopSpace { Node, Neighbor, InNeighbor, Adjacent, Edge, Range, Key };

struct Block {
  Location location;
  std::vector<const Stmt*> statements;
};

/// The head of a foreach, iterate or for. Absent parts are null or empty.
struct Loop {
  LoopSpace space = LoopSpace::Node;
  Name label, variable, target, edge;
  const Expr* of = nullptr;      // neighbor loops
  const Expr* source = nullptr;  // `in SET`, `from …`
  const Expr *low = nullptr, *high = nullptr, *step = nullptr;
  const Expr *where = nullptr, *by = nullptr, *until = nullptr;
  Location by_location;
  Location after_location;  // `after neighbor w where …`
  Name after_direction, after_variable;
  const Expr* after_where = nullptr;
};

struct With {
  Location location;
  const Expr *target = nullptr, *value = nullptr;
};

struct Stmt {
  StmtKind kind = StmtKind::Invalid;
  Location location;        // the first word, or the target of an assignment
  Name name;                // Declare
  std::vector<Name> names;  // Destructure
  bool constant = false;    // let
  bool has_type = false;
  Type type;
  const Expr *target = nullptr, *value = nullptr, *condition = nullptr;
  TokenKind op{};  // Assign: `=` or a reduction
  Location op_location;
  std::vector<With> withs;
  const Stmt* update = nullptr;  // If: an assignment in place of the condition
  Block body, other;
  Location else_location;
  Loop loop;
};

struct Parameter {
  Name name;
  Type type;
  const Expr* initial = nullptr;
};

struct Requirement {
  Name name;
  const Expr* condition = nullptr;  // `weight >= 0`, else null
};

struct Definition {
  bool is_function = false;
  Location location;  // the first word
  Name name;
  std::string documentation;  // lines of `///`, joined by `\n`
  std::vector<Parameter> parameters, results;
  bool has_return_type = false;
  Type return_type;  // function
  std::vector<Requirement> requirements;
  Block body;
};

/// `import "path"`
struct Import {
  Location location;  // of the path
  std::string_view path;
  const SourceFile* source = nullptr;  // what was read there; null before, or if that failed
};

/// One file. That of a program (import.h) has the definitions and constants of the files that it imports, too.
struct File {
  const SourceFile* source = nullptr;
  std::vector<Import> imports;
  std::deque<File> imported;  // of a program: all files but its own, each once; they own what is of them
  std::vector<const Definition*> definitions;
  std::vector<const Definition*> built_in;  // of a program that calls `scan`, `position` or `sort`: what they stand for
  std::vector<const Definition*> replacements;  // of a program with an `iterate`: what may take its place
  std::vector<const Stmt*> constants;           // Declare statements outside of definitions
  std::deque<Definition> definition_storage;
  std::deque<Expr> expressions;
  std::deque<Stmt> statements;
};

}  // namespace maxwarp::ast
