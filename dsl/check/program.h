// The checked program: what the front end hands to the compiler. Every name is resolved, every
// expression typed, every implicit conversion written out, every value has its space. Read-only.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/support/location.h"

namespace maxwarp {
class Sources;
}

namespace maxwarp::checked {

enum class Scalar : std::uint8_t { Bool, Int, Long, Float, Double, Node, Edge, Bits };

// A tuple of two values is a scalar, too: the numbers after the plain ones are the pairs of them.
inline constexpr int plain_scalars = 8;
constexpr bool is_pair(Scalar scalar) { return static_cast<int>(scalar) >= plain_scalars; }
/// The type of a pair of two plain values.
constexpr Scalar pair_of(Scalar first, Scalar second) {
  return static_cast<Scalar>(plain_scalars * (static_cast<int>(first) + 1) + static_cast<int>(second));
}
/// The types of the two values of a pair.
constexpr Scalar first_of(Scalar pair) { return static_cast<Scalar>(static_cast<int>(pair) / plain_scalars - 1); }
constexpr Scalar second_of(Scalar pair) { return static_cast<Scalar>(static_cast<int>(pair) % plain_scalars); }

/// Where a value lives. It is part of the type and is named in messages.
enum class Space {
  Global,  // one value for the run: parameters, results, variables outside of parallel loops
  Node,    // one value per node: `node int`
  Edge,    // one value per edge: `edge int`
  Array,   // `[n, m] double`, `[node, k] float`: its own extents
  Local,   // one value an iteration: loop variables, `let` and `var` inside of a parallel loop
};

struct Expr;

struct Type {
  Scalar scalar = Scalar::Int;
  Space space = Space::Global;
  bool is_set = false;                    // `node set` (scalar is Node): a parameter, a list of nodes
  std::vector<const Expr*> extents = {};  // Array only; Long expressions over parameters, lengths and built-ins
  std::vector<Scalar> indices = {};  // Array only, one an extent: Node or Edge, whose extent is all of them, or Long
  bool is_number = false;            // written `number` (of a pair: its first value): Int or Double, as the
                                     // compilation chose
  Location scalar_location = {};     // where `scalar` is written; invalid if it is not
  bool is_tally = false;             // `tally`: counts keys of type `scalar`; Global or Local
  std::optional<Scalar> sum = {};    // `tally long`, `tally double`: of this type, for each key; else it only counts
  bool is_marks = false;             // `node set` of a variable or result: a `node bool` that is true at its members
};

enum class SymbolKind {
  Parameter,
  Length,  // `n` in `input: [n] double`: an extent that the argument brings with it, a global Long
  Result,
  Variable,   // `var`, may be assigned
  Constant,   // `let`
  LoopNode,   // variable of foreach node / neighbor / inneighbor / adjacent / edge ends / iterate
  LoopEdge,   // `via e`
  LoopIndex,  // foreach i in a..b, foreach key k in t, for
  Round,      // number of the round of an `iterate`, which its limit bounds: made by the compiler
};

struct Symbol {
  int id = 0;  // unique in the program, in the order of declaration
  std::string name;
  SymbolKind kind = SymbolKind::Variable;
  Type type;
  Location location;
  const Expr* initial = nullptr;  // Parameter: default value; Constant: its value; else null
};

enum class Builtin {
#define MAXWARP_BUILTIN(Enum, Spelling) Enum,
#include "dsl/check/builtins.def"
};

enum class BinaryOp { Add, Sub, Mul, Div, Mod, Eq, Ne, Lt, Le, Gt, Ge, And, Or };
/// The comparison with its sides exchanged; other operators as they are.
constexpr BinaryOp exchanged(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt: return BinaryOp::Gt;
    case BinaryOp::Le: return BinaryOp::Ge;
    case BinaryOp::Gt: return BinaryOp::Lt;
    case BinaryOp::Ge: return BinaryOp::Le;
    default: return op;
  }
}

enum class UnaryOp { Neg, Not };

enum class ExprKind {
  Integer,    // `integer`; Bool literals too (0 or 1)
  Real,       // `real`
  Infinity,   // inf of `scalar`
  None,       // none: no node, no edge
  Reference,  // `symbol`: a scalar, loop variable, or a node set as an operand of `Contains`
  Element,    // `symbol`[operands]: a property or array element; without operands, in Fill: that at the same place, in
              // a Condition: each; of a tally: target of a Reduce (Add) that counts
  Unary,      // unary_op operands[0]
  Binary,     // operands[0] binary_op operands[1]; And and Or are short-circuit
  Conditional,  // operands[0] ? operands[1] : operands[2]
  Convert,   // operands[0] widened to `scalar`, or the `inf` of it; of a node its number; narrowing is done by ToInt,
             // ToLong and ToFloat
  Call,      // builtin(operands); a question to a tally begins with a Reference to it
  Pair,      // (operands[0], operands[1])
  Contains,  // operands[0] in `symbol` (a node set)
};

