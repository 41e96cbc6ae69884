// What `after` gives: an iteration sees what those before it have done.
// Legal: `after neighbor w where c(v, w) { foreach neighbor w of v where c(v, w) { x[v] += x[w] } }`. Illegal: the same
// loop without the condition, since the other neighbors come later, or at the same time.
#include <algorithm>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"
#include "dsl/diagnostics.h"

namespace maxwarp::race {

namespace {

using checked::ExprKind;
using checked::LoopDomain;

/// Compares the condition of `after` with conditions of the body, where its variables have other names.
class Condition {
 public:
  /// `node` and `other` stand for the variables of the loop and of its `after`.
  Condition(const Region& region, const Symbol& node, const Symbol& other)
      : region_(region), node_(node), other_(other) {}

  /// Whether it holds where the access stands, or, of a read, where what it decides comes out as false otherwise.
  bool covers(const Access& access) const {
    const Expr* condition = region_.loop->loop.after_where;
    return !condition || given(region_, Premise::OrderCondition, all_parts(*condition, access));
  }

 private:
  bool all_parts(const Expr& part, const Access& access) const {
    bool both = part.kind == ExprKind::Binary && part.binary_op == checked::BinaryOp::And;
    if (both) return all_parts(*part.operands[0], access) && all_parts(*part.operands[1], access);
    auto has_part = [&](const Guard* guard) {
      return guard && guard->kind == Guard::Kind::If && is_part(part, *guard->conditions[0]);
    };
    return std::ranges::any_of(access.at->guards, has_part) || (access.use && has_part(access.use->guard));
  }

  bool is_part(const Expr& part, const Expr& condition) const {
    const Expr& expr = looked_through(region_, condition);
    if (is_same(part, expr)) return true;
    bool both = expr.kind == ExprKind::Binary && expr.binary_op == checked::BinaryOp::And;
    return both && (is_part(part, *expr.operands[0]) || is_part(part, *expr.operands[1]));
  }

  bool is_same(const Expr& part, const Expr& given) const {
    const Expr& expr = looked_through(region_, given);
    if (part.kind == ExprKind::Reference) {
      const Symbol* symbol = part.symbol == region_.loop->loop.variable ? &node_
                             : part.symbol == region_.loop->loop.after  ? &other_
                                                                        : part.symbol;
      return expr.kind == ExprKind::Reference && expr.symbol == symbol;
    }
    bool own_round = part.kind == ExprKind::Call && part.builtin == checked::Builtin::Round && region_.has_own_rounds;
    return !own_round && is_same_kind(part, expr) &&
           std::ranges::equal(part.operands, expr.operands,
                              [&](const Expr* a, const Expr* b) { return is_same(*a, *b); });
  }

  const Region& region_;
  const Symbol &node_, &other_;
};

LoopDomain reverse(LoopDomain domain) {
  if (domain == LoopDomain::Neighbors) return LoopDomain::InNeighbors;
  return domain == LoopDomain::InNeighbors ? LoopDomain::Neighbors : domain;
}

bool is_node(const Access& access, const Symbol* symbol) {
  return access.index.size() == 1 && access.index[0]->kind == ExprKind::Reference && access.index[0]->symbol == symbol;
}

/// The variable of the loop over neighbors of the region's node, in `domain`, whose element is touched; or null.
const Symbol* neighbor_of(const Region& region, const Access& access, LoopDomain domain) {
  for (const Stmt* loop : access.at->loops) {
    const checked::Loop& head = loop->loop;
    bool walks = head.domain == domain || (domain == LoopDomain::Adjacent && head.domain != LoopDomain::Range);
    bool own = head.of && head.of->kind == ExprKind::Reference && head.of->symbol == region.loop->loop.variable;
    if (given(region, Premise::OrderNeighbor, walks && own) && is_node(access, head.variable)) return head.variable;
  }
  return nullptr;
}

}  // namespace

bool is_ordered(const Region& region, const Access& read, const Access& change) {
  const checked::Loop& loop = region.loop->loop;
  if (!loop.after || read.action != Action::Read || !is_change(change) || read.symbol != change.symbol) return false;
  // An iteration before writes at itself, and it is read here: `x[w]`.
  const Symbol* earlier = neighbor_of(region, read, loop.after_domain);
  if (earlier && given(region, Premise::OrderOwn, is_node(change, loop.variable)))
    return Condition(region, *loop.variable, *earlier).covers(read);
  // An iteration before writes here, and it is read here: `x[v]`.
  const Symbol* later = neighbor_of(region, change, reverse(loop.after_domain));
  return later && is_node(read, loop.variable) && Condition(region, *later, *loop.variable).covers(change);
}

void check_order(const Region& region, Diagnostics& diagnostics) {
  const checked::Loop& loop = region.loop->loop;
  if (!loop.after) return;
  for (const Access& access : region.accesses) {
    if (!is_change(access)) continue;
    for (const Expr* condition : {loop.where, loop.after_where})
      if (condition && !given(region, Premise::OrderKept, !mentions(region, *condition, *access.symbol))) {
        diagnostics.report(diag::OrderChanges, condition->location, access.symbol->name)
            .note(diag::ChangedHere, access.location, access.symbol->name);
        return;
      }
  }
}

}  // namespace maxwarp::race
