// The parallel IR: host control around parallel regions, the rounds of `iterate` with their active set,
// every effect explicit. It knows no threads, no worklists, no target.
#pragma once

#include <map>
#include <set>

#include "compiler/parallel/statement.h"

namespace maxwarp::parallel {

using ir::Body;
using ir::Expr;
using ir::Symbol;

enum class ControlKind {
  Let,      // host scalar `symbol` = value (declares it the first time)
  Set,      // element or cell `target` = value, by one thread: also `level[source] = 0`
  Fill,     // every element of `symbol` = value; Elements without operands are those at the same place
  Region,   // one parallel loop, see `region`
  Ordered,  // a loop in order, in both ways to keep it. Counting: `body`, in which every node counts for how many
            // others it waits and runs in a round when it waits for none. Asking: `other`, then `region`, over all
            // nodes, each of which asks those that it waits for and comes `Again` while one of them has not run
  Rounds,   // `iterate`: `region` over the active nodes, and `body` after each round, until none is left or `condition`
            // holds
  Union,    // in place of an `iterate`: `body` leaves the same; `region` has its label and name
  Repeat,   // body, until `condition` (null: never), at most `value` times (null: no limit)
  While,    // while `condition`: body
  If,       // `condition`: body, else other
  Expect,   // `condition` holds, or the run ends: `note` and the value of the cell `symbol` tell why and where; without
            // a symbol it is an `assert` of the program, and `note` its text
  Break,    // leaves the innermost Repeat or While
  Call,     // a call of the library: `body`, or the function of the runtime that does what `primitive` says
};

enum class Domain { Nodes, NodeSet, Range, Active };

/// A parallel loop: `body` runs once for every `item`, in any order.
struct Region {
  Domain domain = Domain::Nodes;
  std::string label;             // of the program, or empty
  std::string name;              // unique in the algorithm: what the kernels are called
  std::string purpose;           // why it exists, if it is not a loop of the program itself; for readers of the text
  const Symbol* item = nullptr;  // the node, or the index of a Range
  const Symbol* set = nullptr;   // NodeSet
  const Expr *low = nullptr, *high = nullptr, *step = nullptr;  // Range
  std::set<const Symbol*> separate;  // what it changes such that no two iterations touch one element
  checked::Places remembered;        // reads of what an earlier run of the node may have left, see checked::Algorithm
  checked::Places unordered;         // accesses that an iteration may make in any order, see checked::Algorithm
  checked::Places earlier;           // reads of what earlier nodes have left, see checked::Algorithm
  checked::Places unproved;          // accesses that the race check, which was off, has not proved harmless
  Body body;
  Location location;
};

struct Control;
using Sequence = std::vector<Control*>;

struct Control {
  ControlKind kind;
  Location location;
  const Symbol* symbol = nullptr;
  const Expr* target = nullptr;
  const Expr* value = nullptr;
  const Expr* condition = nullptr;
  Region region;
  Sequence body, other;
  checked::Primitive primitive{};               // Call
  const Symbol *of = nullptr, *into = nullptr;  // Call: what it reads and writes
  std::vector<const Symbol*> own;               // Call: arrays of the workspace that its body alone names
  std::string note;                             // Expect: for the one who reads the message
  bool ordered = false;                         // Rounds: a node is activated once, by the last node that it waits for
  const checked::Stmt* loop = nullptr;          // Rounds: the `iterate`, or null
  const Symbol* round = nullptr;                // Rounds, Repeat, While: number of the round, from 1; null: a `for`
  const Symbol*
      active = nullptr;  // Rounds: how many nodes are active in the next round, where `condition` asks; or null
  // Rounds: the nodes that are active in the first round
  bool from_all = false;
  const Symbol* from_set = nullptr;
  std::vector<const Expr*> from;
  const Symbol* from_node = nullptr;  // with from_all: the nodes `from_node` for which `from_where` holds
  const Expr* from_where = nullptr;   //   (null: all)
  const Expr* by = nullptr;  // Rounds: those of the region's items first for which it is small, a hint; or null
};

/// How an `iterate` is to become a Union: `property` of each node gets the reduction over its component.
struct Joining {
  const Symbol* property = nullptr;
  ir::Reduction reduction{};
  bool own = false;  // each node begins with its own number there, and the smallest is wanted
  int sample = 0;    // edges of each node that are joined first; 0: all at once
};
using Joinings = std::map<const checked::Stmt*, Joining>;

struct Program {
  const checked::Algorithm* algorithm = nullptr;
  std::shared_ptr<ir::Arena> arena;
  std::vector<const Symbol*> properties;  // arrays of the workspace: `var` of a node, edge or array space
  std::vector<const Symbol*> cells;       // Global scalars that parallel regions write: they live on the device
  Sequence body;
  std::deque<Control> controls;  // owns
};

}  // namespace maxwarp::parallel
