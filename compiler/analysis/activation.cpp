// Activated once: `if x[w] min= u { activate w }` with one value `u` for the whole round. The first of all that offer
// `u` changes the element; it is no larger from then on, and nothing else changes it.
//
// Holds: `if level[w] min= round { activate w }`. Does not: `if level[w] == inf { level[w] = round; activate w }`, for
// several threads may find the element open before one of them stores; `if x[w] min= x[v] + 1 { activate w }`, for one
// offer may be followed by a better one.
#include "compiler/analysis/activation.h"

#include <algorithm>
#include <vector>

#include "compiler/analysis/operator.h"
#include "compiler/parallel/first_change.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;

std::vector<const Stmt*> activations_of(const Body& body) {
  std::vector<const Stmt*> found;
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Activate) found.push_back(stmt);
  });
  return found;
}

// The reduction beside `condition`, in the same body, whose outcome it asks for; or null.
const Stmt* asked_reduction(const Body& body, const Stmt* condition) {
  if (condition->kind != StmtKind::If || condition->condition->kind != ExprKind::Reference) return nullptr;
  for (const Stmt* stmt : body)
    if (stmt->kind == StmtKind::Reduce && stmt->changed && stmt->changed == condition->condition->symbol) return stmt;
  return nullptr;
}

// The reduction that decides on the activation, which stands right under the question for its outcome; or null.
const Stmt* decides_on(const Stmt* activation, const Body& body) {
  for (const Stmt* stmt : body) {
    if (std::ranges::find(stmt->body, activation) != stmt->body.end()) return asked_reduction(body, stmt);
    for (const Body* inner : {&stmt->body, &stmt->other})
      if (const Stmt* found = decides_on(activation, *inner)) return found;
  }
  return nullptr;
}

int changes_of(const Body& body, const ir::Symbol* property) {
  int count = 0;
  ir::walk(body,
           [&](const Stmt* stmt) { count += is_effect(stmt) && stmt->target && stmt->target->symbol == property; });
  return count;
}

}  // namespace

Fact activated_once(const parallel::Region& region, const ir::Symbol* round) {
  const std::vector<const Stmt*> activations = activations_of(region.body);
  if (activations.empty()) return {};
  if (activations.size() > 1) return no("a node may be activated at two places", activations[1]->location);
  const Stmt* activation = activations.front();
  const Stmt* reduce = decides_on(activation, region.body);
  if (!reduce)
    return no("no reduction tells a single thread that it has changed the activated node", activation->location);
  const ir::Expr* node = activation->value;
  const bool own = node->kind == ExprKind::Reference && ir::is_element_at(reduce->target, node->symbol);
  if (!own || !parallel::changes_once(reduce, round) || changes_of(region.body, reduce->target->symbol) != 1)
    return no("`" + reduce->target->symbol->name + "` may change several times in a round", reduce->location);
  return {};
}

}  // namespace maxwarp::analysis
