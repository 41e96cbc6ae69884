// How stores and reductions are carried out: whether an element has one owner between two barriers decides
// over plain and atomic, whether others look at it meanwhile over plain and relaxed.
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Access;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Stride;
using ir::Symbol;
using mapped::SourceKind;

bool is_cell(const Symbol *symbol) { return symbol->type.space == Space::Global; }
bool is_local(const Expr *target) {
  return target->kind == ExprKind::Reference && target->symbol->type.space == Space::Local;
}

class Updates {
 public:
  Updates(mapped::Program &program, mapped::Stage &stage) : program_(program), stage_(stage) {
    // Several threads meet at one node where its edges are dealt out among them.
    shared_item_ = stage.source.kind == SourceKind::Edges || stage.source.kind == SourceKind::EvenShares;
  }

  void run() {
    find_relaxed(stage_.body, nullptr);
    decide(stage_.body, nullptr);
  }

 private:
  // Which index of the element is the item itself, or -1.
  int item_index(const Expr *target) const {
    if (!stage_.item || target->kind != ExprKind::Element) return -1;
    for (std::size_t i = 0; i < target->operands.size(); ++i) {
      const Expr *index = target->operands[i];
      if (index->kind == ExprKind::Convert) index = index->operands[0];  // widening
      if (index->kind == ExprKind::Reference && index->symbol == stage_.item) return static_cast<int>(i);
    }
    return -1;
  }

  bool own(const Expr *target) const { return item_index(target) >= 0; }

  // No other item changes the element: all changes name their own item, by the same index.
  bool only_own_changes(const Expr *target) const {
    bool only = true;
    ir::walk(stage_.body, [&](const Stmt *stmt) {
      const bool change = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
      if (change && stmt->target->symbol == target->symbol) only = only && item_index(stmt->target) == item_index(target);
    });
    return only;
  }

  bool exclusive(const Expr *target, const Stmt *strided) const {
    if (stage_.source.kind == SourceKind::Once) return true;
    return own(target) && !shared_item_ && only_own_changes(target) && (!strided || lane_owns(target, strided));
  }

  // Which index is the variable of the range, or -1.
  static int range_index(const Expr *target, const Stmt *range) {
    for (std::size_t i = 0; i < target->operands.size(); ++i) {
      const Expr *index = target->operands[i];
      if (index->kind == ExprKind::Convert) index = index->operands[0];  // widening
      if (index->kind == ExprKind::Reference && index->symbol == range->symbol) return static_cast<int>(i);
    }
    return -1;
  }

  // x[v, j] where the lanes share the values of j: all changes in the loop name j, by the same index. What stands
  // before and behind the loop is kept apart from it by a barrier of the team.
  static bool lane_owns(const Expr *target, const Stmt *strided) {
    bool owns = strided->kind == StmtKind::RangeLoop && range_index(target, strided) >= 0;
    ir::walk(strided->body, [&](const Stmt *stmt) {
      const bool change = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
      if (change && stmt->target->symbol == target->symbol)
        owns = owns && range_index(stmt->target, strided) == range_index(target, strided);
    });
    return owns;
  }

  // A property is relaxed when a thread writes an element that another may read or write before the next barrier.
  void find_relaxed(const Body &body, const Stmt *strided) {
    for (const Stmt *stmt : body) {
      const bool write = (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) && !is_local(stmt->target);
      if (write && !collected(stmt) && (!exclusive(stmt->target, strided) || read_by_others(stmt->target->symbol)))
        stage_.relaxed.insert(stmt->target->symbol);
      const Stmt *inner = !strided && stmt->stride == Stride::Team ? stmt : strided;
      find_relaxed(stmt->body, inner);
      find_relaxed(stmt->other, inner);
    }
  }

  bool read_by_others(const Symbol *symbol) const {
    if (stage_.source.kind == SourceKind::Once) return false;
    bool read = false;
    int index = -1;
    ir::walk_expressions(stage_.body, [&](const Expr *e) {
      if (e->kind != ExprKind::Element || e->symbol != symbol) return;
      if (index < 0) index = item_index(e);
      read = read || !own(e) || item_index(e) != index;
    });
    return read;
  }

  // A sum (and the like) over all iterations into a cell: every thread keeps a part of its own.
  bool collected(const Stmt *stmt) const {
    return stmt->kind == StmtKind::Reduce && stmt->target->kind == ExprKind::Reference && is_cell(stmt->target->symbol) &&
           !stmt->changed && !stmt->old && stage_.source.kind != SourceKind::Once;
  }

  void decide(Body &body, const Stmt *strided) {
    for (Stmt *stmt : body) {
      const Stmt *inner = !strided && stmt->stride == Stride::Team ? stmt : strided;
      if (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) decide(stmt, strided);
      decide(stmt->body, inner);
      decide(stmt->other, inner);
    }
  }

  void decide(Stmt *stmt, const Stmt *strided) {
    if (is_local(stmt->target)) {
      stmt->access = Access::Private;
    } else if (collected(stmt)) {
      stmt->access = Access::Private;
      stmt->target = program_.arena->reference(partial(stmt));
    } else if (exclusive(stmt->target, strided) || stmt->kind == StmtKind::Store) {
      stmt->access = stage_.relaxed.count(stmt->target->symbol) ? Access::Relaxed : Access::Plain;
    } else {
      stmt->access = Access::Atomic;
    }
  }

  const Symbol *partial(const Stmt *stmt) {
    for (const mapped::Accumulator &part : stage_.accumulators)
      if (part.cell == stmt->target->symbol && part.reduction == stmt->reduction) return part.partial;
    const Symbol *cell = stmt->target->symbol;
    const Symbol *symbol = program_.arena->local(cell->name + "_part", cell->type.scalar, ir::SymbolKind::Variable);
    stage_.accumulators.push_back({cell, stmt->reduction, symbol});
    return symbol;
  }

  mapped::Program &program_;
  mapped::Stage &stage_;
  bool shared_item_;
};

}  // namespace

void decide_updates(mapped::Program &program, mapped::Stage &stage) { Updates(program, stage).run(); }

}  // namespace maxwarp::mapping
