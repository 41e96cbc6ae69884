// D: whether one node's edges may be cut among threads, and what is done outside of its neighbor loops apart from them.
#include <algorithm>
#include <set>
#include <vector>

#include "compiler/analysis/operator.h"

namespace maxwarp::analysis {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

bool is_effect(const Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::Store:
    case StmtKind::Activate: return true;
    case StmtKind::Count: return !stmt->tally->first;  // one that all iterations share
    case StmtKind::Reduce:
      return !(stmt->target->kind == ExprKind::Reference && stmt->target->symbol->type.space == Space::Local);
    default: return false;
  }
}

const Expr* read_of(const Body& body, const std::set<const Symbol*>& symbols,
                    const std::function<bool(const Expr*)>& harmless) {
  const Expr* read = nullptr;
  ir::walk(body, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        if (!read && e->symbol && symbols.count(e->symbol) && e != stmt->target && !harmless(e)) read = e;
      });
  });
  return read;
}

bool changes_its_neighbor(const Stmt* change, const Stmt* loop) {
  const Expr* node = change->target->operands.size() == 1 ? change->target->operands[0] : nullptr;
  return node && node->kind == ExprKind::Reference && node->symbol == loop->symbol;
}

std::set<const Symbol*> changed_beside_neighbors(const Stmt* loop) {
  std::set<const Symbol*> symbols;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (is_effect(stmt) && stmt->target && !changes_its_neighbor(stmt, loop)) symbols.insert(stmt->target->symbol);
  });
  return symbols;
}

namespace {

// Neighbor loops may not leave anything behind in locals. What has an effect outside of them is the `rest`.
struct Cut {
  const Symbol* item;
  Fact fact = {};
  std::set<const Symbol*> outer = {};
  Body rest = {};

  void check(const Body& body) {
    for (const Stmt* stmt : body) {
      if (!fact.holds) return;
      if (stmt->kind == StmtKind::NeighborLoop) {
        check_loop(stmt);
      } else if (stmt->kind == StmtKind::If) {
        check(stmt->body);
        check(stmt->other);
      } else if (stmt->kind == StmtKind::Declare) {
        outer.insert(stmt->symbol);
      } else if (stmt->kind != StmtKind::Count && is_effect(stmt)) {
        rest.push_back(const_cast<Stmt*>(stmt));
      } else if (stmt->kind != StmtKind::OpenTally && stmt->kind != StmtKind::ClearTally) {
        fact = not_built("the operator does something outside of its neighbor loops", stmt->location);
      }
    }
  }

  void check_loop(const Stmt* loop) {
    if (loop->of != item) fact = not_built("the neighbor loop is not at the node of the parallel loop", loop->location);
    if (const Stmt* leaves = ir::break_of(loop->body))
      fact = not_built("`break` depends on which iterations ran before", leaves->location);
    ir::walk(loop->body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Count && !is_effect(stmt))
        fact = no(
            "the neighbor loop counts in `" + stmt->tally->view->name + "`, which is queried when all edges are done",
            stmt->location);
      const Symbol* local = stmt->kind == StmtKind::Assign                       ? stmt->symbol
                            : stmt->kind == StmtKind::Reduce && !is_effect(stmt) ? stmt->target->symbol
                                                                                 : nullptr;
      if (!local || !outer.count(local)) return;
      const std::string why = "the neighbor loop carries `" + local->name + "` from one edge to the next";
      // What edges add up could be a sum of sums; what each edge makes of the last one's could not.
      fact = stmt->kind == StmtKind::Reduce ? not_built(why, stmt->location) : no(why, stmt->location);
    });
  }
};

// The first expression of a statement, and of those in its body, that names one of `symbols`, or null.
const Expr* mention_of(const Stmt* stmt, const std::set<const Symbol*>& symbols) {
  const Expr* found = nullptr;
  const auto look = [&](const Expr* e) {
    if (!found && symbols.count(e->symbol)) found = e;
  };
  for (const Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, look);
  if (stmt->kind == StmtKind::NeighborLoop) ir::walk_expressions(stmt->body, look);
  return found;
}

// Reads outside of neighbor loops of what these change: at the node itself, or in front of the read. What they change
// at neighbors may be read before them, as it may be changed meanwhile by other nodes, too.
struct ReadsOfLoops {
  std::set<const Symbol*> own = {}, others = {};  // what loops change: also at the node itself, at neighbors only
  bool after = false;                             // a loop stands before the statement at hand
  Fact fact = {};

  void collect(const Stmt* loop) {
    ir::walk(loop->body, [&](const Stmt* stmt) {
      if (is_effect(stmt) && stmt->target && changes_its_neighbor(stmt, loop)) others.insert(stmt->target->symbol);
    });
    own.merge(changed_beside_neighbors(loop));
  }

  // Whether something in the condition is done outside of neighbor loops.
  static bool does_more(const Stmt* condition) {
    for (const Body* body : {&condition->body, &condition->other})
      for (const Stmt* stmt : *body)
        if (is_effect(stmt) || (stmt->kind == StmtKind::If && does_more(stmt))) return true;
    return false;
  }

