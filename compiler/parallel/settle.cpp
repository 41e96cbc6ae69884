// if x[w] min= round { … }, as if x[w] == inf { x[w] = round; … }.
#include "compiler/parallel/settle.h"

#include <algorithm>

#include "compiler/parallel/first_change.h"

namespace maxwarp::parallel {
namespace {

using ir::BinaryOp;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;

// Whether it does the same, and no more, if several who find the node open do it.
bool repeats_harmlessly(const Body& follows, const Symbol* node, const Symbol* round) {
  return std::ranges::all_of(follows, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Activate) return true;
    return stmt->kind == StmtKind::Store && ir::is_element_at(stmt->target, node) && is_uniform(stmt->value, round);
  });
}

// Whether the operator is that loop, and has nothing else to do with the property. Any other keeps the reduction, which
// may run ahead of its round (O).
bool is_all_of(const Body& body, const Stmt* loop, const Stmt& reduce) {
  int mentions = 0;
  ir::walk_expressions(body, [&](const Expr* e) { mentions += e->symbol == reduce.target->symbol; });
  return mentions == 1 &&
         std::ranges::all_of(body, [&](const Stmt* stmt) { return stmt == loop || stmt->kind == StmtKind::Declare; });
}

// How many statements change the property, in a region and in what runs between its rounds.
int changes_of(const Sequence& sequence, const Symbol* property);
int changes_of(const Body& body, const Symbol* property) {
  int changes = 0;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool update = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
    changes += update && stmt->target->symbol == property;
  });
  return changes;
}
int changes_of(const Control& control, const Symbol* property) {
  const bool own = (control.kind == ControlKind::Fill && control.symbol == property) ||
                   (control.kind == ControlKind::Set && control.target->symbol == property);
  return own + changes_of(control.region.body, property) + changes_of(control.body, property) +
         changes_of(control.other, property);
}
int changes_of(const Sequence& sequence, const Symbol* property) {
  int changes = 0;
  for (const Control* control : sequence) changes += changes_of(*control, property);
  return changes;
}

// Whether the property is `inf` right before the loop, except at elements that were set to what no round is below.
bool is_infinite_before(const Sequence& sequence, std::size_t loop, const Symbol* property) {
  for (std::size_t i = loop; i-- > 0;) {
    const Control& control = *sequence[i];
    if (control.kind == ControlKind::Fill && control.symbol == property)
      return control.value->kind == ExprKind::Infinity;
    if (changes_of(control, property) == 0) continue;
    const bool low = control.kind == ControlKind::Set && control.value->kind == ExprKind::Integer &&
                     control.value->integer <= 1;
    if (!low) return false;
  }
  return false;
}

class Settling {
 public:
  Settling(ir::Arena& arena, const Sequence& around, std::size_t place)
      : arena_(arena), around_(around), place_(place), rounds_(*around[place]) {}

  void run(Body& body) {
    for (Stmt* stmt : body)
      if (stmt->kind == StmtKind::NeighborLoop) settle(stmt);
  }

 private:
  void settle(Stmt* loop) {
    const Stmt* reduce = first_change(loop, rounds_.round);
    if (!reduce || !repeats_harmlessly(loop->body[1]->body, loop->symbol, rounds_.round) ||
        !is_all_of(rounds_.region.body, loop, *reduce))
      return;
    const Expr* open = open_question(*reduce);
    if (!open) return;
    loop->body = guarded(arena_, loop);
    loop->body[0]->condition = open;
    loop->body[0]->body[0]->uniform = true;
  }

  // `not x[w]`, `x[w] == inf`; null: the reduction may change an element several times.
  const Expr* open_question(const Stmt& reduce) const {
    if (reduce.reduction == Reduction::Or) return arena_.negation(reduce.target);
    const Symbol* property = reduce.target->symbol;
    const bool counts = reduce.reduction == Reduction::Min && reduce.value->kind == ExprKind::Reference &&
                        reduce.value->symbol == rounds_.round && reduce.target->scalar == Scalar::Int;
    if (!counts || changes_of(rounds_, property) != 1 || !is_infinite_before(around_, place_, property)) return nullptr;
    Expr* infinity = arena_.expr(ExprKind::Infinity, Scalar::Int);
    return arena_.binary(BinaryOp::Eq, reduce.target, infinity, Scalar::Bool);
  }

  ir::Arena& arena_;
  const Sequence& around_;
  std::size_t place_;
  const Control& rounds_;
};

void settle_in(ir::Arena& arena, Sequence& sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    Control& control = *sequence[i];
    settle_in(arena, control.body);
    settle_in(arena, control.other);
    if (control.kind == ControlKind::Rounds) Settling(arena, sequence, i).run(control.region.body);
  }
}

}  // namespace

void settle_reductions(Program& program) { settle_in(*program.arena, program.body); }

}  // namespace maxwarp::parallel
