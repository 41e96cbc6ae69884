// Collects the accesses of a region in the order of the text.
// Each carries copies of the loops, conditions and blocks around it.
#include <utility>

#include "dsl/check/race/region.h"

namespace maxwarp::race {

namespace {

using checked::ExprKind;
using checked::StmtKind;

class Collector {
 public:
  explicit Collector(Region& region) : region_(region) {}

  void run(const Stmt& loop) {
    region_.loop = &loop;
    loop_body(loop);
    for (const Access& access : region_.accesses)
      if (access.action == Action::Write || access.action == Action::Reduce) region_.written.insert(access.symbol);
  }

 private:
  struct Sink {
    const Guard* guard = nullptr;
    const Stmt* reduction = nullptr;
  };

  Access& add(Action action, Location location) {
    Access& access = region_.accesses.emplace_back();
    access.action = action;
    access.location = location;
    access.loops = loops_;
    access.guards = guards_;
    access.blocks = blocks_;
    access.earlier = earlier_;
    return access;
  }

  void read(const Expr& expr, Sink sink) {
    if (expr.kind == ExprKind::Reference) return read_reference(expr, sink);
    if (expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round) add(Action::Round, expr.location);
    bool membership = expr.kind == ExprKind::Contains;  // an element of the set, so to speak
    if (expr.kind == ExprKind::Element || membership) {
      Access& access = add(Action::Read, expr.location);
      access.symbol = expr.symbol;
      access.index = expr.operands;
      access.latest = expr.latest;
      access.sink_guard = sink.guard;
      access.sink_reduction = sink.reduction;
      sink = {};  // where the element lies is another question than what its value decides
    }
    for (const Expr* operand : expr.operands) read(*operand, sink);
  }

  void read_reference(const Expr& expr, Sink sink) {
    const Symbol& symbol = *expr.symbol;
    bool local_constant = symbol.kind == checked::SymbolKind::Constant && region_.locals.contains(&symbol);
    if (local_constant && symbol.initial) {
      bool outer = std::exchange(earlier_, true);
      read(*symbol.initial, sink);
      earlier_ = outer;
      return;
    }
    Access& access = add(Action::Read, expr.location);
    access.symbol = &symbol;
    access.sink_guard = sink.guard;
    access.sink_reduction = sink.reduction;
  }

  void change(Action action, const Stmt& stmt) {
    Access& access = add(action, stmt.target->location);
    access.symbol = stmt.target->symbol;
    access.index = stmt.target->operands;
    access.value = stmt.value;
    access.stmt = &stmt;
  }

  /// What a reduction writes with its value: a write that goes together with any other of its kind.
  void payload(const Stmt& stmt) {
    read(*stmt.payload, {});
    change(Action::Write, stmt);
    Access& access = region_.accesses.back();
    access.symbol = stmt.payload_target->symbol;
    access.location = stmt.payload_target->location;
    access.value = stmt.payload;
    access.is_payload = true;
  }

  void activate(const Stmt& stmt) {
    read(*stmt.value, {});
    Access& access = add(Action::Activate, stmt.value->location);
    access.index = {stmt.value};
    access.stmt = &stmt;
  }

  void declare(const Symbol& symbol) { region_.locals[&symbol] = {loops_.size(), guards_}; }

  void outcome(const Symbol* symbol, const Stmt& stmt) {
    if (!symbol) return;
    declare(*symbol);
    region_.outcomes[symbol] = &stmt;
  }

  const Guard& guard(Guard::Kind kind, const Expr& condition) {
    Guard& guard = region_.guards.emplace_back();
    guard.kind = kind;
    guard.condition = &condition;
    if (condition.kind == ExprKind::Reference) {
      auto found = region_.outcomes.find(condition.symbol);
      bool changed = found != region_.outcomes.end() && found->second->changed == condition.symbol;
      if (changed) guard.test = found->second;
    }
    return guard;
  }

  void block(const checked::Block& statements) {
    blocks_.push_back(&statements);
    for (const Stmt* stmt : statements) statement(*stmt);
    blocks_.pop_back();
  }

