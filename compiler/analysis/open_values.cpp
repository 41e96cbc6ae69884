// Goes through the program until nothing new is found. `depends` says whether what is reached runs, or how often,
// because of an open value.
#include "compiler/analysis/open_values.h"

namespace maxwarp::analysis {
namespace {

using checked::Expr;
using checked::Loop;
using checked::Reduction;
using checked::Stmt;
using checked::StmtKind;
using checked::Symbol;

class OpenValues {
 public:
  std::set<const Symbol*> run(const checked::Algorithm& algorithm) {
    do {
      changed_ = false;
      block(algorithm.body, false, {});
    } while (changed_);
    return open_;
  }

 private:
  // The loops around a statement: what `break` leaves, and whose active nodes `activate` makes.
  struct Around {
    const Stmt *loop = nullptr, *rounds = nullptr;
  };

  template <typename Set, typename Value>
  void mark(Set& set, Value value) {
    if (value && set.insert(value).second) changed_ = true;
  }

  bool is_open(const Expr* expr) const {
    if (!expr) return false;
    if (expr->latest || open_.count(expr->symbol) != 0) return true;
    for (const Expr* operand : expr->operands)
      if (is_open(operand)) return true;
    return false;
  }

  bool is_open(const Loop& loop) const {
    for (const Expr* part :
         {loop.of, loop.where, loop.after_where, loop.low, loop.high, loop.step, loop.from_where, loop.until})
      if (is_open(part)) return true;
    for (const Expr* from : loop.from)
      if (is_open(from)) return true;
    return open_.count(loop.set) != 0 || open_.count(loop.from_set) != 0;
  }

  void block(const checked::Block& body, bool depends, Around around) {
    for (const Stmt* stmt : body) visit(*stmt, depends, around);
  }

  void visit(const Stmt& stmt, bool depends, Around around) {
    const bool open = depends || is_open(stmt.value) || is_open(stmt.target) || is_open(stmt.condition) ||
                      is_open(stmt.loop) || irregular_.count(&stmt) != 0;
    if (open) leave_open(stmt, around);
    if (stmt.kind == StmtKind::Reduce) reduce(stmt, open);
    switch (stmt.kind) {
      case StmtKind::Iterate: around.rounds = &stmt; [[fallthrough]];
      case StmtKind::Foreach:
      case StmtKind::Repeat:
      case StmtKind::While:
      case StmtKind::For: around.loop = &stmt; break;
      default: break;
    }
    block(stmt.body, open, around);
    block(stmt.other, open, around);
  }

  // Who wins is open even where everything offered is not.
  void reduce(const Stmt& stmt, bool open) {
    const bool chooses = stmt.reduction == Reduction::Any;
    if (chooses) mark(open_, stmt.target->symbol);
    if (chooses) mark(open_, stmt.changed);
    mark(open_, stmt.old);
    if (stmt.payload_target) mark(open_, stmt.payload_target->symbol);
    if (open) mark(open_, stmt.changed);
  }

  void leave_open(const Stmt& stmt, Around around) {
    mark(open_, stmt.symbol);
    if (stmt.target) mark(open_, stmt.target->symbol);
    for (const Symbol* symbol : {stmt.loop.variable, stmt.loop.target, stmt.loop.edge}) mark(open_, symbol);
    if (stmt.kind == StmtKind::Activate) mark(irregular_, around.rounds);
    if (stmt.kind == StmtKind::Break) mark(irregular_, around.loop);
  }

  std::set<const Symbol*> open_;
  std::set<const Stmt*> irregular_;  // loops whose iterations or active nodes depend on open values
  bool changed_ = false;
};

}  // namespace

std::set<const Symbol*> open_values(const checked::Algorithm& algorithm) { return OpenValues().run(algorithm); }

}  // namespace maxwarp::analysis
