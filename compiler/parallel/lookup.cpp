// Places are what stands in brackets, and the nodes and edges that built-in functions take.
#include "compiler/parallel/lookup.h"

#include <algorithm>
#include <ranges>

#include "compiler/parallel/tally.h"

namespace maxwarp::parallel {
namespace {

using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Symbol;
using ir::SymbolKind;

bool is_id(const Expr* expr) { return expr->scalar == Scalar::Node || expr->scalar == Scalar::Edge; }

bool is_there(const Expr* place) {
  if (place->kind == ExprKind::Conditional) return is_there(place->operands[1]) && is_there(place->operands[2]);
  if (place->kind == ExprKind::Call) {
    const bool of_edge = place->builtin == Builtin::Source || place->builtin == Builtin::Target ||
                         place->builtin == Builtin::Twin;
    return of_edge && is_there(place->operands[0]);
  }
  if (place->kind != ExprKind::Reference) return false;
  const Symbol* symbol = place->symbol;
  const bool given = symbol->kind == SymbolKind::Parameter && symbol->type.space == ir::Space::Global && is_id(place);
  return given || symbol->kind == SymbolKind::LoopNode || symbol->kind == SymbolKind::LoopEdge ||
         (symbol->kind == SymbolKind::LoopIndex && !is_id(place));
}

// These take `none`, too.
bool takes_any(const Expr* call) {
  return call->builtin == Builtin::FindEdge || call->builtin == Builtin::Min || call->builtin == Builtin::Max ||
         call->builtin == Builtin::Random || call->builtin == Builtin::RandomBelow ||
         call->builtin == Builtin::RandomNode;
}

// The first operand is a tally.
bool asks_tally(const Expr* call) {
  return is_question(call) || call->builtin == Builtin::Entries || call->builtin == Builtin::HoldsKey ||
         call->builtin == Builtin::KeyOf || call->builtin == Builtin::SumIn;
}

bool looks_up(const Expr* expr) {
  const bool element = expr->kind == ExprKind::Element;
  const bool function = expr->kind == ExprKind::Call && !takes_any(expr);
  if (!element && !function && expr->kind != ExprKind::Contains) return false;
  return std::ranges::any_of(expr->operands | std::views::drop(function && asks_tally(expr) ? 1 : 0),
                             [&](const Expr* operand) { return (element || is_id(operand)) && !is_there(operand); });
}

}  // namespace

const Expr* looked_up_by_value(const Expr* expr) {
  const Expr* found = nullptr;
  ir::walk(expr, [&](const Expr* e) {
    if (!found && looks_up(e)) found = e;
  });
  return found;
}

}  // namespace maxwarp::parallel