  void guarded(const Guard& guard, const checked::Block& statements) {
    guards_.push_back(&guard);
    block(statements);
    guards_.pop_back();
  }

  void conditional(const Stmt& stmt) {
    const Guard& yes = guard(Guard::Kind::If, *stmt.condition);
    read(*stmt.condition, {&yes, nullptr});
    guarded(yes, stmt.body);
    if (stmt.other.empty()) return;
    Guard& no = region_.guards.emplace_back(yes);
    no.kind = Guard::Kind::Else;
    no.of = &yes;
    guarded(no, stmt.other);
  }

  void loop_body(const Stmt& stmt) {
    loops_.push_back(&stmt);
    bool range = stmt.kind == StmtKind::Foreach && stmt.loop.domain == checked::LoopDomain::Range;
    if (range) region_.ranges[stmt.loop.variable] = &stmt;
    bool outer = std::exchange(serial_, false);
    if (stmt.loop.where) {
      const Guard& where = guard(Guard::Kind::If, *stmt.loop.where);
      read(*stmt.loop.where, {&where, nullptr});
      guarded(where, stmt.body);
    } else {
      block(stmt.body);
    }
    serial_ = outer;
    loops_.pop_back();
  }

  void counted(const Stmt& stmt) {
    for (const Expr* part : {stmt.loop.low, stmt.loop.high, stmt.loop.step})
      if (part) read(*part, {});
    region_.ranges[stmt.loop.variable] = &stmt;
    bool outer = std::exchange(serial_, true);
    block(stmt.body);
    serial_ = outer;
  }

  void repeated(const Stmt& stmt) {
    bool outer = std::exchange(serial_, true);
    rounds(stmt);
    serial_ = outer;
  }

  void rounds(const Stmt& stmt) {
    region_.has_own_rounds |= stmt.kind == StmtKind::Repeat;
    if (stmt.value) read(*stmt.value, {});
    const Expr* condition = stmt.condition;
    if (!condition) return block(stmt.body);
    const Guard& guard = this->guard(Guard::Kind::While, *condition);
    guarded(guard, stmt.body);
    read(*condition, {&guard, nullptr});
  }

  void leave(const Stmt& stmt) {
    Access& access = add(Action::Break, stmt.location);
    access.stmt = &stmt;
    access.serial = serial_;
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Declare:
        declare(*stmt.symbol);
        // The value of a constant counts where it is used.
        if (stmt.value && stmt.symbol->kind != checked::SymbolKind::Constant) read(*stmt.value, {});
        return;
      case StmtKind::Assign:
        read(*stmt.value, {});
        for (const Expr* index : stmt.target->operands) read(*index, {});
        return change(Action::Write, stmt);
      case StmtKind::Reduce:
        read(*stmt.value, {nullptr, &stmt});
        for (const Expr* index : stmt.target->operands) read(*index, {});
        change(Action::Reduce, stmt);
        if (stmt.payload) payload(stmt);
        outcome(stmt.changed, stmt);
        return outcome(stmt.old, stmt);
      case StmtKind::If: return conditional(stmt);
      case StmtKind::Foreach:
        for (const Expr* part : {stmt.loop.of, stmt.loop.low, stmt.loop.high, stmt.loop.step})
          if (part) read(*part, {});
        return loop_body(stmt);
      case StmtKind::Repeat:
      case StmtKind::While: return repeated(stmt);
      case StmtKind::For: return counted(stmt);
      case StmtKind::Activate: return activate(stmt);
      case StmtKind::Break: return leave(stmt);
      case StmtKind::Fill:
      case StmtKind::Iterate:
      case StmtKind::Assert: return;  // the checker allows none of them in a parallel loop
    }
  }

  Region& region_;
  std::vector<const Stmt*> loops_;
  std::vector<const Guard*> guards_;
  std::vector<const checked::Block*> blocks_;
  bool earlier_ = false;  // in the value of a constant that is used here
  bool serial_ = false;   // in a `while` or `for` of the innermost parallel loop
};

}  // namespace

Region collect(const Stmt& loop) {
  Region region;
  Collector(region).run(loop);
  return region;
}

}  // namespace maxwarp::race
