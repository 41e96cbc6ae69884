// split=none|auto|MDT|mirror[:MDT]: node splitting ([R] §III-B, Fig. 5, "NS"). The edges of a node with more than MDT
// of them are split evenly among the node and its children; what works on a node works on one of these pieces then. A
// piece knows its node, so results keep their numbers. It reads the values of its node in place, and nothing is to be
// copied to children; mirror: it has copies of its own, as in [R] (split_mirror.cpp). Edges against the direction of
// the cut stay with the first piece, as [R] has it. Legal where the neighbor loop is distributive (D). auto, and mirror
// without MDT: from the histogram of the degrees (maxwarp/split.h).
#include "compiler/analysis/operator.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"
#include "compiler/mapping/split_components.h"
#include "compiler/mapping/split_mirror.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Direction;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::SourceKind;
using mapped::Stage;
using mapped::StorageKind;

// The pieces of all nodes: whose each is, where its edges begin, and of which number a node's first one is.
struct Pieces {
  const Symbol *parents, *offsets, *first_pieces;
};

class Splitting {
 public:
  Splitting(LoopPlan& plan, Direction direction, bool mirrored)
      : plan_(plan), arena_(plan.arena), direction_(direction), mirrored_(mirrored) {}

  void run() {
    const Pieces pieces = prepared();
    Stage& main = *plan_.stage();
    const Symbol* node = main.item;
    const Symbol* piece = arena_.local("piece", Scalar::Node, ir::SymbolKind::LoopIndex);
    const bool whole = plan_.facts.distributive.holds;
    Body acts = whole ? cut_loops(main, node, piece, pieces) : cut_components(main, node, piece, pieces);
    if (mirrored_) mirror(acts, {node, piece, pieces.parents, pieces.first_pieces, capacity(), count()});
    if (main.gate) acts = {condition(is_active(plan_, main.gate, node), std::move(acts))};
    if (uses(acts, node)) acts.insert(acts.begin(), declare(node, element(pieces.parents, arena_.reference(piece))));
    take_pieces(main, node, piece, pieces);
    main.body = std::move(acts);
    main.item = piece;
    main.gate = nullptr;  // asked for the node of the piece instead
  }

 private:
  Body cut_loops(Stage& main, const Symbol* node, const Symbol* piece, const Pieces& pieces) {
    if (plan_.facts.in_phases) run_in_phases(main, phases_of(plan_, main.body));
    main.separate.clear();  // pieces of one node meet there
    Body acts = cut(main.body, node, piece, pieces);
    sum_at(arena_, main, node, acts);
    return acts;
  }

