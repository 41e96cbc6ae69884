// Statements of a parallel operator: what runs at one work item. The first group comes from the program,
// the second is introduced by mapping techniques. Values are the checked expressions, unchanged.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::ir {

using checked::BinaryOp;
using checked::Builtin;
using checked::Expr;
using checked::ExprKind;
using checked::Reduction;
using checked::Scalar;
using checked::Space;
using checked::Symbol;
using checked::SymbolKind;
using checked::Type;
using checked::UnaryOp;

enum class StmtKind {
  // From the program.
  Declare,       // local `symbol` = value (null value: zero of its type)
  Assign,        // local `symbol` = value
  Store,         // `target` (element or cell) = value; `uniform`: every writer stores the same value
  Reduce,        // `target` (element, cell or local) reduction= value; `changed`, `old`: locals, may be null
  If,            // `condition`: body, else other
  NeighborLoop,  // `symbol` over the neighbors of node `of`, in `direction`, edges `first` .. `end` (null: all)
  RangeLoop,     // `symbol` from `first` to `end` (exclusive) by `value` (null: 1), in any order
  While,         // serial loop while `condition`
  For,           // serial loop: `symbol` from `first` to `end` (exclusive) by `value` (null: 1), all evaluated once
  Activate,      // `value` is active in the next round
  Break,         // leaves the innermost neighbor loop, While or For
  Fence,  // what the thread wrote before is seen by whoever sees what it writes after, and fences too; `note` says why
  Again,  // the item has not been done, and is to be tried again
  OpenTally,   // the part of `tally` from entry `first` (null: 0) on, of `end` entries, gets its name in the operator
  ClearTally,  // nothing is counted in `tally`
  Count,       // key `value` is counted `amount` times (null: once) in `tally`
  Ask,         // declares `symbol` = the answer to `value`, a question to `tally`
  // Introduced by mapping.
  DeclarePart,  // local `symbol`: a part of what `reduction` gives, of nothing so far
  Settle,       // cell `target` gets what a loop has collected for it in `storage`, which begins anew
  Leader,       // body runs in one lane of the team; `symbols` written there are broadcast to all lanes
  TeamReduce,   // local `symbol` reduction= the partial values `old` of all lanes; every lane holds the result
  TeamSync,     // lanes of the team wait for each other and see each other's writes; `note` says why
  Claim,        // if this execution is the first to mark node `value` in `storage` with round `target`, or to set
                // its bit there: body
  Mark,         // node `value` is marked in `storage` with round `target`, or (null) its bit is set
  Push,    // append node `value` (with `end`: value .. end - 1; with `first`, too: the edges first .. end - 1 of the
           // node, in pieces) to worklist `storage`, room reserved as `reserve` says; Batch: through the batch `symbol`
  Append,  // the team appends what its threads have in their batches `symbol` to worklist `storage`
  ScanDegrees,      // worklist `symbol`: running sums of its nodes' degrees in `direction`, each less `value`, range by
                    // range to `storage`
  AddBlockOffsets,  // the sums of the ranges of worklist `symbol` (null: of all nodes), left by a scan, are added to
                    // the
                    // running sums in `storage`
  ScanPieces,   // running sums of the pieces of all nodes, of `value` edges in `direction` at most, range by range to
                // `storage`
  WritePieces,  // where the pieces begin to `storage`; `symbols`: their running sums, whose they are and how many
                // (written, too)
  CountMarked,  // how many nodes carry `value` in marks `symbol`, a count a chunk of nodes, goes to `storage`
  SumCounts,    // counts `storage` become running sums; the total is the length of worklist `symbol`
  PlaceMarked,  // nodes that carry `value` in marks `symbol` go to worklist `storage`, at the places that the sums `of`
                // tell
  SumSlots,     // the counts of blocks in `storage` become running sums, and the length of worklist `symbol` grows by
                // their total; where a thread had no room, the list has overflowed
  PlaceSlots,   // the nodes that threads have left in the slots `of`, linked in `symbol`, go to worklist `storage`, at
                // the places that the sums tell
  ClearBits,    // no bit of `storage` (of nodes or edges) is set any more
  CompactBits,  // the nodes whose bits in `symbol` are set are appended to worklist `storage`; the bits are cleared,
                // and go to those of `of`, if there are such. With a `value` the bits stay, those that are not in
                // `symbols` yet count and are added there, and for each of their nodes, called `value`: body
  SkipItem,     // go on with the next work item
  Unroll,       // node `symbol` is `value`, and then each node of the local list `local`: body
  AddLocal,     // node `value` goes to the local list `local`; where that has no place left, or (one thread's) `levels`
                // are done: body
  Keep,         // the edge at hand gets no bit in `storage`; one that does not get here is left out from then on
  CountStep,    // the lanes that are here count this step of their neighbor loop in `storage`
  CountChange,  // a reduction has changed its element, which is counted in `storage`
  ChooseWidth,  // cell `storage` = the width of virtual warps that leaves the fewest lanes idle, by a sample of nodes
  // `of` on list `symbol` (null: of all), with `value` edges each: `amount` nodes for a team at a time, or
  // (null) two for each of its lanes, of which those come first and alone for which `condition` holds
};