  void check(const Body& body) {
    for (const Stmt* stmt : body) {
      if (stmt->kind == StmtKind::NeighborLoop || (stmt->kind == StmtKind::If && !does_more(stmt))) {
        after = true;
        continue;
      }
      for (const Expr* expr : ir::expressions_of(stmt))
        ir::walk(expr, [&](const Expr* e) {
          const bool changed = own.count(e->symbol) || (after && others.count(e->symbol));
          if (fact && changed)
            fact = not_built("the operator reads `" + e->symbol->name + "`, which a neighbor loop changes",
                             e->location);
        });
      check(stmt->body);
      check(stmt->other);
    }
  }
};

// Every part of a node evaluates the conditions around a neighbor loop, and the constants that the loop takes, for
// itself when it gets there: by then no loop may have changed at the node what they read. The loops run one after the
// other.
class EvaluatedAgain {
 public:
  explicit EvaluatedAgain(const Body& body) {
    collect(body);
    for (const Part& condition : conditions_) check(condition, condition.end);
    for (const Part& constant : constants_) check(constant, last_use(constant));
  }

  Fact fact = {};

 private:
  // A statement, and the loops from which on it has to keep its value; of a condition, those that are in it.
  struct Part {
    const Stmt* stmt;
    std::size_t begin, end;
  };

  void collect(const Body& body) {
    for (const Stmt* stmt : body) {
      const std::size_t begin = loops_.size();
      if (stmt->kind == StmtKind::NeighborLoop) loops_.push_back(stmt);
      if (stmt->kind == StmtKind::Declare) constants_.push_back({stmt, begin, begin});
      if (stmt->kind != StmtKind::If) continue;
      collect(stmt->body);
      collect(stmt->other);
      conditions_.push_back({stmt, begin, loops_.size()});
    }
  }

  // Where the last loop ends that takes the constant, or another one made of it.
  std::size_t last_use(const Part& constant) const {
    const std::set<const Symbol*> own{constant.stmt->symbol};
    std::size_t end = constant.begin;
    for (std::size_t i = constant.begin; i < loops_.size(); ++i)
      if (mention_of(loops_[i], own)) end = i + 1;
    for (const Part& condition : conditions_)
      if (mention_of(condition.stmt, own)) end = std::max(end, condition.end);
    for (const Part& other : constants_)
      if (&other > &constant && mention_of(other.stmt, own)) end = std::max(end, last_use(other));
    return end;
  }

  void check(const Part& part, std::size_t end) {
    for (std::size_t i = part.begin; fact && i < end; ++i)
      if (const Expr* read = mention_of(part.stmt, changed_beside_neighbors(loops_[i])))
        fact = not_built("the operator reads `" + read->symbol->name + "`, which a neighbor loop changes",
                         read->location);
  }

  std::vector<const Stmt*> loops_;  // in their order
  std::vector<Part> conditions_, constants_;
};

// What is done outside of the neighbor loops is done by the node itself, at another time than what its loops do.
Fact rest_apart(const parallel::Region& region, const Body& rest) {
  if (rest.empty()) return {};
  ReadsOfLoops reads;
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::NeighborLoop) reads.collect(stmt);
  });
  reads.check(region.body);
  if (!reads.fact) return reads.fact;
  std::set<const Symbol*> changed, made;
  for (const Stmt* stmt : rest) {
    if (stmt->target) changed.insert(stmt->target->symbol);
    for (const Symbol* symbol : {stmt->changed, stmt->old})
      if (symbol) made.insert(symbol);
  }
  if (const Expr* read = read_of(region.body, changed, [](const Expr*) { return false; }))
    return not_built("the operator reads `" + read->symbol->name + "`, which it changes outside of its neighbor loops",
                     read->location);
  Fact fact;
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (!fact) return;
    const bool loop = stmt->kind == StmtKind::NeighborLoop;
    const bool around = contains(stmt->body, StmtKind::NeighborLoop) || contains(stmt->other, StmtKind::NeighborLoop);
    if (const Expr* found = loop || around ? mention_of(stmt, made) : nullptr)
      fact = not_built("a neighbor loop depends on what the operator finds outside of it", found->location);
    if (const Expr* found = loop ? mention_of(stmt, changed) : nullptr)
      fact = not_built("`" + found->symbol->name + "` is changed within and outside of the neighbor loops",
                       found->location);
  });
  return fact;
}

}  // namespace

Fact cuts_apart(const parallel::Region& region) {
  if (!contains(region.body, StmtKind::NeighborLoop))
    return nothing("the operator has no neighbor loop", region.location);
  Cut cut{region.item};
  cut.check(region.body);
  if (!cut.fact) return cut.fact;
  const Fact again = EvaluatedAgain(region.body).fact;
  return again ? rest_apart(region, cut.rest) : again;
}

}  // namespace maxwarp::analysis