  // What only whole nodes do after their sums stays theirs alone.
  Body cut_components(Stage& main, const Symbol* node, const Symbol* piece, const Pieces& pieces) {
    const Expr *at = arena_.reference(piece), *of = arena_.reference(node);
    const Symbol *first = arena_.local("first", Scalar::Edge), *end = arena_.local("end", Scalar::Edge),
                 *whole = arena_.local("whole", Scalar::Bool);
    const auto compared = [&](ir::BinaryOp op) {
      const Expr *begin = element(pieces.first_pieces, of), *behind = element(pieces.first_pieces, next(of));
      const Expr* count = arena_.binary(ir::BinaryOp::Sub, behind, begin, Scalar::Edge);
      return arena_.binary(op, count, arena_.integer(1), Scalar::Bool);
    };
    const PieceOfRow row{arena_.reference(first), arena_.reference(end), arena_.reference(whole),
                         compared(ir::BinaryOp::Gt)};
    run_in_phases(main, mapping::cut_components(plan_, main.body, row));
    ir::walk(main.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::If && stmt->condition == row.whole)
        for (const Stmt* add : stmt->other) main.separate.erase(add->target->symbol);
    });
    Body acts{declare(first, element(pieces.offsets, at)), declare(end, element(pieces.offsets, next(at))),
              declare(whole, compared(ir::BinaryOp::Eq))};
    acts.insert(acts.end(), main.body.begin(), main.body.end());
    return acts;
  }

  void mirror(Body& acts, const SplitNodes& nodes) {
    std::string copied;
    for (const Symbol* property : mirror_values(plan_, nodes, acts))
      copied += (copied.empty() ? "`" : ", `") + property->name + "`";
    plan_.explanation.push_back("split=" + plan_.choice("split").text + ": " +
                                (copied.empty() ? "nothing is read at the node that pieces could have copies of"
                                                : "each piece has a copy of " + copied));
  }

  // Leaves the loops to the pieces; what stands before and after them is the nodes'.
  void run_in_phases(Stage& main, Phases phases) {
    mapped::Sequence round;
    run_before(plan_, main, phases, round);
    append(round, plan_.way().operation);
    run_after(plan_, main, phases, round);
    plan_.way().operation = round;
    main.body = std::move(phases.loops);
  }

  // A loop over the edges of a piece does not ask whose they are.
  bool uses(const Body& body, const Symbol* node) const {
    bool found = false;
    ir::walk_expressions(body, [&](const Expr* e) { found = found || e->symbol == node; });
    ir::walk(body, [&](const Stmt* stmt) { found = found || (stmt->of == node && !stmt->first); });
    return found;
  }

  const Expr* limit() const {
    if (const auto most = plan_.choice("split").number_if_any()) return arena_.integer(*most, Scalar::Long);
    return arena_.call(direction_ == Direction::In ? ir::Builtin::SplitIndegree : ir::Builtin::SplitOutdegree,
                       Scalar::Long, {});
  }

  const Expr* element(const Symbol* array, const Expr* index) const { return arena_.element(array, index); }
  const Expr* next(const Expr* index) const {
    return arena_.binary(ir::BinaryOp::Add, index, arena_.integer(1), Scalar::Node);
  }

  Stmt* declare(const Symbol* symbol, const Expr* value) const {
    Stmt* stmt = arena_.stmt(StmtKind::Declare);
    stmt->symbol = symbol;
    stmt->value = value;
    return stmt;
  }

  Stmt* condition(const Expr* holds, Body body) const {
    Stmt* stmt = arena_.stmt(StmtKind::If);
    stmt->condition = holds;
    stmt->body = std::move(body);
    return stmt;
  }

  // Neighbor loops in the direction of the cut walk the edges of the piece; the others, and what is done outside of
  // them, are the first piece's.
  Body cut(const Body& body, const Symbol* node, const Symbol* piece, const Pieces& pieces) const {
    Body result;
    for (Stmt* stmt : body) {
      const bool own = stmt->kind == StmtKind::NeighborLoop && stmt->of == node;
      if (own && stmt->direction == direction_) {
        const Symbol *first = arena_.local("first", Scalar::Edge), *end = arena_.local("end", Scalar::Edge);
        result.push_back(declare(first, element(pieces.offsets, arena_.reference(piece))));
        result.push_back(declare(end, element(pieces.offsets, next(arena_.reference(piece)))));
        stmt->first = arena_.reference(first);
        stmt->end = arena_.reference(end);
      } else if (own || analysis::is_effect(stmt)) {
        declare_outcomes(stmt, result);
        const Expr* first = element(pieces.first_pieces, arena_.reference(node));
        stmt = condition(arena_.binary(ir::BinaryOp::Eq, arena_.reference(piece), first, Scalar::Bool), {stmt});
      } else {
        stmt->body = cut(stmt->body, node, piece, pieces);
        stmt->other = cut(stmt->other, node, piece, pieces);
      }
      result.push_back(stmt);
    }
    return result;
  }

  // What follows asks for them outside of the condition; where no first piece has changed anything, they are nothing.
  void declare_outcomes(Stmt* stmt, Body& result) const {
    for (const Symbol* outcome : {stmt->changed, stmt->old}) {
      if (!outcome) continue;
      result.push_back(declare(outcome, nullptr));
      stmt->predeclared = true;
    }
  }

  // The stage runs over pieces: all of them, or those of the nodes that it ran over, which another stage lists.
  void take_pieces(Stage& main, const Symbol* node, const Symbol* piece, const Pieces& pieces) {
    if (main.source.kind == SourceKind::Nodes) {
      main.source = {SourceKind::Range};
      main.source.low = arena_.integer(0, Scalar::Long);
      main.source.high = arena_.reference(count());
      return;
    }
    const Symbol* list = storage("pieces", StorageKind::Worklist, Scalar::Int, capacity());
    Stage* listing = sibling(plan_, main, main.name + "_pieces", {});
    listing->purpose = "lists the pieces of the nodes that act";
    listing->of_operator = false;
    listing->item = arena_.local(node->name, Scalar::Node, ir::SymbolKind::LoopNode);
    Stmt* push = arena_.stmt(StmtKind::Push);
    push->storage = list;
    push->value = element(pieces.first_pieces, arena_.reference(listing->item));
    push->end = element(pieces.first_pieces, next(arena_.reference(listing->item)));
    listing->body = {push};
    main.source = {SourceKind::Worklist, list};
    main.item = piece;
    mapped::Sequence& before = plan_.way().before_round;
    before.insert(before.end(), {clear(plan_, list), mapping::run(plan_, listing)});
  }

  const Expr* capacity(std::int64_t more = 0) const {
    const Expr* pieces = arena_.call(ir::Builtin::MostPieces, Scalar::Long, {limit()});
    return more == 0 ? pieces
                     : arena_.binary(ir::BinaryOp::Add, pieces, arena_.integer(more, Scalar::Long), Scalar::Long);
  }

  const Symbol* storage(const std::string& name, StorageKind kind, Scalar scalar, const Expr* length) const {
    ir::Type type;
    type.scalar = scalar;
    if (length) type.extents = {length};
    if (length) type.space = ir::Space::Array;
    const Symbol* symbol = arena_.symbol(name, type);
    plan_.program.add({kind, mapped::StorageOwner::Workspace, symbol});
    return symbol;
  }

  std::string key() const {
    return "split=" + plan_.choice("split").text + (direction_ == Direction::In ? " in" : " out");
  }

  // Made once a run, for all loops that are cut alike.
  Pieces prepared() {
    std::vector<const Symbol*>& made = plan_.program.prepared[key()];
    if (made.empty()) made = prepare();
    return {made[0], made[1], made[2]};
  }

  // How many pieces there are, for the host; read back once where a loop runs over all of them.
  const Symbol* count() {
    std::vector<const Symbol*>& made = plan_.program.prepared[key()];
    if (made.size() == 5) return made[4];
    made.push_back(arena_.local("piece_count", Scalar::Long, ir::SymbolKind::Variable));
    plan_.program.prepare.push_back(read_back(plan_, made[4], made[3]));
    return made[4];
  }

  std::vector<const Symbol*> prepare() const {
    const Symbol* first_pieces = storage("first_pieces", StorageKind::Offsets, Scalar::Edge, nullptr);
    const Symbol* parents = storage("parents", StorageKind::Property, Scalar::Node, capacity());
    const Symbol* offsets = storage("piece_offsets", StorageKind::Property, Scalar::Edge, capacity(1));
    const Symbol* cell = storage("piece_count", StorageKind::Cell, Scalar::Long, nullptr);
    std::vector<mapped::Control*> steps = {
        step(StmtKind::ScanPieces, "split_scan", "prefix sum of the pieces of nodes, one range per block", first_pieces,
             {}),
        step(StmtKind::AddBlockOffsets, "split_sums", "adds to each range the sum of those before it", first_pieces,
             {}),
        step(StmtKind::WritePieces, "split_rows", "node and edges of each piece", offsets,
             {first_pieces, parents, cell})};
    plan_.program.prepare.insert(plan_.program.prepare.end(), steps.begin(), steps.end());
    return {parents, offsets, first_pieces, cell};
  }

  mapped::Control* step(StmtKind kind, const std::string& name, const std::string& purpose, const Symbol* written,
                        const std::vector<const Symbol*>& others) const {
    Stage* stage = plan_.program.stage(name, purpose);
    stage->source.kind = SourceKind::Grid;
    stage->team.kind = mapped::TeamKind::Block;
    Stmt* stmt = arena_.stmt(kind);
    stmt->storage = written;
    stmt->symbols = others;
    stmt->direction = direction_;
    if (kind == StmtKind::ScanPieces) stmt->value = limit();
    stage->body = {stmt};
    return mapping::run(plan_, stage);
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  Direction direction_;
  bool mirrored_;
};