enum class Direction { Out, In };

/// How a store or reduction is carried out; decided by the update slot of the mapping pipeline.
enum class Access {
  Undecided,
  Plain,    // one thread at a time touches the element between two barriers
  Relaxed,  // others may read meanwhile: volatile-like load and store, no read-modify-write
  Atomic,   // several threads may update the element
  Guarded,  // the same, after a load that tells whether the update changes anything
  Segment,  // as Atomic, once for the lanes of a warp that are at the edges of one node
  Racy,     // several threads may, and one may undo the other's update: a load and a store, which a later round repeats
  Private,  // a variable of the thread
};

/// How integers are added up by several threads, where the old value is not used.
enum class Addition {
  Any,      // as all updates
  Rising,   // no addition of the stage to the place is negative
  Falling,  // none is positive
  Within,   // no sum leaves the type
};

/// How a tally lies in memory: as its questions need it.
enum class TallyForm {
  Table,   // `most`, sums: open addressing, keys and counts or sums
  Marks,   // `absent`: one mark a number below the bound
  Counts,  // `h_index`: one count a number; larger ones count as the bound
};

/// A tally in one form. One of an iteration has a part of arrays that all iterations share.
struct Tally {
  TallyForm form = TallyForm::Table;
  const Symbol* view = nullptr;    // its name in an operator
  const Symbol* keys = nullptr;    // Table: array of the keys; the smallest value stands for none. Else null
  const Symbol* counts = nullptr;  // array of the counts, sums or marks
  const Expr* first = nullptr;     // the iteration's first entry, from its item; null: one tally for the run
  const Expr* size = nullptr;      // entries of one tally
};

/// Nodes that one thread, or the threads of one block, activate and run themselves, level by level.
struct LocalList {
  const Symbol* symbol = nullptr;
  int levels = 1;         // of nodes that it runs, the first one included
  int places = 0;         // nodes that it holds
  bool shared = false;    // in the shared memory of the block; else each thread has it for itself
  bool of_block = false;  // one for all threads of the block, which run its nodes after those of the worklist; else of
                          // one team: a thread or a virtual warp
  bool fenced = false;    // `of_block`: a fence parts what a level changes from the runs of the next one
};

/// How room in a worklist is reserved (`push=`), or a bit set.
enum class Reserve {
  Atomic,         // one atomic operation a node, or for all that one statement pushes
  Each,           // one an entry, where a statement pushes several
  Warp,           // one for the lanes that push together, or set bits of one word
  Batch,          // later, for all that the thread has collected by then
  BatchTogether,  // the same for a batch of the block, which the lanes that push together append to with one operation
};

/// Who runs the iterations of an inner loop.
enum class Stride {
  Serial,    // the thread at hand runs all of them
  Team,      // the lanes of the stage's team run every team-size-th iteration; also of clearing and asking a tally
  Together,  // every lane of the team runs all of them, at the same time: what is inside is divided among the lanes
  Columns,  // the lanes of each warp of a block run every 32nd; the warps run the same ones, and divide what is inside:
            // statements of teams there are those of the threads with one index
};

struct Stmt;
using Body = std::vector<Stmt*>;

