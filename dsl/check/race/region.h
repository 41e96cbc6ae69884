// A parallel region (one outermost foreach or iterate) as a list of accesses: who touches what, in which
// loops, under which conditions, and where the values that are read go.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"
#include "dsl/check/race/premise.h"
#include "dsl/check/race/step.h"
#include "dsl/check/sign.h"

namespace maxwarp::race {

using checked::Expr;
using checked::Stmt;
using checked::Symbol;

/// In the order of declaration, which is the same in every run.
struct ById {
  bool operator()(const Symbol* a, const Symbol* b) const { return a->id < b->id; }
};

struct Use;

/// What decides whether, or how often, a statement runs.
struct Guard {
  enum class Kind { If, Else, While, For } kind = Kind::If;
  std::vector<const Expr*> conditions;  // one; For: the ends of the range and its step
  std::vector<const Use*> uses;         // of the conditions
  const Stmt* stmt = nullptr;           // While, For: the loop
  const Stmt* test = nullptr;           // If, Else: the reduction whose outcome the condition is, or null
  const Guard* of = nullptr;            // Else: the guard of the `if` branch
  const Guard* other = nullptr;         // If: that of the `else` branch, or null
};

/// Where an access stands. Accesses of one block share it.
struct Context {
  std::vector<const Stmt*> loops;    // parallel loops around it, the region first
  std::vector<const Guard*> guards;  // outermost first
  std::vector<const checked::Block*> blocks;
  std::vector<const Stmt*> serial;  // `for` and `while` around it
};

/// One evaluation of an expression, and what its value is for.
struct Use {
  enum class Role {
    Condition,  // decides `guard`, of kind If
    Head,       // decides how often a `for`, `while` or inner parallel loop runs, and for which values
    Offer,      // the value that the reduction `stmt` offers to an element or a single value of the run
    Local,      // what a local variable gets by `stmt`
    Other,      // a place, a payload, an activated node, a value that is written
  };
  const Expr* expr = nullptr;
  Role role = Role::Other;
  const Guard* guard = nullptr;
  const Stmt* stmt = nullptr;
  const Context* at = nullptr;
};

enum class Action { Read, Write, Reduce, Activate, Break, Round };

/// One access by one place of the program.
struct Access {
  Action action;
  std::size_t number = 0;          // in the order of the text
  const Symbol* symbol = nullptr;  // Read, Write, Reduce
  std::vector<const Expr*> index;  // empty for single values; Activate: the node
  const Expr* value = nullptr;     // Write, Reduce
  const Stmt* stmt = nullptr;      // Write, Reduce, Activate, Break
  Location location;
  const Context* at = nullptr;
  const Use* use = nullptr;    // Read, Round: in what it is read
  const Expr* expr = nullptr;  // Read: the element or name
  bool earlier = false;        // Read: by a constant of the loop, so it happens before this place of the text
  bool latest = false;         // Read: any value that the element holds meanwhile will do
  bool is_payload = false;     // Write: by a reduction `with` it, which changes both in one step
};

/// How many of the loops around it a local value is private to, and the conditions at its declaration.
struct Declaration {
  std::size_t loops = 0;
  std::vector<const Guard*> guards;
};

/// A statement that gives a local variable its value: its declaration, an assignment, a reduction.
struct Definition {
  const Stmt* stmt = nullptr;
  const Context* at = nullptr;
  const Use* use = nullptr;  // of the value; null: zero
};

struct Region {
  const Stmt* loop = nullptr;
  std::deque<Access> accesses;  // in the order of the text; the condition of a `while` after its body
  std::deque<Guard> guards;
  std::deque<Context> contexts;
  std::deque<Use> uses;
  std::map<const Symbol*, Declaration> locals;
  std::map<const Symbol*, std::vector<Definition>, ById> definitions;  // of local variables
  std::map<const Symbol*, const Stmt*> ranges;                         // loop variables that count, and their loops
  std::map<const Symbol*, const Stmt*> outcomes;                       // `changed` and `old` and their reductions
  std::map<const Symbol*, std::vector<const Access*>> changes;         // by Write or Reduce
  std::map<const Symbol*, std::vector<const Access*>> reads;
  std::map<const Guard*, std::vector<const Access*>> under;             // what stands under a guard
  std::map<const checked::Block*, std::vector<const Access*>> changed;  // changes that stand in this very block
  std::map<const Stmt*, std::vector<const Guard*>> tests;  // guards by the reduction whose outcome they are
  std::map<const Symbol*, Steps> steps;                    // of all that is changed
  std::set<const Symbol*> alike;                           // whose changes all do the same
  std::set<const Symbol*> seen_outside;                    // with `until`: results, and what others read
  std::optional<Premise> granted;                          // see `given`
  const checked::SignAnalysis* signs = nullptr;            // of the algorithm
  const checked::Requirements* requirements = nullptr;     // of the algorithm
  const Stmt* too_deep = nullptr;  // a constant that is made of too many others, each of the one before
  bool has_own_rounds = false;     // a repeat or while inside, whose `round` is not shared

  bool is_iterate() const { return loop->kind == checked::StmtKind::Iterate; }
  bool is_written(const Symbol* symbol) const { return changes.contains(symbol); }
  const std::vector<const Access*>& changes_of(const Symbol* symbol) const { return changes.at(symbol); }
  const std::vector<const Access*>& standing_under(const Guard& guard) const;
};

/// Whether the premise holds. Tests of the proofs grant one premise where it does not, to see what goes wrong then.
inline bool given(const Region& region, Premise premise, bool holds) { return holds || region.granted == premise; }

/// Walks the loop and lists its accesses. Constants (`let`) are looked through: reading one counts as
/// reading what it was made of. `granted`: see `given`.
Region collect(const Stmt& loop, std::optional<Premise> granted);
/// Fills in what the region's changes do, as far as it is known: `steps`, `alike`.
void find_steps(Region& region);
void find_alike(Region& region);

/// Those of the region's changed symbols whose values matter after the loop: results, and what any other
/// statement of the algorithm reads, the loop itself included where an outer one repeats it.
std::set<const Symbol*> seen_outside(const Region& region, const checked::Block& algorithm);

/// Reads that another iteration may overtake, each with the first change that may do so.
using Overtaken = std::map<const Access*, const Access*>;

/// What meets: overtaken reads; what several iterations may touch one element of, among them one that changes it; the
/// plain writes that may meet other changes.
struct Conflicts {
  Overtaken overtaken;
  std::set<const Symbol*> shared;
  checked::Places unproved;
};

/// What the check of overtaken reads has found: those that no rule allows; those that the monotone rule allows.
struct StaleReads {
  checked::Places unproved;
  std::set<const Access*> monotone;
};

/// The symbols that a reduction with a payload changes, each with one such reduction.
using PayloadPairs = std::map<const Symbol*, const Stmt*>;

// The checks, each on a collected region. They report; the first two say which accesses it was about, too.
Conflicts check_conflicts(const Region& region, Diagnostics& diagnostics);
StaleReads check_stale_reads(const Region& region, const Overtaken& overtaken, Diagnostics& diagnostics);
void check_order(const Region& region, Diagnostics& diagnostics);
void check_tested(const Region& region, const std::set<const Symbol*>& shared, Diagnostics& diagnostics);
void check_payload_pairs(const Region& region, const PayloadPairs& pairs, Diagnostics& diagnostics);
void check_breaks(const Region& region, Diagnostics& diagnostics);

}  // namespace maxwarp::race
