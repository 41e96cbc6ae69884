// Follows values from where they are open to what reads them, each statement once. What depends on an open value is
// everything that runs, or how often it runs, because of it.
#include "compiler/analysis/open_values.h"

#include <unordered_map>
#include <vector>

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
    block(algorithm.body, {});
    while (!waiting_.empty()) {
      Place& place = places_[waiting_.back()];
      const std::size_t number = waiting_.back();
      waiting_.pop_back();
      if (std::exchange(place.open, true)) continue;
      leave_open(place);
      for (std::size_t inner = number + 1; inner < place.end; inner = places_[inner].end) waiting_.push_back(inner);
    }
    return std::move(open_);
  }

 private:
  // The loops around a statement: what `break` leaves, and whose active nodes `activate` makes.
  struct Around {
    const Stmt *loop = nullptr, *rounds = nullptr;
  };
  // A statement; those inside of it have the numbers behind its own, up to `end`.
  struct Place {
    const Stmt* stmt;
    Around around;
    std::size_t end = 0;
    bool open = false;
  };

  void block(const checked::Block& body, Around around) {
    for (const Stmt* stmt : body) visit(*stmt, around);
  }

  void visit(const Stmt& stmt, Around around) {
    const std::size_t number = places_.size();
    places_.push_back({&stmt, around});
    numbers_[&stmt] = number;
    for (const Expr* expr : {stmt.value, stmt.target, stmt.condition}) read(expr, number);
    read(stmt.loop, number);
    if (stmt.kind == StmtKind::Reduce) reduce(stmt);
    switch (stmt.kind) {
      case StmtKind::Iterate: around.rounds = &stmt; [[fallthrough]];
      case StmtKind::Foreach:
      case StmtKind::Repeat:
      case StmtKind::While:
      case StmtKind::For: around.loop = &stmt; break;
      default: break;
    }
    block(stmt.body, around);
    block(stmt.other, around);
    places_[number].end = places_.size();
  }

  void read(const Loop& loop, std::size_t number) {
    for (const Expr* part :
         {loop.of, loop.where, loop.after_where, loop.low, loop.high, loop.step, loop.from_where, loop.until})
      read(part, number);
    for (const Expr* from : loop.from) read(from, number);
    read(loop.set, number);
    read(loop.from_set, number);
  }

  void read(const Expr* expr, std::size_t number) {
    if (!expr) return;
    if (expr->latest) waiting_.push_back(number);
    read(expr->symbol, number);
    for (const Expr* operand : expr->operands) read(operand, number);
  }

  void read(const Symbol* symbol, std::size_t number) {
    if (!symbol) return;
    readers_[symbol].push_back(number);
    if (open_.contains(symbol)) waiting_.push_back(number);
  }

  void mark(const Symbol* symbol) {
    if (!symbol || !open_.insert(symbol).second) return;
    const auto found = readers_.find(symbol);
    if (found != readers_.end()) waiting_.insert(waiting_.end(), found->second.begin(), found->second.end());
  }

  // Iterations, or active nodes, depend on an open value.
  void mark_loop(const Stmt* loop) {
    if (loop) waiting_.push_back(numbers_.at(loop));
  }

  // Who wins is open even where everything offered is not.
  void reduce(const Stmt& stmt) {
    const bool chooses = stmt.reduction == Reduction::Any;
    if (chooses) mark(stmt.target->symbol);
    if (chooses) mark(stmt.changed);
    mark(stmt.old);
    if (stmt.payload_target) mark(stmt.payload_target->symbol);
  }

  void leave_open(const Place& place) {
    const Stmt& stmt = *place.stmt;
    for (const Symbol* symbol : {stmt.symbol, stmt.changed, stmt.loop.variable, stmt.loop.target, stmt.loop.edge})
      mark(symbol);
    if (stmt.target) mark(stmt.target->symbol);
    if (stmt.kind == StmtKind::Activate) mark_loop(place.around.rounds);
    if (stmt.kind == StmtKind::Break) mark_loop(place.around.loop);
  }

  std::vector<Place> places_;
  std::unordered_map<const Stmt*, std::size_t> numbers_;
  std::unordered_map<const Symbol*, std::vector<std::size_t>> readers_;
  std::set<const Symbol*> open_;
  std::vector<std::size_t> waiting_;  // statements that are found open
};

}  // namespace

std::set<const Symbol*> open_values(const checked::Algorithm& algorithm) { return OpenValues().run(algorithm); }

}  // namespace maxwarp::analysis