// Sums of components have a way of their own.
std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.facts.component_sums && !plan.facts.distributive) return refuse_phases(plan);
  auto refusal = refuse_cut(plan);
  if (!refusal) refusal = refuse_in_turn(plan);
  const bool components = plan.facts.components && !plan.facts.distributive;
  return components ? refuse_without(plan.facts.component_sums) : refusal;
}

// Out-edges are cut where a loop walks them, else in-edges.
void split(LoopPlan& plan, bool mirrored) {
  bool out = false;
  ir::walk(plan.stage()->body, [&](const Stmt* stmt) {
    out = out ||
          (stmt->kind == StmtKind::NeighborLoop && stmt->of == plan.stage()->item && stmt->direction == Direction::Out);
  });
  Splitting(plan, out ? Direction::Out : Direction::In, mirrored).run();
  plan.explanation.push_back("split=" + plan.choice("split").text +
                             ": nodes with many edges are split; each piece has at most so many, and works for its "
                             "node" +
                             (mirrored ? "" : ", whose values it reads in place (in [R] children have copies)"));
}

void rewrite(LoopPlan& plan) { split(plan, false); }

}  // namespace

const Technique split_none{
    .key = "split",
    .form = "none",
    .source = "[R]",
    .summary = "no node is split",
    .provides = {Capability::PlainItems, Capability::NodeLists},
};

const Technique split_auto{
    .key = "split",
    .form = "auto",
    .source = "[R] NS, §III-B, Fig. 5/10",
    .summary = "nodes with more edges than the degree histogram suggests are split into pieces",
    .machines = gpu_only,
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse,
    .rewrite = rewrite,
};

const Technique split_some{
    .key = "split",
    .form = "MDT",
    .source = "[R] NS, §III-B, Fig. 5",
    .summary = "nodes with more than MDT edges are split into pieces of at most MDT",
    .machines = gpu_only,
    .trials = {"32", "256"},
    .probes = {"2"},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .parse = parse_number<1, 1L << 31>,
    .expected = "a number of edges, of 1 at least",
    .refuse = refuse,
    .rewrite = rewrite,
};

const Technique split_mirror{
    .key = "split",
    .form = "mirror[:MDT]",
    .source = "[R] NS, §III-B, Fig. 5",
    .summary =
        "the same, and the pieces of a node have copies of its values, which change with it; without MDT as "
        "auto",
    .machines = gpu_only,
    .trials = {"mirror"},
    .probes = {"mirror:2"},
    .built_for = {Capability::UniformRounds, Capability::PushDirection, Capability::NodeEntries,
                  Capability::PlainItems},
    .parse = parse_optional_number<1, 1L << 31>,
    .expected = "a number of edges, of 1 at least, or nothing",
    .refuse = refuse_mirror,
    .rewrite = [](LoopPlan& plan) { split(plan, true); },
};

}  // namespace maxwarp::mapping
