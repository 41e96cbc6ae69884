// A parallel region (one outermost foreach or iterate) as a list of accesses: who touches what, in which
// loops, under which conditions, and where the values that are read go.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp::race {

using checked::Expr;
using checked::Stmt;
using checked::Symbol;

/// A condition above a statement.
struct Guard {
  enum class Kind { If, Else, While } kind = Kind::If;
  const Expr* condition = nullptr;
  const Stmt* test = nullptr;  // the reduction whose outcome the condition is, or null
  const Guard* of = nullptr;   // Else: the guard of the `if` branch
};

enum class Action { Read, Write, Reduce, Activate, Break, Round };

/// One access by one place of the program.
struct Access {
  Action action;
  const Symbol* symbol = nullptr;  // Read, Write, Reduce
  std::vector<const Expr*> index;  // empty for single values; Activate: the node
  const Expr* value = nullptr;     // Write, Reduce
  const Stmt* stmt = nullptr;      // Write, Reduce, Activate, Break
  Location location;
  std::vector<const Stmt*> loops;    // parallel loops around it, the region first
  std::vector<const Guard*> guards;  // outermost first
  std::vector<const checked::Block*> blocks;
  bool earlier = false;     // Read: by a constant of the loop, so it happens before this place of the text
  bool latest = false;      // Read: any value that the element holds meanwhile will do
  bool is_payload = false;  // Write: by a reduction `with` it, which changes both in one step
  bool serial = false;      // Break: of a `while` or `for`, whose iterations have an order
  // Read: what it decides or goes into. Both null: something else.
  const Guard* sink_guard = nullptr;
  const Stmt* sink_reduction = nullptr;
};

/// How many of the loops around it a local value is private to, and the conditions at its declaration.
struct Declaration {
  std::size_t loops = 0;
  std::vector<const Guard*> guards;
};

struct Region {
  const Stmt* loop = nullptr;
  std::vector<Access> accesses;
  std::deque<Guard> guards;
  std::map<const Symbol*, Declaration> locals;
  std::map<const Symbol*, const Stmt*> ranges;    // loop variables that count, and their loops
  std::map<const Symbol*, const Stmt*> outcomes;  // `changed` and `old` and their reductions
  std::set<const Symbol*> written;                // by Write or Reduce
  std::set<const Symbol*> seen_outside;           // with `until`: results, and what others read
  bool has_own_rounds = false;                    // a repeat or while inside, whose `round` is not shared

  bool is_iterate() const { return loop->kind == checked::StmtKind::Iterate; }
};

/// Walks the loop and lists its accesses. Constants (`let`) are looked through: reading one counts as
/// reading what it was made of.
Region collect(const Stmt& loop);

/// Those of the region's changed symbols whose values matter behind the loop: results, and what any other
/// statement of the algorithm reads, the loop itself included where an outer one repeats it.
std::set<const Symbol*> seen_outside(const Region& region, const checked::Block& algorithm);

using Overtaken = std::vector<std::pair<const Access*, const Access*>>;
/// Reads that another iteration may overtake, each with a writer; what several iterations may touch one element of,
/// among them one that changes it; and the plain writes that may meet other changes.
struct Conflicts {
  Overtaken overtaken;
  std::set<const Symbol*> shared;
  checked::Places unproved;
};

// The checks, each on a collected region. They report; the first two say which accesses it was about, too.
Conflicts check_conflicts(const Region& region, Diagnostics& diagnostics);
checked::Places check_overtaken(const Region& region, const Overtaken& overtaken, Diagnostics& diagnostics);
void check_order(const Region& region, Diagnostics& diagnostics);
void check_tested(const Region& region, Diagnostics& diagnostics);
/// `couples`: the symbols that a reduction with a payload changes, each with one such reduction.
void check_couples(const Region& region, const std::map<const Symbol*, const Stmt*>& couples, Diagnostics& diagnostics);
void check_breaks(const Region& region, Diagnostics& diagnostics);

}  // namespace maxwarp::race
