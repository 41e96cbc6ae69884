// The mapped IR: which team of threads works on which item, where worklists and marks lie, what runs
// between two barriers. Emitters print it and decide nothing.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "compiler/mapped/launch.h"
#include "compiler/mapped/observed.h"
#include "compiler/parallel/ir.h"

namespace maxwarp::mapped {

using ir::Body;
using ir::Expr;
using ir::Symbol;

/// What a storage holds and how long it is.
enum class StorageKind {
  Property,   // argument, result or workspace array of the program
  Cell,       // one value that stages share
  Sum,        // what a loop adds to a cell of an integer, exact until the loop is done
  Worklist,   // up to `nodes` node ids and their number
  EdgeList,   // up to `edges` edges, or places of edges in columns, and their number
  Pieces,     // pieces of rows, of up to `piece` edges each, and their number: room for those of all nodes
  Marks,      // one int a node: the number of the round that last marked it, `never` (-1) at first
  Bits,       // one bit per node
  EdgeBits,   // one bit per edge
  Offsets,    // nodes + 1 edge counts: running sums of the degrees of a worklist; after them sums of its ranges
  Links,      // one node a node: which one its thread has pushed before it
  Slots,      // what each thread and each block of a stage has pushed (maxwarp/scan.cuh)
  Counts,     // an int a chunk of nodes: how many of it are marked, then the running sums of that
  Variables,  // those of the control that a LaunchGraph runs on the device
  Scratch,    // what a Call of the runtime needs for itself
  Steps,      // what the lanes of a stage count in the steps of its neighbor loop (maxwarp/observer.h)
};

enum class StorageOwner { Caller, Workspace };

/// How a worklist is bounded.
enum class Room {
  AllNodes,  // it has room for all nodes, and no more than that are pushed
  Bounded,   // it has room for `share` times all nodes; more may be pushed, which overflows it
  Growing,   // it has room for `first_room` nodes, and gets more when it overflows
};

/// An array or cell of engine memory, named by its symbol. A symbol with an extent tells the length of a property or
/// worklist of the workspace.
struct Storage {
  StorageKind kind;
  StorageOwner owner;
  const Symbol* symbol;
  Room room = Room::AllNodes;                    // Worklist
  double share = 1;                              // Bounded and Growing, and Offsets of such a list
  int first_room = 0;                            // Growing; 0: by the number of nodes
  int piece = 0;                                 // Pieces
  ir::Direction direction = ir::Direction::Out;  // Pieces: of rows (out) or of columns
  const Symbol* copy_of = nullptr;               // Property: it keeps values of that one
  checked::Primitive primitive{};                // Scratch: for which function,
  const Symbol* of = nullptr;                    //   of which array