struct Stmt {
  StmtKind kind;
  Location location;
  const Symbol* symbol = nullptr;
  const Expr* target = nullptr;
  const Expr* value = nullptr;
  const Expr* condition = nullptr;
  Reduction reduction{};
  checked::Sum sum;  // Reduce, Count: what is known of the additions to integer `target`, or to the sums of `tally`
  const Symbol* changed = nullptr;
  const Symbol* old = nullptr;
  Access access = Access::Undecided;
  Addition addition = Addition::Any;  // Reduce, Count, Atomic
  bool uniform = false;
  bool broadcast = false;    // Declare, Assign: one lane reads, the team gets the value (others may change the source)
  bool predeclared = false;  // Declare, Reduce: `symbol`, `changed`, `old` are declared outside of a Leader
  bool settles = false;      // NeighborLoop: `break` only saves work, the result is the same without it
  Body body,
      other;  // other: of an If its else; of a NeighborLoop with `batch` the reads (Declare) that its body begins with
  const Tally* tally = nullptr;  // OpenTally, ClearTally, Count, Ask
  const Expr* amount = nullptr;  // Count; ScanDegrees and AddBlockOffsets: room of the list, null: for all nodes
  const Expr* most = nullptr;    // Reduce, Atomic: what all additions of the stage to the place come to at most; null:
                                 // that is not known
  const Expr* seen = nullptr;  // Reduce, Guarded: what the element was a while ago, since the last barrier, so that it
                               // need not be loaded again
  const LocalList* local = nullptr;  // Unroll, AddLocal
  // NeighborLoop
  Direction direction = Direction::Out;
  const Symbol* of = nullptr;
  const Symbol* edge = nullptr;                 // the edge id, or null where the program does not name it
  const Expr *first = nullptr, *end = nullptr;  // RangeLoop, For, too
  Stride stride = Stride::Serial;
  int batch = 1;  // NeighborLoop: so many edges of a lane are read, with `other`, before the first is worked on; with a
                  // `break`, `condition` says whether another batch follows. RangeLoop of a team: a lane has so many
                  // indices at a time, a team's size apart: `symbol` and `symbols`; without `symbols` the loop has
                  // those that the one before it leaves, which takes whole groups only
  const Symbol* found = nullptr;  // NeighborLoop of a team: a lane sets this variable where it would leave the loop,
                                  // which ends for all lanes after that step (or batch); there is no `break` then
  bool late = false;      // NeighborLoop with `batch`: the neighbor is not read before; few iterations look at it
  bool unrolled = false;  // NeighborLoop with `batch`: nothing has to be read before; the compiler of the device does
                          // that by itself, as the loop only makes values of its own
  // Mapping
  const Symbol* storage = nullptr;
  Reserve reserve = Reserve::Atomic;
  bool repeats = false;  // SumSlots, PlaceSlots: what a thread has pushed is in places of its own, not linked
  std::vector<const Symbol*> symbols;
  std::string note;
};

/// Ids of symbols that the compiler makes begin here, above those of the checked program.
inline constexpr int first_made_id = 1 << 20;

/// An order of symbols that is the same in every run of the compiler.
struct ById {
  bool operator()(const Symbol* a, const Symbol* b) const { return a->id < b->id; }
};

/// Owns the symbols, expressions and statements that the compiler makes; shared by the structures of
/// one compilation, so that a later structure can refer to parts of an earlier one.
class Arena {
 public:
  Stmt* stmt(StmtKind kind, Location location = {});
  Expr* expr(ExprKind kind, Scalar scalar, Location location = {});
  /// A new local symbol; `name` is made unique by the emitter only where it clashes.
  Symbol* local(std::string name, Scalar scalar, SymbolKind kind = SymbolKind::Constant);
  Symbol* symbol(std::string name, Type type, SymbolKind kind = SymbolKind::Variable);
  Tally* tally();
  LocalList* local_list();

  const Expr* integer(std::int64_t value, Scalar scalar = Scalar::Int);
  const Expr* reference(const Symbol* symbol);
  const Expr* element(const Symbol* property, const Expr* index);
  const Expr* binary(BinaryOp op, const Expr* left, const Expr* right, Scalar scalar);
  const Expr* pair(const Expr* first, const Expr* second);
  const Expr* negation(const Expr* condition);
  const Expr* real(double value);
  const Expr* convert(const Expr* value, Scalar scalar);
  const Expr* call(Builtin builtin, Scalar scalar, std::vector<const Expr*> operands);

