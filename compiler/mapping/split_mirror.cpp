// split=mirror[:MDT]: the children of a node have copies of its properties ([R] §III-B, Fig. 5), so that a piece reads
// its own values and does not ask whose it is. Who changes a value of a node changes the copies, with an atomic
// operation each. What is changed otherwise than by `min=`, `max=`, `and=` or `or=` is read at the node, as with the
// other forms of `split`.
//
// A copy may be as old as the last round: who changes a node activates it (or reads what an earlier thread may have
// read), as without copies. But an update that gets lost at a copy is not offered again where the node has it: with
// atomics=elide the copy of `dist[w]` may keep 5 where two threads store 3 and 5, and the node 3
// (test/run/split_mirror).
#include "compiler/mapping/split_mirror.h"

#include <algorithm>
#include <map>
#include <set>

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// Whether whoever repeats the change at a copy leaves there what is at the node.
bool repeats_well(const Stmt* stmt) {
  const Expr* target = stmt->target;
  if (target->operands.size() != 1 || target->operands[0]->kind != ir::ExprKind::Reference) return false;
  if (checked::is_pair(target->scalar)) return false;
  if (stmt->kind == StmtKind::Store) return false;
  switch (stmt->reduction) {
    case ir::Reduction::Min:
    case ir::Reduction::Max:
    case ir::Reduction::And:
    case ir::Reduction::Or: return true;
    default: return false;
  }
}

using Symbols = std::set<const Symbol*, ir::ById>;

void add_changed(const Body& body, Symbols& changed) {
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->target && !ir::is_local(stmt->target)) changed.insert(stmt->target->symbol);
  });
}

// The properties that `body` reads at the node and that its pieces may have copies of; `whole`: all that changes
// something in the stage.
Symbols copied_properties(const LoopPlan& plan, const Symbol* node, const Body& body, const Body& whole) {
  Symbols without, copied;
  for (const mapped::Stage* stage : round_stages(plan))  // which know of no copies
    if (stage != plan.stage()) add_changed(stage->body, without);
  ir::walk(whole, [&](const Stmt* stmt) {
    const bool change = (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) &&
                        !ir::is_local(stmt->target);
    if (change && !(plan.rounds && repeats_well(stmt))) without.insert(stmt->target->symbol);
  });
  const auto look = [&](const Expr* e) {
    const mapped::Storage* storage = plan.program.storage(e->symbol);
    if (!storage || storage->kind != mapped::StorageKind::Property || !ir::is_element_at(e, node)) return;
    (e->latest || checked::is_pair(e->scalar) ? without : copied).insert(e->symbol);
  };
  ir::walk(body, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        if (e != stmt->target) look(e);  // what is changed is not read
      });
  });
  std::erase_if(copied, [&](const Symbol* property) { return without.contains(property); });
  return copied;
}

class Mirroring {
 public:
  Mirroring(LoopPlan& plan, const SplitNodes& nodes) : plan_(plan), arena_(plan.arena), nodes_(nodes) {}

  std::vector<const Symbol*> run(Body& body) {
    for (const Symbol* property : copied_properties(plan_, nodes_.node, body, body))
      copies_.emplace(property, copy_of(property));
    if (copies_.empty()) return {};
    for (const auto& [property, copy] : copies_)
      plan_.program.add({.kind = mapped::StorageKind::Property,
                         .owner = mapped::StorageOwner::Workspace,
                         .symbol = copy,
                         .copy_of = property});
    body = ir::clone(arena_, body);
    read_copies(body);
    body = changed(body);
    (plan_.rounds ? plan_.start : plan_.way().before_round).push_back(fill());
    std::vector<const Symbol*> properties;
    for (const auto& [property, copy] : copies_) properties.push_back(property);
    return properties;
  }

 private:
  const Symbol* copy_of(const Symbol* property) const {
    ir::Type type;
    type.scalar = property->type.scalar;
    type.space = ir::Space::Array;
    type.extents = {nodes_.most};
    return arena_.symbol(property->name + "_copies", type);
  }

  // What is changed stays that of the node.
  void read_copies(const Body& body) const {
    for (Stmt* stmt : body) {
      const Expr* target = stmt->target;
      for (const Expr** slot : ir::expression_slots(stmt))
        *slot = ir::rewrite(arena_, *slot, [&](const Expr* e) { return e == target ? nullptr : read(e); });
      read_copies(stmt->body);
      read_copies(stmt->other);
    }
  }

  const Expr* read(const Expr* e) const {
    if (!ir::is_element_at(e, nodes_.node)) return nullptr;
    const auto found = copies_.find(e->symbol);
    return found == copies_.end() ? nullptr : arena_.element(found->second, arena_.reference(nodes_.piece));
  }

