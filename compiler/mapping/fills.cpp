// Whole properties and single values that the host of a program sets: stages like any other, so that a kernel may take
// them in.
#include <algorithm>
#include <ranges>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::ControlKind;
using mapped::SourceKind;
using mapped::StageRole;

mapped::Stage* last_stage(const mapped::Sequence& sequence, StageRole role) {
  mapped::Stage* stage = sequence.empty() ? nullptr : sequence.back()->stage;
  return stage && stage->role == role ? stage : nullptr;
}

bool copies(const ir::Expr* value) {
  bool copies = false;
  ir::walk(value, [&](const ir::Expr* e) { copies = copies || e->kind == ir::ExprKind::Element; });
  return copies;
}

// An array that is copied is read where the other is written, row by row.
const ir::Expr* at_item(ir::Arena& arena, const ir::Expr* value, const ir::Symbol* item) {
  return ir::rewrite(arena, value, [&](const ir::Expr* e) -> const ir::Expr* {
    const bool whole = e->kind == ir::ExprKind::Element && e->operands.empty();
    return whole ? arena.element(e->symbol, arena.reference(item)) : nullptr;
  });
}

void bound_range(ir::Arena& arena, mapped::Stage& stage, const ir::Symbol* property) {
  stage.source.low = arena.integer(0, ir::Scalar::Long);
  const ir::Expr* size = nullptr;
  if (property->type.space == ir::Space::Edge) size = arena.call(ir::Builtin::Edges, ir::Scalar::Long, {});
  for (const ir::Expr* extent : property->type.extents)
    size = size ? arena.binary(ir::BinaryOp::Mul, size, extent, ir::Scalar::Long) : extent;
  stage.source.high = size;
}

// A stage of initial values is called after the first of them.
std::string name_of_fill(const ir::Symbol* property, bool copy) {
  return (copy ? "copy_" : "initialize_") + property->name;
}

}  // namespace

// `level[source] = 0`, `lost = 0.0`: one thread. Neighbors in the program share a stage.
void add_set(mapped::Program& program, const parallel::Control& control, mapped::Sequence& into) {
  mapped::Stage* stage = last_stage(into, StageRole::SingleValues);
  if (!stage) {
    stage = program.stage("set_" + control.target->symbol->name, "one thread sets");
    stage->role = StageRole::SingleValues;
    mapped::Control* run = program.control(ControlKind::Run, control.location);
    run->stage = stage;
    into.push_back(run);
  }
  ir::Stmt* store = program.arena->stmt(ir::StmtKind::Store, control.location);
  store->target = control.target;
  store->value = control.value;
  store->access = ir::Access::Plain;
  stage->body.push_back(store);
}

// `p = value`. Fills of the same space beside each other share a stage.
void add_fill(mapped::Program& program, const parallel::Control& control, mapped::Sequence& into) {
  const ir::Symbol* property = control.symbol;
  const bool nodes = property->type.space == ir::Space::Node;
  mapped::Stage* stage = nodes ? last_stage(into, StageRole::InitialValues) : nullptr;
  if (!stage) {
    const bool copy = copies(control.value);
    stage = program.stage(name_of_fill(property, copy), copy ? "copies to" : "initial values of");
    if (nodes)
      stage->role = StageRole::InitialValues;
    else
      stage->purpose += " `" + property->name + "`";
    stage->source.kind = nodes ? SourceKind::Nodes : SourceKind::Range;
    stage->item = program.arena->local(nodes ? "v" : "i", nodes ? ir::Scalar::Node : ir::Scalar::Long,
                                       nodes ? ir::SymbolKind::LoopNode : ir::SymbolKind::LoopIndex);
    if (!nodes) bound_range(*program.arena, *stage, property);
    mapped::Control* run = program.control(ControlKind::Run, control.location);
    run->stage = stage;
    into.push_back(run);
  }
  ir::Stmt* store = program.arena->stmt(ir::StmtKind::Store, control.location);
  store->target = program.arena->element(property, program.arena->reference(stage->item));
  store->value = at_item(*program.arena, control.value, stage->item);
  store->access = ir::Access::Plain;
  stage->body.push_back(store);
}

void take_out_fill(mapped::Program& program, const ir::Symbol* property, mapped::Sequence& from) {
  for (auto control = from.rbegin(); control != from.rend(); ++control) {
    mapped::Stage* stage = (*control)->stage;
    if (!stage || stage->role != StageRole::InitialValues) continue;
    const auto fill = std::ranges::find(stage->body | std::views::reverse, property,
                                        [](const ir::Stmt* store) { return store->target->symbol; });
    if (fill == stage->body.rend()) continue;
    stage->body.erase(std::prev(fill.base()));
    if (stage->body.empty()) {
      program.drop(stage);
      from.erase(std::prev(control.base()));
    } else {
      const ir::Stmt* first = stage->body.front();
      stage->name = name_of_fill(first->target->symbol, copies(first->value));
    }
    return;
  }
}

}  // namespace maxwarp::mapping
