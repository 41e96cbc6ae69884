// The first statement that names a result decides: what comes later may read it before.
#include "compiler/parallel/filled.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {
namespace {

using checked::Stmt;
using checked::StmtKind;

using FirstTouches = std::unordered_map<const Symbol*, const Stmt*>;

// The first statement of the algorithm that names each symbol, be it inside.
FirstTouches first_touches(const checked::Algorithm& algorithm) {
  FirstTouches touches;
  for (const Stmt* stmt : algorithm.body)
    walk_symbols(stmt, [&](const Symbol* symbol) { touches.emplace(symbol, stmt); });
  return touches;
}

bool visits_all_nodes(const Stmt* stmt) {
  const checked::Loop& loop = stmt->loop;
  return stmt->kind == StmtKind::Foreach && loop.domain == checked::LoopDomain::Nodes && !loop.set && !loop.where &&
         !stmt->body.empty();
}

// `foreach node v { p[v] = … }` without a condition writes every element.
bool writes_everywhere(const Stmt* stmt, const Symbol* symbol) {
  if (!visits_all_nodes(stmt) || symbol->type.space != checked::Space::Node) return false;
  const Stmt* first = stmt->body.front();
  return first->kind == StmtKind::Assign && first->target->kind == checked::ExprKind::Element &&
         first->target->symbol == symbol && first->target->operands[0]->symbol == stmt->loop.variable &&
         !mentions(first->value, symbol);
}

const Expr* unwidened(const Expr* expr) { return expr->kind == checked::ExprKind::Convert ? expr->operands[0] : expr; }

bool same_name_or_number(const Expr* a, const Expr* b) {
  a = unwidened(a), b = unwidened(b);
  const bool simple = a->kind == checked::ExprKind::Reference || a->kind == checked::ExprKind::Integer;
  return simple && a->kind == b->kind && a->symbol == b->symbol && a->integer == b->integer;
}

// `foreach i in 0..n`, all of it; `foreach node v` of an extent that is `node`.
bool covers(const Stmt* stmt, const Expr* extent, checked::Scalar index) {
  if (index != checked::Scalar::Long) return index == checked::Scalar::Node && visits_all_nodes(stmt);
  const checked::Loop& loop = stmt->loop;
  return stmt->kind == StmtKind::Foreach && loop.domain == checked::LoopDomain::Range && !loop.where && !loop.step &&
         loop.low->kind == checked::ExprKind::Integer && loop.low->integer == 0 &&
         same_name_or_number(loop.high, extent) && !stmt->body.empty();
}

// The first statement of the block that names the symbol, be it inside; or null.
const Stmt* first_of(const checked::Block& block, const Symbol* symbol) {
  for (const Stmt* stmt : block) {
    bool names = false;
    walk_symbols(stmt, [&](const Symbol* named) { names = names || named == symbol; });
    if (names) return stmt;
  }
  return nullptr;
}

// `foreach i in 0..n { foreach j in 0..m { x[i, j] = … } }` of an `x: [n, m] …`, and so where something that has
// nothing to do with it stands before the assignment.
bool writes_all_elements(const Stmt* stmt, const Symbol* symbol) {
  const std::vector<const Expr*>& extents = symbol->type.extents;
  std::vector<const Symbol*> indices;
  for (const Expr* extent : extents) {
    if (!covers(stmt, extent, symbol->type.indices[indices.size()]) ||
        (indices.size() + 1 < extents.size() && stmt->body.size() > 1))
      return false;
    indices.push_back(stmt->loop.variable);
    stmt = indices.size() < extents.size() ? stmt->body.front() : first_of(stmt->body, symbol);
    if (!stmt) return false;
  }
  if (stmt->kind != StmtKind::Assign || stmt->target->symbol != symbol || mentions(stmt->value, symbol)) return false;
  return std::ranges::equal(stmt->target->operands, indices, {},
                            [](const Expr* index) { return unwidened(index)->symbol; }) &&
         std::ranges::all_of(stmt->target->operands,
                             [](const Expr* index) { return unwidened(index)->kind == checked::ExprKind::Reference; });
}

// Whether the first statement that names the symbol gives every element of it a value.
bool fills(const Stmt* stmt, const Symbol* symbol) {
  if (stmt->kind == StmtKind::Fill && stmt->symbol == symbol) return !mentions(stmt->value, symbol);
  return writes_everywhere(stmt, symbol) || (!symbol->type.extents.empty() && writes_all_elements(stmt, symbol));
}

}  // namespace

std::set<const Symbol*> filled_results(const checked::Algorithm& algorithm) {
  const FirstTouches touches = first_touches(algorithm);
  std::set<const Symbol*> filled;
  for (const Symbol* result : algorithm.results) {
    const auto first = touches.find(result);
    if (first != touches.end() && fills(first->second, result)) filled.insert(result);
  }
  return filled;
}

}  // namespace maxwarp::parallel