  // Every piece begins with the value of its node.
  mapped::Control* fill() const {
    mapped::Stage* stage = plan_.program.stage(plan_.region.name + "_copies", "the values of nodes for their pieces");
    stage->location = plan_.region.location;
    stage->source.kind = mapped::SourceKind::Range;
    stage->source.low = arena_.integer(0, Scalar::Long);
    stage->source.high = arena_.reference(nodes_.count);
    stage->item = arena_.local("piece", Scalar::Node, ir::SymbolKind::LoopIndex);
    const Expr* piece = arena_.reference(stage->item);
    for (const auto& [property, copy] : copies_) {
      Stmt* store = arena_.stmt(StmtKind::Store, plan_.region.location);
      store->target = arena_.element(copy, piece);
      store->value = arena_.element(property, arena_.element(nodes_.parents, piece));
      stage->body.push_back(store);
    }
    return mapping::run(plan_, stage);
  }

  // What is changed at a node is changed at its copies, too.
  Body changed(const Body& body) const {
    Body result;
    for (Stmt* stmt : body) {
      stmt->body = changed(stmt->body);
      stmt->other = changed(stmt->other);
      const auto copy = stmt->kind == StmtKind::Reduce ? copies_.find(stmt->target->symbol) : copies_.end();
      if (copy == copies_.end())
        result.push_back(stmt);
      else
        change_all(stmt, copy->second, result);
    }
    return result;
  }

  // The value is made once: what it is made of may change meanwhile.
  void change_all(Stmt* stmt, const Symbol* copy, Body& result) const {
    const Symbol* value = arena_.local(copy->name + "_value", stmt->target->scalar);
    Stmt* declare = arena_.stmt(StmtKind::Declare, stmt->location);
    declare->symbol = value;
    declare->value = stmt->value;
    stmt->value = arena_.reference(value);
    if (!stmt->changed) stmt->changed = arena_.local("better", Scalar::Bool);
    Stmt* better = arena_.stmt(StmtKind::If, stmt->location);
    better->condition = arena_.reference(stmt->changed);
    better->body = {at_copies(stmt, copy)};
    result.insert(result.end(), {declare, stmt, better});
  }

  Stmt* at_copies(const Stmt* stmt, const Symbol* copy) const {
    const Expr* node = stmt->target->operands[0];
    const Expr* next = arena_.binary(ir::BinaryOp::Add, node, arena_.integer(1, Scalar::Node), Scalar::Node);
    Stmt* loop = arena_.stmt(StmtKind::For, stmt->location);
    loop->symbol = arena_.local("part", Scalar::Edge, ir::SymbolKind::LoopIndex);
    loop->first = arena_.element(nodes_.first_pieces, node);
    loop->end = arena_.element(nodes_.first_pieces, next);
    Stmt* change = arena_.stmt(stmt->kind, stmt->location);
    *change = *stmt;
    change->changed = change->old = nullptr;
    change->target = arena_.element(copy, arena_.reference(loop->symbol));
    loop->body = {change};
    return loop;
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  const SplitNodes& nodes_;
  std::map<const Symbol*, const Symbol*, ir::ById> copies_;
};

}  // namespace

std::vector<const Symbol*> mirror_values(LoopPlan& plan, const SplitNodes& nodes, Body& body) {
  return Mirroring(plan, nodes).run(body);
}

namespace {

// What the parts of the operator that pieces run have in it: the loops, what they take and their conditions. Where the
// operator is not in phases, that is all of it.
Body run_by_pieces(const Body& body, const Body& whole) {
  Body result;
  for (Stmt* stmt : body) {
    bool taken = stmt->kind == StmtKind::NeighborLoop ||
                 (stmt->kind == StmtKind::If && ir::contains({stmt}, StmtKind::NeighborLoop));
    if (stmt->kind == StmtKind::Declare)
      ir::walk(whole, [&](const Stmt* other) {
        taken = taken ||
                (other->kind == StmtKind::NeighborLoop && ir::mentions({const_cast<Stmt*>(other)}, stmt->symbol));
      });
    if (taken) result.push_back(stmt);
  }
  return result;
}

}  // namespace

std::optional<Refusal> refuse_mirror(const LoopPlan& plan) {
  if (auto refusal = refuse_cut(plan)) return refusal;
  if (auto refusal = refuse_in_turn(plan)) return refusal;
  if (plan.stage()->repaired)
    return wrong("an update that gets lost at a copy is not offered again where the node has it", plan.region.location);
  const Body& whole = plan.stage()->body;
  const Body parts = plan.facts.in_phases ? run_by_pieces(whole, whole) : whole;
  if (copied_properties(plan, plan.stage()->item, parts, whole).empty())
    return meaningless(
        "its pieces read nothing of their node that they could have copies of; take `split` without `mirror`",
        plan.region.location);
  return std::nullopt;
}

}  // namespace maxwarp::mapping