  /// Whether it is a list that grows by atomic additions to its length.
  bool is_worklist() const {
    return kind == StorageKind::Worklist || kind == StorageKind::Pieces || kind == StorageKind::EdgeList;
  }
};

/// Who works on one item.
enum class TeamKind {
  Lane,    // one thread
  Tile,    // `width` neighboring lanes of a warp: a virtual warp
  Block,   // all threads of a block
  BySize,  // one of its `parts`, by the work of the item
};

/// One of several teams of a stage in which items go to teams by their work.
struct Part {
  TeamKind kind = TeamKind::Lane;
  int width = 1;           // Tile
  std::int64_t least = 0;  // it has the items with at least so much work, and less than the part before it wants
};

struct Team {
  TeamKind kind = TeamKind::Lane;
  int width = 1;                   // Tile: 2, 4, 8, 16 or 32
  const Symbol* chosen = nullptr;  // Tile: host scalar, a power of two up to `width`: the width of a launch
  int chunk = 1;                   // Tile: items that a team takes at a time
  bool scaled = false;             // Tile: as many for each of its lanes
  bool staged = false;             // Tile: the chunk's nodes and row bounds are copied to warp-private shared memory
  bool packed = false;  // staged or BySize: the body is one condition, asked before an item comes into a chunk or part
  bool leader = false;  // serial parts run in lane 0 and are broadcast (`sisd=leader`), else in every lane
  std::vector<Part> parts = {};  // BySize: from the one with the largest items to that of all others
  const Expr* work = nullptr;    // BySize: that of an item
};

/// Teams whose items have more than `excess` work above the average of those of their block donate items to the block.
/// With a `work_counter` blocks take pieces, and their teams donate items of the piece.
struct Donation {
  const Expr* work = nullptr;  // of an item
  const Expr* acts = nullptr;  // whether an item has that work; null: every one
  std::int64_t excess = 0;
  const Symbol* counted = nullptr;  // storage of kind Steps that counts what is donated, or null
};

/// Where work items come from. Every item is (node, first edge, end edge) or an index.
enum class SourceKind {
  Once,      // a single thread, no item
  Grid,      // all threads, no item: statements that a grid executes together
  Nodes,     // all nodes
  Set,       // the nodes of a node set argument
  Worklist,  // the nodes on `list`
  Range,     // low .. high by step
  Edges,     // single edges: of all rows, through the list of edge sources (COO), or those on `list`, or of the node at
             // `entry` of `list`
  EdgeBalanced,  // equal shares of the edges of the nodes on `list` for each warp, one edge per lane, found in the
                 // running sums `offsets`
};

struct Source {
  SourceKind kind = SourceKind::Once;
  const Symbol* list = nullptr;  // Worklist, EdgeBalanced, Set, Edges with `entry`
  int group = 1;  // Worklist: an entry stands for that many neighboring nodes, the last one perhaps for fewer
  const Symbol* entry = nullptr;    // Edges: host scalar, a place on `list`; null: `list` has edges, or is null for all
  const Symbol* count = nullptr;    // Worklist, Grid: host scalar with the length of the list; null: the host has none
  const Symbol* dead = nullptr;     // Edges of all rows: bits of those that are left out; null: none is
  const Symbol* offsets = nullptr;  // EdgeBalanced; null: all nodes, whose running sums are the offsets of the graph
  bool pieces = false;     // EdgeBalanced: `list` has pieces of rows, which the warps find without running sums
  bool by_thread = false;  // EdgeBalanced: an item is a node with the edges `first` .. `end` that are in the share of a
                           // thread; else a single edge, of a lane
  int sums_of_block = 0;   // EdgeBalanced without `offsets`: each block makes the sums of at most so many nodes itself
  ir::Direction direction = ir::Direction::Out;  // Edges, EdgeBalanced, with `most`: whose edges
  const Symbol* done = nullptr;  // EdgeBalanced, with `most`: host scalar, edges of each item that are after it
  const Expr* most = nullptr;  // Nodes, Set, Worklist: so many edges of each item at most, from the stage's `first` on
  const Expr *low = nullptr, *high = nullptr, *step = nullptr;  // Range; Worklist of lanes: every `step`-th entry
};

/// The value of a cell that a stage collects: one partial value a thread, added up at the end.
struct Accumulator {
  const Symbol* cell;
  ir::Reduction reduction;
  const Symbol* partial;
  bool wide = false;            // ir::has_wide_parts
  const Symbol* sum = nullptr;  // where wide parts of a sum meet, see StorageKind::Sum; null: in the cell
};

/// When what threads have collected is appended to a worklist, and by whom.
enum class Appended {
  AtItem,    // by the team, after an item: the statement Append
  ByThread,  // by each thread, at the end of the stage
  ByBlock,   // by the block together, at the end of the stage
  ByTurn,    // by the block together, each time that its threads have done an item, or its virtual warps a chunk
  ByScan,    // by the stages that follow, with SumSlots and PlaceSlots: the threads leave them in `slots`
};

/// Nodes that each thread (or block) collects for a worklist, before room is reserved for all of them.
struct Batch {
  const Symbol* list;
  const Symbol* batch;  // a thread's own, unless it is shared
  int places;           // nodes that it holds
  Appended appended;
  const Symbol* links = nullptr;  // storage of kind Links: keeps the nodes beyond the places; null: they are appended
                                  // at once, as many as there are places
  bool shared = false;            // one for the block, in shared memory; what finds no room there is appended at once
  const Symbol* into = nullptr;   // the batch of the stage that it is appended to: the shared one, or from there a
                                  // later one whose nodes are counted; null: to the list
  const Symbol* slots = nullptr;  // ByScan: storage of kind Slots; all nodes are linked
  bool repeats = false;           // ByScan: a node may be pushed twice, and so cannot have one link; the nodes lie in
                                  // `links` in places of each thread's own
};

/// Why it does no harm that several threads change or read an element between two grid-wide barriers: what all changes
/// of it have in common. The SIMT engine checks changes against it.
enum class Sharing {
  Own,      // one thread changes it
  Uniform,  // all who change it store the same value
  Min,      // changes are atomic and lead one way: down,
  Max,      //   up,
  And,      //   to fewer bits,
  Or,       //   to more
  Atomic,   // changes are atomic
  Any,      // whichever value stays is right, or an update that gets lost is made again
};

/// A storage that a stage changes by atomic or relaxed accesses.
struct Shared {
  const Symbol* storage;
  Sharing sharing;
};

/// Which stages take further statements: those that give nodes initial values, and those that write single values.
enum class StageRole { Other, InitialValues, SingleValues };  // the last two: a comment names what they store to

/// An element at the item, which is copied with its chunk, and the constant of the operator that has its value.
struct CopiedValue {
  const Expr* read;
  const Symbol* local;
};

/// A kernel with loops in batches is a template over their size: the host starts the one of `edges` where the graph has
/// at least `degree` edges per node on average, else the one of single edges.
struct Gather {
  int edges;
  int degree;
};

/// Code between two grid-wide barriers.
struct Stage {
  std::string name;
  StageRole role = StageRole::Other;
  std::string purpose;  // one line for the reader of the generated text
  Source source;
  Team team;
  const Symbol* item = nullptr;          // node or index; null for Once
  const Symbol* first = nullptr;         // bounds of the item's edges, where the source or the
  const Symbol* end = nullptr;           //   chunk copy supplies them; else null
  std::vector<CopiedValue> copied = {};  // where the chunk is staged
  const Symbol* target = nullptr;        // Edges, EdgeBalanced: the neighbor; `first` is then the edge, or null
  const Symbol* gate = nullptr;          // marks of the last round that an item must carry to run, or null
  bool repaired = false;  // lost updates are made again: its items run in all further rounds, until nothing changes
  bool guarded = false;   // reductions of shared elements look first whether they change anything
  bool repeated = false;  // several threads may have the same item at once
  Body body;
  /// What runs for an item that takes part.
  const Body& operation() const { return team.packed ? body.front()->body : body; }
  Body& operation() { return team.packed ? body.front()->body : body; }
  std::vector<Accumulator> accumulators;
  std::vector<Batch> batches;
  /// The threads of a block do an item each, or its virtual warps a chunk, and then append together.
  bool takes_turns() const { return !batches.empty() && batches.front().appended == Appended::ByTurn; }
  const ir::LocalList*
      local = nullptr;  // of the block: after the items of the worklist it runs the nodes that it adds here itself,
  const Symbol*
      left_over = nullptr;  //   level by level; for each one that is left when the levels are done, this symbol:
  Body leave;               //   body
  const Symbol* operator_of = nullptr;  // item of the loop of which the stage runs the whole operator for some items,
                                        // as others with the same one may at the same time; or null
  bool of_operator = false;          // it runs statements of the loop's operator; else what techniques add to a round
  const Stage* outlined = nullptr;   // the operator is a function, with the statements of that stage; all that name it
                                     // call the same one
  std::set<const Symbol*> separate;  // changed, but no two iterations of any inner loop touch one element
  checked::Places unordered;         // accesses that an iteration may make in any order
  checked::Places earlier;           // reads of nodes whose iterations have ended, which this one waited for
  checked::Places unproved;          // accesses that stay plain: the race check, which was off, has not proved them
  std::vector<Shared> shared;        // in the order of the text

