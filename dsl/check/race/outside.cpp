// Which of a loop's changes are seen outside of it.
// Reads only: a value that is overwritten before it is read does not matter.
#include <algorithm>

#include "dsl/check/race/region.h"

namespace maxwarp::race {

namespace {

using checked::StmtKind;

class Outside {
 public:
  explicit Outside(const Region& region) : region_(region) {}

  std::set<const Symbol*> run(const checked::Block& algorithm) {
    for (const auto& [symbol, changes] : region_.changes)
      if (symbol->kind == checked::SymbolKind::Result) seen_.insert(symbol);
    block(algorithm);
    return seen_;
  }

 private:
  void read(const Expr* expr) {
    if (!expr) return;
    if (expr->symbol && region_.is_written(expr->symbol)) seen_.insert(expr->symbol);
    for (const Expr* operand : expr->operands) read(operand);
  }

  void statement(const Stmt& stmt) {
    if (&stmt == region_.loop) return;
    read(stmt.value);
    read(stmt.payload);
    read(stmt.condition);
    if (stmt.target)
      for (const Expr* index : stmt.target->operands) read(index);
    // A reduction of a single value or element goes on from what is there.
    bool goes_on = stmt.kind == StmtKind::Reduce && region_.is_written(stmt.target->symbol);
    if (goes_on) seen_.insert(stmt.target->symbol);
    const checked::Loop& loop = stmt.loop;
    for (const Expr* part :
         {loop.of, loop.where, loop.after_where, loop.from_where, loop.low, loop.high, loop.step, loop.until})
      read(part);
    for (const Expr* node : stmt.loop.from) read(node);
    block(stmt.body);
    block(stmt.other);
    if (repeats_region(stmt)) carried(stmt.body);
  }

  void block(const checked::Block& statements) {
    for (const Stmt* stmt : statements) statement(*stmt);
  }

  bool holds_region(const checked::Block& statements) const {
    return std::ranges::any_of(statements, [&](const Stmt* stmt) {
      return stmt == region_.loop || holds_region(stmt->body) || holds_region(stmt->other);
    });
  }
  bool repeats_region(const Stmt& stmt) const {
    bool loop = stmt.kind == StmtKind::Repeat || stmt.kind == StmtKind::While || stmt.kind == StmtKind::For;
    return loop && holds_region(stmt.body);
  }

  /// What is not declared anew in each round goes from one into the next.
  void carried(const checked::Block& body) {
    for (const auto& [symbol, changes] : region_.changes) {
      bool fresh = std::ranges::any_of(
          body, [&](const Stmt* stmt) { return stmt->kind == StmtKind::Declare && stmt->symbol == symbol; });
      if (!fresh) seen_.insert(symbol);
    }
  }

  const Region& region_;
  std::set<const Symbol*> seen_;
};

}  // namespace

std::set<const Symbol*> seen_outside(const Region& region, const checked::Block& algorithm) {
  return Outside(region).run(algorithm);
}

}  // namespace maxwarp::race
