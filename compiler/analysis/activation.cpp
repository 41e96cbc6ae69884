// Activated once: `if x[w] min= u { activate w }` with one value `u` for the whole round. The first of all that offer
// `u` changes the element; it is no larger from then on, and nothing else changes it.
//
// Holds: `if level[w] min= round { activate w }`. Does not: `if level[w] == inf { level[w] = round; activate w }`, for
// several threads may find the element open before one of them stores; `if x[w] min= x[v] + 1 { activate w }`, for one
// offer may be followed by a better one.
#include "compiler/analysis/activation.h"

#include <algorithm>
#include <set>
#include <vector>

#include "compiler/analysis/operator.h"
#include "compiler/analysis/settling.h"
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

/// Looks for an activation that no change decides on.
class Unfounded {
 public:
  Unfounded(const Body& body, const ir::Symbol* round) : round_(round) {
    ir::walk(body, [&](const Stmt* stmt) {
      if (!is_effect(stmt) || !stmt->target) return;
      changed_.insert(stmt->target->symbol);
      const bool moves = stmt->kind == StmtKind::Reduce && stmt->changed && stmt->reduction != ir::Reduction::Any &&
                         stmt->reduction != ir::Reduction::Exchange;
      if (moves) outcomes_.insert(stmt->changed);
    });
    look(body, false);
  }

  Fact fact;

 private:
  bool names(const ir::Expr* condition, const std::set<const ir::Symbol*>& symbols) const {
    bool found = false;
    ir::walk(condition, [&](const ir::Expr* e) { found = found || symbols.contains(e->symbol); });
    return found;
  }

  // One operand of `and` that tells of a change is enough.
  bool tells_of_change(const ir::Expr* condition) const {
    const bool both = condition->kind == ExprKind::Binary && condition->binary_op == ir::BinaryOp::And;
    if (both) return std::ranges::any_of(condition->operands, [&](const ir::Expr* e) { return tells_of_change(e); });
    return condition->kind == ExprKind::Reference && outcomes_.contains(condition->symbol);
  }

  // `open`: a condition around them asks for what the operator changes.
  void look(const Body& body, bool open) {
    for (const Stmt* stmt : body) {
      if (stmt->kind == StmtKind::Activate && fact)
        fact = open ? not_built("it is not known that the condition of this activation ends", stmt->location)
                    : no("a node is activated whether or not anything has changed", stmt->location);
      const bool condition = stmt->kind == StmtKind::If;
      const bool asks = open || (condition && names(stmt->condition, changed_));
      const bool founded = condition && (tells_of_change(stmt->condition) || settles_itself(stmt, round_));
      if (!founded) look(stmt->body, asks);
      look(stmt->other, asks);
    }
  }

  const ir::Symbol* round_;
  std::set<const ir::Symbol*> changed_, outcomes_;
};

}  // namespace

Fact activates_changes(const parallel::Region& region, const ir::Symbol* round) {
  return Unfounded(region.body, round).fact;
}

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