/// One expression. `scalar` is its type; the other fields as the kind says.
struct Expr {
  ExprKind kind;
  Scalar scalar;
  Location location;
  std::int64_t integer = 0;
  double real = 0;
  const Symbol* symbol = nullptr;
  Builtin builtin{};
  BinaryOp binary_op{};
  UnaryOp unary_op{};
  bool written = false;  // Convert: the program says so, `long(x)`; other conversions are the checker's
  bool latest = false;   // Element: `latest p[v]`, any value that the element holds meanwhile will do
  bool relaxed = false;  // of a mapped stage: others may change the element or cell between two barriers
  std::vector<const Expr*> operands;
};

/// What a conversion that keeps all values apart is of; or the expression itself.
inline const Expr& unwidened(const Expr& expr) { return expr.kind == ExprKind::Convert ? *expr.operands[0] : expr; }

/// `min= max= += *= |= &= any=`; `-=` is `+=` of the negated value. The last two are of pairs and look at their first
/// values only; the compiler makes them from `min= … with …`. Exchange is `was(x = y)`: the value before is what it is
/// for.
enum class Reduction { Min, Max, Add, Mul, Or, And, Any, MinFirst, MaxFirst, Exchange };

/// A call of a function of the program: its body stands in place of the call.
/// What an algorithm of the library does that runtimes have a function for.
enum class Primitive {
  None,
  Sort,  // `into`: the indices of `of`, those of small values first, stable; nan is last
  Sums,  // `into`: for each element of `of` the sum of all before it; none is negative, and their total is finite
};

struct Call {
  std::string function;
  Location place;  // the call
  Location body;   // the text of the function
  Primitive primitive = Primitive::None;
  const Symbol *of = nullptr, *into = nullptr;  // of a primitive: arrays of one dimension
};

enum class StmtKind {
  Declare,  // symbol (var or let) [= value]; a null value is the type's zero (`none` for node, edge);
            // for a property or array the value fills every element. Results start as their type's zero, too
  Fill,     // whole property or array `symbol` = value; an array: or the elements of another one
  Assign,   // target = value. Target is a Reference or an Element
  Reduce,   // target reduction= value; `changed` (may be null) is a Local bool that tells whether this
            // execution changed the value; `old` (may be null) receives the value before. Both are constants
            // that this statement declares: no Declare stands before it, they are seen to the end of the block
  If,       // condition, then `body`, else `other`
  Foreach,  // parallel loop, see `loop`
  Iterate,  // rounds over active nodes, see `loop`; `other` stands before `until`, after each round
  Repeat,   // body; until condition (null: no until); value: `up to` limit (null: none); symbol: null
  While,    // condition, body
  For,      // sequential loop: loop.variable from loop.low to loop.high (exclusive) by loop.step (null: 1); with domain
            // Nodes, outside of parallel loops: the nodes that loop.from… names before it begins, ascending
  Activate,  // value: a node
  Break,     // leaves the innermost neighbor loop, While or For; outside of parallel loops a Repeat, too
  Assert,    // condition, outside of parallel loops: where it does not hold, the run ends with an error
};

enum class LoopDomain {
  Nodes,        // foreach node v [in set]
  Edges,        // foreach edge u -> w [via e]
  Neighbors,    // foreach neighbor w of v [via e]
  InNeighbors,  // foreach inneighbor u of v [via e]
  Adjacent,     // foreach adjacent w of v
  Range,        // foreach i in low..high [by step]
  Keys,         // foreach key k in t: inside or outside of another parallel loop
};

struct Stmt;
using Block = std::vector<const Stmt*>;

struct Loop {
  LoopDomain domain = LoopDomain::Nodes;
  std::string label;                 // `expand:` or empty
  const Symbol* variable = nullptr;  // v, w, i; the source node of Edges
  const Symbol* target = nullptr;    // Edges: the target node
  const Symbol* edge = nullptr;      // `via e`, or null
  const Expr* of = nullptr;     // neighbor loops: the node whose neighbors are walked; Keys: a Reference to the tally
  const Symbol* set = nullptr;  // Nodes: `in set`, or null: all nodes
  const Expr* where = nullptr;  // or null
  // Foreach over Nodes: `after neighbor w where c`: the iteration of v runs after those of all its neighbors
  // (in-neighbors, adjacent nodes: `after_domain`) w of the loop for which c holds. `after` is w, or null: no order
  const Symbol* after = nullptr;
  LoopDomain after_domain = LoopDomain::Neighbors;
  const Expr* after_where = nullptr;                            // c, or null: all of them
  const Expr *low = nullptr, *high = nullptr, *step = nullptr;  // Range, For
  // Iterate: where the active nodes come from: `from_all`, a set, or a list of node expressions. For over nodes: the
  // first two
  bool from_all = false;
  const Symbol* from_set = nullptr;
  std::vector<const Expr*> from;
  const Symbol* from_node = nullptr;  // with from_all: only the nodes `from_node` for which `from_where` holds,
  const Expr* from_where = nullptr;   //   or null: all
  const Expr* by = nullptr;           // Iterate: nodes with a small value first, if the mapping has an order; or null
  const Expr* until = nullptr;        // Iterate: also end when this holds after a round
};

