// Reductions outside of parallel loops: assignments of the combined value, with what the program asks about it.
#include "compiler/parallel/controls.h"
#include "dsl/check/spelling.h"

namespace maxwarp::parallel {
namespace {

using checked::BinaryOp;
using checked::Scalar;
using ir::Builtin;

/// Whether an update has changed the value: `==` of real numbers tells no zeros apart, and a nan from itself.
const Expr* changed(ir::Arena& arena, const Expr* before, const Expr* now) {
  const bool plain = !checked::is_pair(now->scalar) && !checked::is_real(now->scalar);
  if (plain) return arena.binary(BinaryOp::Ne, now, before, Scalar::Bool);
  return arena.call(Builtin::Differ, Scalar::Bool, {now, before});
}

/// A value and its payload change together.
const Expr* combined_pair(ir::Arena& arena, const checked::Stmt* stmt, const Expr* there) {
  const Builtin better = stmt->reduction == checked::Reduction::Min ? Builtin::MinByFirst : Builtin::MaxByFirst;
  return arena.call(better, there->scalar, {there, arena.pair(stmt->value, stmt->payload)});
}

}  // namespace

void reduce_on_host(Controls& controls, const checked::Stmt* stmt, Sequence& into) {
  ir::Arena& arena = controls.arena();
  const Symbol* old = stmt->old;
  if (stmt->changed && !old) old = arena.local("before_" + stmt->target->symbol->name, stmt->target->scalar);
  if (old) controls.set(old, stmt->target, stmt->location, into);
  const Expr* target = stmt->payload ? place_of_pair(arena, controls.couples_, stmt->target) : stmt->target;
  const Expr* value = stmt->payload ? combined_pair(arena, stmt, target)
                                    : combine(arena, stmt->reduction, target, stmt->value);
  if (target->kind == ir::ExprKind::Reference && !stmt->payload) {
    controls.set(target->symbol, value, stmt->location, into);
  } else {
    Control* node = controls.control(ControlKind::Set, stmt->location, into);
    node->target = controls.with_round(target);
    node->value = controls.with_round(value);
  }
  if (stmt->changed)
    controls.set(stmt->changed, changed(arena, arena.reference(old), stmt->target), stmt->location, into);
}

}  // namespace maxwarp::parallel
