// What stages touch, from the statements that they run.
#include "compiler/mapped/effects.h"

namespace maxwarp::mapped {
namespace {

using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;

// A piece brings its bounds. A loop that does not use the neighbor does not read the graph.
bool looks_at_graph(const Stmt& loop) {
  const bool bounds = !loop.first || !loop.end;
  const bool edge = loop.direction == ir::Direction::In && loop.edge && ir::mentions(loop.body, loop.edge);
  return bounds || loop.batch > 1 || edge || ir::mentions(loop.body, loop.symbol);
}

struct Collected : Effects {
  void add(const Expr* expr) {
    ir::walk(expr, [&](const Expr* e) {
      if (e->symbol) named.insert(e->symbol);
      if (e->kind == ExprKind::Element)
        for (std::size_t k = 1; k < e->operands.size(); ++k) add(e->symbol->type.extents[k]);
    });
    graph = graph || ir::reads_graph(expr);
  }

  void define(const Symbol* symbol) {
    if (symbol) defined.insert(symbol);
  }

  void write(const Symbol* symbol) {
    named.insert(symbol);
    written.insert(symbol);
  }

  void add(const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt)) add(expr);
    switch (stmt->kind) {
      case StmtKind::Store:
      case StmtKind::Settle:
      case StmtKind::Reduce: write(stmt->target->symbol); break;
      case StmtKind::NeighborLoop: graph = graph || looks_at_graph(*stmt); break;
      case StmtKind::OpenTally:
        if (stmt->tally->keys) write(stmt->tally->keys);
        write(stmt->tally->counts);
        define(stmt->tally->view);
        break;
      case StmtKind::Ask:
      case StmtKind::Unroll: define(stmt->symbol); break;
      case StmtKind::CountMarked:
      case StmtKind::SumCounts:
      case StmtKind::ScanDegrees:
      case StmtKind::AddBlockOffsets:
      case StmtKind::ScanPieces:
      case StmtKind::ChooseWidth:
        graph = true;
        if (stmt->symbol) named.insert(stmt->symbol);
        break;
      case StmtKind::WritePieces:
        graph = true;
        named.insert(stmt->symbols[0]);
        for (std::size_t i = 1; i < stmt->symbols.size(); ++i) write(stmt->symbols[i]);
        break;
      case StmtKind::SumSlots: write(stmt->symbol); break;
      case StmtKind::ClearBits: graph = true; break;
      case StmtKind::CompactBits:
        graph = true;
        add_compaction(stmt);
        break;
      case StmtKind::PlaceMarked: graph = true; [[fallthrough]];
      case StmtKind::PlaceSlots: named.insert({stmt->symbol, stmt->of}); break;
      default: break;
    }
    if (stmt->storage) write(stmt->storage);
    add_definitions(stmt);
  }

  void add_compaction(const Stmt* stmt) {
    write(stmt->symbol);
    if (stmt->of) write(stmt->of);
    for (const Symbol* reached : stmt->symbols) write(reached);
  }

  void add_definitions(const Stmt* stmt) {
    const bool defines = stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart ||
                         ir::is_inner_loop(stmt) || stmt->kind == StmtKind::For;
    if (defines) define(stmt->symbol);
    if (stmt->kind == StmtKind::RangeLoop)
      for (const Symbol* symbol : stmt->symbols) define(symbol);
    for (const Symbol* symbol : {stmt->changed, stmt->old, stmt->edge}) define(symbol);
    if (stmt->kind == StmtKind::ChooseWidth) define(stmt->of);
  }
};

}  // namespace

// What stays of a stage: the item is given, and what its threads collect is passed on.
Effects operator_effects_of(const Stage& stage) {
  Collected uses;
  ir::walk(stage.operation(), [&](const Stmt* stmt) { uses.add(stmt); });
  for (const Symbol* symbol : {stage.item, stage.first, stage.end, stage.target}) uses.define(symbol);
  for (const Accumulator& part : stage.accumulators) uses.define(part.partial);
  return uses;
}

Effects effects_of(const Stage& stage) {
  Collected uses;
  for (const ir::Body* body : {&stage.body, &stage.leave}) ir::walk(*body, [&](const Stmt* stmt) { uses.add(stmt); });
  for (const Expr* expr : {stage.source.low, stage.source.high, stage.source.step, stage.source.most}) uses.add(expr);
  for (const Symbol* symbol : {stage.source.list, stage.source.offsets, stage.source.entry, stage.source.done})
    if (symbol) uses.named.insert(symbol);
  uses.add(stage.team.work);
  if (stage.donation && stage.donation->counted) uses.write(stage.donation->counted);
  if (stage.donation)
    for (const Expr* expr : {stage.donation->work, stage.donation->acts}) uses.add(expr);
  if (stage.work_counter) uses.write(stage.work_counter);
  if (stage.source.dead) uses.write(stage.source.dead);
  if (stage.unready) uses.write(stage.unready);
  for (const CopiedValue& value : stage.copied) {
    uses.add(value.read);
    uses.define(value.local);
  }
  for (const Symbol* symbol : {stage.item, stage.first, stage.end, stage.target, stage.left_over}) uses.define(symbol);
  for (const Accumulator& part : stage.accumulators) {
    uses.write(part.sum ? part.sum : part.cell);
    uses.define(part.partial);
  }
  for (const Batch& batch : stage.batches)
    for (const Symbol* kept : {batch.links, batch.slots})
      if (kept) uses.write(kept);
  uses.graph = uses.graph || std::ranges::any_of(stage.batches, &Batch::repeats);
  const SourceKind kind = stage.source.kind;
  uses.graph = uses.graph || kind == SourceKind::Nodes || kind == SourceKind::Edges ||
               kind == SourceKind::EdgeBalanced || stage.first;
  return uses;
}

bool takes_edges(const Program& program, const Stage& stage) {
  const auto is_edge = [](ir::Scalar scalar) { return scalar == ir::Scalar::Edge; };
  const auto holds_edges = [&](const Symbol* symbol) {
    const Storage* storage = program.storage(symbol);
    if (storage && (storage->kind == StorageKind::EdgeList || storage->kind == StorageKind::Pieces)) return true;
    const ir::Scalar scalar = symbol->type.scalar;
    return checked::is_pair(scalar) ? is_edge(checked::first_of(scalar)) || is_edge(checked::second_of(scalar))
                                    : is_edge(scalar);
  };
  const Effects effects = effects_of(stage);
  return effects.graph || std::ranges::any_of(effects.named, holds_edges) ||
         std::ranges::any_of(effects.defined, holds_edges);
}

bool lanes_meet_at_items(const Stage& stage) {
  for (const ir::Stmt* stmt : stage.operation()) {
    if (stmt->kind == ir::StmtKind::TeamSync) return true;
    if (stmt->kind == ir::StmtKind::SkipItem || ir::contains(stmt->body, ir::StmtKind::SkipItem) ||
        ir::contains(stmt->other, ir::StmtKind::SkipItem))
      return false;
  }
  return false;
}

bool has_fixed_items(const Stage& stage) {
  const SourceKind kind = stage.source.kind;
  const bool counted = kind == SourceKind::Nodes || kind == SourceKind::Worklist || kind == SourceKind::Set ||
                       kind == SourceKind::Range;
  const bool small = stage.team.kind == TeamKind::Lane || stage.team.kind == TeamKind::Tile;
  const bool leaves = stage.team.kind == TeamKind::Lane && ir::contains(stage.body, StmtKind::SkipItem);
  return counted && small && !leaves && !stage.work_counter && !stage.donation && !stage.unready && !stage.local;
}

}  // namespace maxwarp::mapped
