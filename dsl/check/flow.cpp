// Goes through the program until nothing new is found. `depends` says whether what is reached runs, or how often,
// because of an origin.
#include "dsl/check/flow.h"

#include <algorithm>

namespace maxwarp::checked {
namespace {

class Flow {
 public:
  explicit Flow(const Origins& origins) : origins_(origins) {}

  std::set<const Symbol*> run(const Block& body) {
    do {
      grown_ = false;
      block(body, false, {});
    } while (grown_);
    return reached_;
  }

 private:
  // The loops around a statement: what `break` leaves, and whose active nodes `activate` makes.
  struct Around {
    const Stmt *loop = nullptr, *rounds = nullptr;
    bool outcomes = false;  // of reductions are reached
  };

  template <typename Set, typename Value>
  void mark(Set& set, Value value) {
    if (value && set.insert(value).second) grown_ = true;
  }

  bool is_reached(const Expr& expr) const {
    if (origins_.reads.contains(&expr) || reached_.contains(expr.symbol)) return true;
    return std::ranges::any_of(expr.operands, [&](const Expr* operand) { return is_reached(*operand); });
  }

  bool is_reached(const Stmt& stmt) const {
    bool found = reached_.contains(stmt.loop.set) || reached_.contains(stmt.loop.from_set) ||
                 irregular_.contains(&stmt);
    for_each_expression(stmt, [&](const Expr& expr) {
      const bool reads = &expr != stmt.target && &expr != stmt.payload_target;
      found = found || (reads ? is_reached(expr) : std::ranges::any_of(expr.operands, [&](const Expr* index) {
                return is_reached(*index);
              }));
    });
    return found;
  }

  void block(const Block& body, bool depends, Around around) {
    for (const Stmt* stmt : body) visit(*stmt, depends, around);
  }

  void visit(const Stmt& stmt, bool depends, Around around) {
    const bool reached = depends || is_reached(stmt);
    if (reached) reach(stmt, around);
    around.outcomes = around.outcomes || origins_.outcomes.contains(&stmt);
    if (stmt.kind == StmtKind::Reduce) reduction(stmt, around);
    switch (stmt.kind) {
      case StmtKind::Iterate: around.rounds = &stmt; [[fallthrough]];
      case StmtKind::Foreach:
      case StmtKind::Repeat:
      case StmtKind::While:
      case StmtKind::For: around.loop = &stmt; break;
      default: break;
    }
    block(stmt.body, reached, around);
    block(stmt.other, reached, around);
  }

  void reduction(const Stmt& stmt, Around around) {
    const bool target = origins_.targets.contains(&stmt);
    if (target) mark(reached_, stmt.target->symbol);
    if (origins_.payloads.contains(&stmt)) mark(reached_, stmt.payload_target->symbol);
    if (!target && !around.outcomes && !reached_.contains(stmt.target->symbol)) return;
    mark(reached_, stmt.old);
    mark(reached_, stmt.changed);
  }

  // What the statement changes.
  void reach(const Stmt& stmt, Around around) {
    mark(reached_, stmt.symbol);
    if (stmt.target) mark(reached_, stmt.target->symbol);
    if (stmt.payload_target) mark(reached_, stmt.payload_target->symbol);
    for (const Symbol* symbol : {stmt.loop.variable, stmt.loop.target, stmt.loop.edge, stmt.old, stmt.changed})
      mark(reached_, symbol);
    if (stmt.kind == StmtKind::Activate) mark(irregular_, around.rounds);
    if (stmt.kind == StmtKind::Break) mark(irregular_, around.loop);
  }

  const Origins& origins_;
  std::set<const Symbol*> reached_;
  std::set<const Stmt*> irregular_;  // loops whose iterations or active nodes depend on an origin
  bool grown_ = false;
};

}  // namespace

void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit) {
  const Loop& loop = stmt.loop;
  for (const Expr* expr : {stmt.target, stmt.value, stmt.payload_target, stmt.payload, stmt.condition, loop.of,
                           loop.where, loop.after_where, loop.low, loop.high, loop.step, loop.from_where, loop.until})
    if (expr) visit(*expr);
  for (const Expr* expr : loop.from) visit(*expr);
}

std::set<const Symbol*> reached_from(const Algorithm& algorithm, const Origins& origins) {
  return Flow(origins).run(algorithm.body);
}

}  // namespace maxwarp::checked