  /// Always, unless the race check was off.
  bool is_proved(const Expr* access) const { return !unproved.count(access->location.begin); }
  const Expr* round = nullptr;  // number that Claim and Mark write, or null
  int block = 128;              // threads a block
  Launch launch;                // on a GPU, unless a Resident kernel runs the stage
  int dynamic = 0;              // on a CPU: items that a thread takes at a time; 0: an equal share of all
  const Symbol*
      work_counter = nullptr;       // cell that counts the items taken by resident warps or blocks; null: fixed shares
  int piece = 0;                    // items taken at a time; 0: by their number
  int processors = 0;               // multiprocessors that work; 0: all
  const Symbol* unready = nullptr;  // cell that counts the items that are left because they came `Again` until their
                                    // thread gave up. A thread tries each of its items in `passes` passes; from then on
                                    // it stays at one for a while, and goes on to the next
  int passes = 0;
  std::optional<Donation> donation;
  std::optional<Gather> gather;
  bool rolled = false;    // its loop over nodes is not unrolled: what prepares that would take registers of the rounds
  bool by_index = false;  // its function is a template over the type of edges, see Index
  Location location;
};

enum class ControlKind {
  Let,             // host scalar `symbol` = value
  Run,             // `stage`
  Clear,           // `symbol`: worklist emptied, cell set to zero
  ReadBack,        // host scalar `symbol` = value of the cell, or length of the worklist, `list`
  Swap,            // exchange storages `symbol` and `list`
  SwapLength,      // exchange the length of the list `symbol` and the cell `list`
  GrowAndRebuild,  // while `count` nodes are more than the Growing worklist `symbol` has room for: more room, then
                   // body, which makes it again and reads `count` back, unless the list is empty
  Rounds,          // `count` != 0: body; `round` counts; `condition` (may be null) ends it too; `limited`: not for ever
  Repeat,          // body, until `condition` (null: never), at most `value` times (null: no limit)
  While,           // prelude, then while `condition`: body, prelude
  If,
  Break,     // leaves the innermost Repeat or While
  Expect,    // `condition`, or the run ends with StatusCode::CyclicOrder, the `value` and `name` as where and why;
             // without a value with AssertionFailed, the line and `name`. In a Resident kernel an assertion leaves its
             // `number` in the cell `list`, and the host ends the run
  Barrier,   // in a Resident kernel: all threads of its team wait for each other; storage `symbol` `name` (is complete,
             // has been read)
  Resident,  // body in one kernel of the `team` (loop=persistent); `symbol`: the cell of the grid's barrier, `list`
             // that of the number of rounds
  LaunchGraph,  // body as one CUDA graph, whose variables lie in the storage `symbol` (loop=graph)
  Call,         // the function of the runtime that does what `primitive` says: `symbol` of the array `list`, with the
                // Scratch `count`
  Observe,      // body, the Run of a stage that is `observed`; `value`: the number of the round, or null
};

struct Control;
using Sequence = std::vector<Control*>;

struct Control {
  ControlKind kind;
  Location location;
  const Symbol* symbol = nullptr;
  const Symbol* list = nullptr;
  const Expr* value = nullptr;
  const Expr* condition = nullptr;
  const Symbol* round = nullptr;
  const Symbol* count = nullptr;
  bool few_rounds = true;  // Rounds: more than nodes + 1 mean that it never ends
  Stage* stage = nullptr;
  Sequence body, other;
  std::string name;
  bool limited = false;
  bool within_round = false;  // While: the operator of one round runs in it, for some items at a time
  int number = 0;
  Launch launch;                           // Resident
  ResidentTeam team = ResidentTeam::Grid;  // Resident
  Observed observed;                       // Observe
  checked::Primitive primitive{};          // Call
};

/// A sentence for `--remarks`, and the place that is the reason, if there is one.
struct Remark {
  Location location;
  std::string text;
  Location reason;
};

/// How the nodes of the graph are numbered that the program runs on.
enum class Numbering { Given, Neighbors, Degree, BreadthFirst };

/// The type of edges: 64 bits, or 32 where the view has it so; then what takes edges is a template over their type.
enum class Index { Wide, Auto };

struct Program {
  const checked::Algorithm* algorithm = nullptr;
  std::shared_ptr<ir::Arena> arena;
  std::vector<Storage> storages;                          // by `add`
  std::map<const Symbol*, const Symbol*, ir::ById> sums;  // of cells, see StorageKind::Sum
  Sequence prepare;  // runs before the body: what loops share, made once a run; in front of it when all are mapped
  std::map<std::string, std::vector<const Symbol*>> prepared;  // storages and scalars that it makes, by what they are
  Sequence body;
  Instrument instrument = Instrument::None;  // whether there is something to Observe or not
  bool host_starts = false;  // instrumented: the host starts stages that the mapping would have the device start
  bool checked = false;      // indices are compared with the end of what they index, see check_indices
  bool on_cpu = false;       // stages are loops of the threads of a CPU: they are launched nowhere
  Numbering numbering = Numbering::Given;
  Index index = Index::Wide;
  bool own_numbers = false;              // nodes as values have the numbers of the graph that was given
  unsigned forms = 1;                    // GraphForm bits that the stages read
  std::string mapping;                   // the resolved mapping as text
  std::vector<Remark> remarks;           // for --remarks
  std::vector<std::string> explanation;  // what each technique did, for --explain
  std::deque<Control> controls;          // owns
  std::list<Stage> stages;               // owns