 private:
  std::deque<Stmt> statements_;
  std::deque<Expr> expressions_;
  std::deque<Symbol> symbols_;
  std::deque<Tally> tallies_;
  std::deque<LocalList> local_lists_;
  int next_id_ = first_made_id;
};

/// Calls `visit` for every expression of `expr`, operands first.
void walk(const Expr* expr, const std::function<void(const Expr*)>& visit);

/// Whether the expression itself, its operands aside, reads an element, a set or an array of the graph: memory of the
/// device.
bool reads_memory(const Expr* expr);

/// Calls `visit` for every statement, outer before inner.
void walk(const Body& body, const std::function<void(const Stmt*)>& visit);

/// Calls `visit` for every expression that the statements evaluate (targets as a whole included).
void walk_expressions(const Body& body, const std::function<void(const Expr*)>& visit);

/// Where the expressions directly in `stmt` are kept, to be replaced; what it does not have is null. The one list of
/// them.
std::array<const Expr**, 8> expression_slots(Stmt* stmt);

/// The expressions directly in `stmt`, not in its bodies.
std::vector<const Expr*> expressions_of(const Stmt* stmt);

/// A copy of `expr` in which `replace` has been asked for every node, outermost first (null: keep).
const Expr* rewrite(Arena& arena, const Expr* expr, const std::function<const Expr*(const Expr*)>& replace);

/// A deep copy of the statements with every expression rewritten. Symbols declared inside stay shared:
/// the copies are printed in different functions.
Body clone(Arena& arena, const Body& body, const std::function<const Expr*(const Expr*)>& replace = {});

/// Whether the value takes more than arguments and variables: facts of the graph, nodes or edges.
bool reads_graph(const Expr* expr);

/// Whether the expression, or one that the statements evaluate, names the symbol.
bool mentions(const Expr* expr, const Symbol* symbol);
/// Whether the expression is p[node], of whatever property.
bool is_element_at(const Expr* expr, const Symbol* node);
bool mentions(const Body& body, const Symbol* symbol);

/// Whether the target of a store or reduction is a variable of the operator.
inline bool is_local(const Expr* target) {
  return target->kind == ExprKind::Reference && target->symbol->type.space == Space::Local;
}

/// True when some statement in `body` has the kind.
bool contains(const Body& body, StmtKind kind);

/// Whether the iterations of the loop may run in any order: those of a NeighborLoop or RangeLoop.
inline bool is_inner_loop(const Stmt* stmt) {
  return stmt->kind == StmtKind::NeighborLoop || stmt->kind == StmtKind::RangeLoop;
}

/// Whether a `break` in its body leaves this statement.
inline bool is_loop(const Stmt* stmt) {
  return is_inner_loop(stmt) || stmt->kind == StmtKind::While || stmt->kind == StmtKind::For;
}

/// The statements in `body` among which a `break` leaves the loop whose body this is, or null.
const Body* left_by_break(const Body& body);
/// That `break`, or null.
const Stmt* break_of(const Body& body);

/// Whether parts of the reduction are more than a value: sums and products of integers, which saturate in the end only,
/// unless they stay within their type. `stmt`: a Reduce, DeclarePart or TeamReduce.
bool has_wide_parts(const Stmt& stmt);

/// Whether values of the type are pairs that no instruction but a swap reads and writes in one piece.
bool takes_16_bytes(Scalar scalar);

/// Whether a load of the element before a reduction tells that it changes nothing, with fewer instructions than the
/// reduction itself: real numbers, truth values and pairs of 8 bytes are looked at by their reductions anyway. Of 16
/// bytes it loads the first component alone, so the whole pair before the reduction stays unknown.
bool may_be_guarded(const Stmt& stmt);

/// The identity of a reduction, as an expression: the value that changes nothing.
const Expr* identity(Arena& arena, Reduction reduction, Scalar scalar);

}  // namespace maxwarp::ir
