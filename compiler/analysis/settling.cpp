// S, A and L, from the operator: it is all of a round that changes anything.
#include "compiler/analysis/settling.h"

#include <algorithm>
#include <limits>

#include "compiler/analysis/operator.h"
#include "compiler/analysis/question.h"
#include "compiler/parallel/first_change.h"

namespace maxwarp::analysis {
namespace {

using ir::BinaryOp;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// The rounds count from 1.
bool differs(const Expr* value, std::int64_t constant, const Expr* element, const Symbol* round) {
  if (const auto own = constant_of(value)) return *own != constant;
  const bool counts = value->kind == ExprKind::Reference && value->symbol == round;
  const bool unreached = constant <= 0 ||
                         (element->scalar == Scalar::Int && constant == std::numeric_limits<std::int32_t>::max());
  return counts && unreached;
}

int mentions_in(const Body& body, const Symbol* property) {
  int count = 0;
  ir::walk(body, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) { count += e->symbol == property; });
  });
  return count;
}

class Search {
 public:
  explicit Search(const parallel::Control& rounds) : rounds_(rounds), body_(rounds.region.body) {}

  Settling run() {
    const Stmt* loop = only_loop(body_);
    const bool guarded = loop && loop->body.size() == 1 && loop->body[0]->kind == StmtKind::If &&
                         loop->body[0]->other.empty();
    if (!guarded)
      return refused("its effects are not those of one neighbor loop under one condition", rounds_.region.location,
                     settles_anywhere());
    const Stmt* condition = loop->body[0];
    for (const Expr* open : conjuncts_of(condition->condition))
      if (const auto question = question_of(open, loop->symbol))
        if (const Stmt* store = store_of(condition->body, *question)) return check(loop, open, *question, store);
    return refused("no value that the condition tests is settled by a store", condition->location, settles_anywhere());
  }

 private:
  static const Stmt* store_of(const Body& body, const Question& question) {
    for (const Stmt* stmt : body)
      if (stmt->kind == StmtKind::Store && stmt->target->symbol == question.element->symbol) return stmt;
    return nullptr;
  }

  Settling check(const Stmt* loop, const Expr* open, const Question& question, const Stmt* store) const {
    const Symbol* property = question.element->symbol;
    const std::string name = "`" + property->name + "`";
    const Scalar scalar = question.element->scalar;
    const bool plain = scalar == Scalar::Int || scalar == Scalar::Long || scalar == Scalar::Bool ||
                       scalar == Scalar::Node;
    const bool uniform = parallel::is_uniform(store->value, rounds_.round) &&
                         ir::is_element_at(store->target, loop->symbol);
    Settling found{{}, property, open, loop->symbol, stores_of_round(loop, property)};
    if (!plain || !uniform || !differs(store->value, question.constant, question.element, rounds_.round))
      found.fact = no("not every store to " + name + " in a round is known to be of one other value", store->location);
    else if (mentions_in(body_, property) != 2)
      found.fact = not_built("the operator has more to do with " + name, store->location);
    else if (const Stmt* other = other_activation(loop))
      found.fact = no("a node is activated that is not settled", other->location);
    return found;
  }

  // Those to `property`, and to others that the operator does not name again: of one value for the whole round.
  std::vector<const Stmt*> stores_of_round(const Stmt* loop, const Symbol* property) const {
    std::vector<const Stmt*> stores;
    for (const Stmt* stmt : loop->body[0]->body) {
      if (stmt->kind != StmtKind::Store || !ir::is_element_at(stmt->target, loop->symbol)) continue;
      const Symbol* stored = stmt->target->symbol;
      const bool alone = mentions_in(body_, stored) == 1 && parallel::is_uniform(stmt->value, rounds_.round);
      if (stored == property || alone) stores.push_back(stmt);
    }
    return stores;
  }

  // All activations are those of the neighbor, right under the condition.
  const Stmt* other_activation(const Stmt* loop) const {
    const Body& settled = loop->body[0]->body;
    const Stmt* other = nullptr;
    bool any = false;
    ir::walk(body_, [&](const Stmt* stmt) {
      if (stmt->kind != StmtKind::Activate) return;
      const bool own = std::ranges::find(settled, stmt) != settled.end() && stmt->value->kind == ExprKind::Reference &&
                       stmt->value->symbol == loop->symbol;
      any = any || own;
      if (!own) other = stmt;
    });
    return other ? other : any ? nullptr : loop;
  }

  // Whether something settles, in a form that is not built; else there is nothing that could have a bit.
  bool settles_anywhere() const {
    bool any = false;
    ir::walk(body_, [&](const Stmt* stmt) {
      any = any || (stmt->kind == StmtKind::If && settles_itself(stmt, rounds_.round));
    });
    return any;
  }

  static Settling refused(std::string why, Location place, bool limit) {
    return {limit ? not_built(std::move(why), place) : nothing(std::move(why), place)};
  }

  const parallel::Control& rounds_;
  const Body& body_;
};

}  // namespace

bool settles_itself(const Stmt* condition, const Symbol* round) {
  const std::vector<const Expr*> asked = conjuncts_of(condition->condition);
  return std::ranges::any_of(condition->body, [&](const Stmt* stmt) {
    if (stmt->kind != StmtKind::Store || stmt->target->kind != ExprKind::Element) return false;
    const Expr* node = stmt->target->operands[0];
    return std::ranges::any_of(asked, [&](const Expr* e) {
      const auto question = node->kind == ExprKind::Reference ? question_of(e, node->symbol) : std::nullopt;
      return question && question->element->symbol == stmt->target->symbol &&
             differs(stmt->value, question->constant, question->element, round);
    });
  });
}

Settling settling(const parallel::Control& rounds) { return Search(rounds).run(); }

}  // namespace maxwarp::analysis
