// A small mapped program that keeps all rules of the verifier, with changes of it.
#pragma once

#include "compiler/mapped/print.h"

namespace maxwarp::mapped {

using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;

/// `foreach node v`, one thread per node: `level[v] = 1`. Beside the property there are a worklist, marks and bits.
struct Sample {
  Program program;
  Stage* stage;
  const Symbol *level, *list, *marks, *bits;

  Sample() {
    program.arena = std::make_shared<ir::Arena>();
    level = storage("level", StorageKind::Property);
    list = storage("active", StorageKind::Worklist);
    marks = storage("marks", StorageKind::Marks);
    bits = storage("bits", StorageKind::Bits);
    stage = program.stage("nodes", "all nodes");
    stage->source.kind = SourceKind::Nodes;
    stage->item = local("v", Scalar::Node);
    Stmt* store = add(StmtKind::Store);
    store->target = arena().element(level, node());
    store->value = arena().integer(1);
    store->access = ir::Access::Plain;
    Control* run = program.control(ControlKind::Run);
    run->stage = stage;
    program.body = {run};
  }

  ir::Arena& arena() { return *program.arena; }
  const Symbol* local(const char* name, Scalar scalar) { return arena().local(name, scalar); }
  const Expr* node() { return arena().reference(stage->item); }
  Stmt* add(StmtKind kind) {
    stage->body.push_back(arena().stmt(kind));
    return stage->body.back();
  }
  /// The store, which every sample has.
  Stmt& store() { return *stage->body.front(); }
  /// The same as a guarded reduction.
  Stmt& minimum() {
    Stmt& minimum = store();
    minimum.kind = StmtKind::Reduce, minimum.reduction = ir::Reduction::Min, minimum.access = ir::Access::Guarded;
    return minimum;
  }

  const Symbol* storage(const char* name, StorageKind kind) {
    const Symbol* symbol = arena().symbol(name, ir::Type{Scalar::Int, ir::Space::Node});
    program.add({kind, StorageOwner::Workspace, symbol});
    return symbol;
  }
  /// Items of 32 and more edges go to a warp.
  void by_size() {
    stage->team = {.kind = TeamKind::BySize, .parts = {{TeamKind::Tile, 32, 32}, {}}, .work = arena().integer(1)};
    stage->outlined = stage;
  }
  /// Items come from the worklist.
  void from_list() {
    stage->source.kind = SourceKind::Worklist;
    stage->source.list = list;
    fill();
  }
  /// The number of items is not known to the host.
  void fill() { stage->launch.kind = LaunchKind::Fill; }
  /// What its threads push is counted.
  void counted() {
    const Symbol *links = storage("links", StorageKind::Links), *slots = storage("counted", StorageKind::Slots);
    stage->batches = {{list, local("batch", Scalar::Node), 0, Appended::ByScan, links, false, nullptr, slots}};
    stage->launch.slots = true;
  }
  /// Another stage has the function of the operator.
  void outlined_elsewhere() {
    Stage* other = program.stage("few", "few nodes");
    *other = *stage;
    other->outlined = stage->outlined = other;
  }
  // An observer is told of the stage.
  void observe() {
    Control* observation = program.control(ControlKind::Observe);
    observation->body = program.body;
    program.body = {observation};
  }
  void one_block() {
    Control* resident = program.control(ControlKind::Resident);
    resident->body = program.body;
    resident->team = ResidentTeam::Block;
    resident->launch.blocks = 1;
    program.body = {resident};
  }
  void tile() { stage->team = {TeamKind::Tile, 8}; }
  /// Virtual warps of a width that the host chooses before.
  void chosen_width() {
    tile();
    stage->team.chosen = local("width", Scalar::Int);
    Control* choice = program.control(ControlKind::Let);
    choice->symbol = stage->team.chosen;
    choice->value = arena().integer(4);
    program.body.insert(program.body.begin(), choice);
  }
  /// One block that chooses a width for the nodes on the list.
  Stmt* choice_of_width() {
    stage->source = {};
    stage->item = nullptr;
    stage->team = {TeamKind::Block};
    stage->body.clear();
    Stmt* choose = add(StmtKind::ChooseWidth);
    choose->storage = storage("width", StorageKind::Cell);
    choose->symbol = list;
    choose->of = local("v", Scalar::Node);
    choose->value = arena().integer(1);
    choose->amount = arena().integer(4);
    return choose;
  }
  /// A range inside of the stage.
  Stmt* range() {
    Stmt* loop = add(StmtKind::RangeLoop);
    loop->symbol = local("i", Scalar::Int);
    loop->first = arena().integer(0);
    loop->end = arena().integer(8);
    return loop;
  }
  void bounds() {
    stage->first = local("first", Scalar::Edge);
    stage->end = local("end", Scalar::Edge);
  }
  void edge_balanced() {
    stage->source.kind = SourceKind::EdgeBalanced;
    stage->source.list = list;
    stage->source.offsets = storage("offsets", StorageKind::Offsets);
    stage->target = local("w", Scalar::Node);
    fill();
  }
  /// Single edges, of which those that are not kept are left out.
  void living_edges() {
    stage->source.kind = SourceKind::Edges;
    stage->source.dead = storage("dead", StorageKind::EdgeBits);
    fill();
    add(StmtKind::Keep)->storage = stage->source.dead;
  }
  /// Lanes take the edges of pieces of rows.
  void pieces() {
    edge_balanced();
    stage->source.list = storage("rows", StorageKind::Pieces);
    stage->source.offsets = nullptr;
    stage->source.pieces = true;
  }
  ir::LocalList* block_list() {
    ir::LocalList* made = arena().local_list();
    made->of_block = true;
    from_list();
    stage->local = made;
    stage->repeated = true;
    return made;
  }
  Stmt* neighbor_loop() {
    Stmt* loop = add(StmtKind::NeighborLoop);
    loop->symbol = local("w", Scalar::Node);
    loop->of = stage->item;
    return loop;
  }
  /// A loop in batches of four, in graphs of two edges per node.
  void gather() {
    neighbor_loop()->batch = 4;
    stage->gather = {4, 2};
  }
  Stmt* tally(StmtKind kind) {
    ir::Tally* made = arena().tally();
    made->counts = storage("counts", StorageKind::Property);
    Stmt* stmt = add(kind);
    stmt->tally = made;
    stmt->end = arena().integer(4);
    stmt->access = ir::Access::Plain;
    return stmt;
  }
};

}  // namespace maxwarp::mapped