struct Stmt {
  StmtKind kind;
  Location location;
  const Symbol* symbol = nullptr;
  const Expr* target = nullptr;
  const Expr* value = nullptr;
  Reduction reduction{};
  const Symbol* changed = nullptr;
  const Symbol* old = nullptr;
  const Expr *payload_target = nullptr, *payload = nullptr;  // Reduce: `with payload_target = payload`, or null
  const Expr* condition = nullptr;
  Block body, other;
  Loop loop;
  const Call* call = nullptr;  // the call that brought the statement here, or null
};

/// `requires weight >= 0`: what the arguments have to meet. A parameter of nodes or edges stands for each of its
/// values: an Element without operands.
struct Condition {
  const Expr* holds = nullptr;
  Space space = Space::Global;  // Node, Edge: has to hold at each node, for each edge
};

struct Requirements {
  bool symmetric = false;
  bool simple = false;
  bool sorted = false;
  bool tree = false;  // the edges run from parents to children: a forest
  std::vector<Condition> conditions;
};

/// Expressions of one file, by the first byte of their text.
using Places = std::set<std::uint32_t>;

/// Which way the integer additions of a parallel loop to a place go, all of them together.
enum class Trend : std::uint8_t { Rising, Falling, Mixed };

/// What the checker has found out about an integer `+=` in a parallel loop.
struct Sum {
  Trend trend = Trend::Mixed;
  bool open = false;       // the result may depend on the order: it may pass an end of its type on the way
  bool within = false;     // no value of the place ever leaves its type
  bool from_zero = false;  // every run of the loop finds 0 at the place
  int per_node = 0;        // all additions of a run of the loop to the place come to `per_node` times the number of
  int per_edge = 0;        //   nodes and `per_edge` times that of edges at most; both 0: that is not known
};

/// The parameter and its dimension that give a length its value: the first that name it.
struct LengthBinding {
  std::size_t parameter = 0, dimension = 0;
};

struct Program;

struct Algorithm {
  std::string name;
  std::string documentation;  // text of the `///` lines, without the slashes
  Location location;
  const Sources* sources = nullptr;  // the files of its text: a call is inlined, whatever file it is from
  std::vector<const Symbol*> parameters, results;
  std::vector<const Symbol*> lengths;               // in the order in which the parameters name them
  std::map<const Symbol*, LengthBinding> bindings;  // of the lengths
  Requirements requirements;
  bool uses_number = false;  // a declaration says `number`: there is an int and a double form
  Block body;
  /// Of each parallel loop: what it changes such that no two iterations touch one element, as the race check has
  /// proved. Empty where it was not asked.
  std::map<const Stmt*, std::set<const Symbol*>> separate;
  /// Of each `iterate`: reads of what an earlier run of the same node may have left, and no other iteration changes, by
  /// the first byte of their text. Running a node again is not the same where there are any.
  std::map<const Stmt*, Places> remembered;
  /// Of each `iterate`: accesses to one element that an iteration may make in any order, by the first byte of their
  /// text: reads that the monotone rule allows, and the changes of what they read.
  std::map<const Stmt*, Places> unordered;
  /// Of each loop with `after`: reads, by the first byte of their text, of what iterations have left that ended before
  /// this one began. So they are of other nodes: one that waits for itself never runs.
  std::map<const Stmt*, Places> earlier;
  /// Of each parallel loop: the accesses of which the race check could not prove that they are harmless, by the first
  /// byte of their text. Empty unless the program was let through in spite of that, see RaceCheck.
  std::map<const Stmt*, Places> unproved;
  std::map<const Stmt*, Sum> sums;   // of each integer `+=` in a parallel loop
  const Program* program = nullptr;  // that it is of
};

/// Owns everything that the algorithms point to.
struct Program {
  std::vector<std::unique_ptr<Algorithm>> algorithms;
  std::vector<std::unique_ptr<Algorithm>> replacements;  // what a mapping may take in place of an `iterate`
  std::deque<Symbol> symbols;
  std::deque<Expr> expressions;
  std::deque<Stmt> statements;
  std::deque<Call> calls;
};

}  // namespace maxwarp::checked