  Control* control(ControlKind kind, Location location = {}) {
    controls.push_back(Control{});
    controls.back().kind = kind;
    controls.back().location = location;
    return &controls.back();
  }
  Stage* stage(std::string name, std::string purpose) {
    stages.push_back(Stage{});
    stages.back().name = std::move(name);
    stages.back().purpose = std::move(purpose);
    return &stages.back();
  }
  void add(const Storage& storage) {
    places_.emplace(storage.symbol, storages.size());
    storages.push_back(storage);
  }
  /// A stage that nothing runs, and a storage that nothing names, are no part of the program any more.
  void drop(const Stage* stage) {
    stages.remove_if([=](const Stage& own) { return &own == stage; });
  }
  void drop(const Symbol* storage) {
    std::erase_if(storages, [=](const Storage& own) { return own.symbol == storage; });
    places_.clear();
    for (const Storage& own : storages) places_.emplace(own.symbol, places_.size());
  }
  /// The storage of a symbol, which has one.
  Storage& place(const Symbol* symbol) { return storages[places_.at(symbol)]; }
  /// The storage of a symbol, or null.
  const Storage* storage(const Symbol* symbol) const {
    const auto found = places_.find(symbol);
    return found == places_.end() ? nullptr : &storages[found->second];
  }

 private:
  std::unordered_map<const Symbol*, std::size_t> places_;  // in storages
};

}  // namespace maxwarp::mapped
