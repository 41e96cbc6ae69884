// Dead values: a walk collects what is read, another removes what stores the rest, until nothing changes.
#include "compiler/parallel/unused.h"

#include <set>
#include <utility>
#include <vector>

namespace maxwarp::parallel {
namespace {

using ir::Stmt;
using ir::StmtKind;

/// The symbols that something reads. What a statement reads of the variable that it writes does not count:
/// `count = count + 1`.
class Reads {
 public:
  explicit Reads(const Program& program) {
    for (const Symbol* result : program.algorithm->results) read_.insert(result);
    for (const Symbol* property : program.properties)
      for (const Expr* extent : property->type.extents) add(extent);
    add(program.body);
    // What is counted is kept where something asks for a part of it.
    for (const ir::Tally* tally : tallies_)
      if (counts_for(*tally)) read_.insert({tally->view, tally->keys, tally->counts});
  }

  bool counts_for(const ir::Tally& tally) const {
    return contain(tally.view) || (tally.keys && contain(tally.keys)) || contain(tally.counts);
  }

  bool contain(const Symbol* symbol) const { return read_.contains(symbol); }

 private:
  void add(const Expr* expr, const Symbol* written = nullptr) {
    ir::walk(expr, [&](const Expr* e) {
      if (e->symbol && (whole_ || e->symbol != written)) read_.insert(e->symbol);
    });
  }

  void add(const Sequence& sequence) {
    for (const Control* control : sequence) add(*control);
  }

  void add(const Control& control) {
    const bool outer = std::exchange(whole_, whole_ || control.kind == ControlKind::Ordered);
    const bool writes = control.kind == ControlKind::Let || control.kind == ControlKind::Set ||
                        control.kind == ControlKind::Fill;
    const Symbol* written = !writes ? nullptr : control.target ? control.target->symbol : control.symbol;
    for (const Expr* expr : {control.target, control.value, control.condition, control.from_where, control.by})
      add(expr, written);
    for (const Expr* expr : control.from) add(expr);
    if (!writes || whole_) read_.insert(control.symbol);
    for (const Symbol* symbol : {control.active, control.from_set, control.region.set}) read_.insert(symbol);
    for (const Expr* expr : {control.region.low, control.region.high, control.region.step}) add(expr);
    ir::walk(control.region.body, [&](const Stmt* stmt) { add(*stmt); });
    add(control.body);
    add(control.other);
    whole_ = outer;
  }

  void add(const Stmt& stmt) {
    const bool writes = stmt.kind == StmtKind::Store || stmt.kind == StmtKind::Reduce;
    const bool local = stmt.kind == StmtKind::Declare || stmt.kind == StmtKind::Assign;
    const Symbol* written = writes ? stmt.target->symbol : local ? stmt.symbol : nullptr;
    for (const Expr* expr : ir::expressions_of(&stmt)) add(expr, written);
    read_.insert(stmt.of);
    if (local && whole_) read_.insert(stmt.symbol);
    if (writes && (stmt.changed || stmt.old)) read_.insert(written);
    if (!stmt.tally) return;
    tallies_.push_back(stmt.tally);
    if (stmt.kind == StmtKind::Ask || whole_) read_.insert(stmt.tally->counts);
    for (const Expr* expr : {stmt.tally->first, stmt.tally->size}) add(expr);
  }

  std::set<const Symbol*> read_;
  std::vector<const ir::Tally*> tallies_;
  bool whole_ = false;  // in a loop in order, whose parts belong together: nothing is removed there
};

class Removing {
 public:
  explicit Removing(Program& program) : program_(program), reads_(program) {}

  /// Whether there was something to remove.
  bool run() {
    remove(program_.body);
    const auto unread = [&](const Symbol* symbol) { return !reads_.contain(symbol); };
    std::erase_if(program_.properties, unread);
    std::erase_if(program_.cells, unread);
    return removed_;
  }

 private:
  void remove(Sequence& sequence) {
    for (Control* control : sequence) {
      if (control->kind == ControlKind::Ordered) continue;
      remove(control->region.body);
      remove(control->body);
      remove(control->other);
    }
    removed_ |= std::erase_if(sequence, [&](const Control* control) { return is_dead(*control); }) > 0;
  }

  bool is_dead(const Control& control) const {
    switch (control.kind) {
      case ControlKind::Let:
      case ControlKind::Fill: return !reads_.contain(control.symbol);
      case ControlKind::Set: return !reads_.contain(control.target->symbol);
      case ControlKind::Region: return control.region.body.empty();
      case ControlKind::Call: return control.body.empty();
      case ControlKind::If: return control.body.empty() && control.other.empty();
      default: return false;
    }
  }

  void remove(Body& body) {
    for (Stmt* stmt : body) {
      remove(stmt->body);
      remove(stmt->other);
      for (const Symbol** name : {&stmt->changed, &stmt->old})
        if (*name && !reads_.contain(*name)) *name = nullptr, removed_ = true;
    }
    removed_ |= std::erase_if(body, [&](const Stmt* stmt) { return is_dead(*stmt); }) > 0;
  }

  bool is_dead(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::Declare:
      case StmtKind::Assign:
      case StmtKind::Ask: return !reads_.contain(stmt.symbol);
      case StmtKind::OpenTally:
      case StmtKind::ClearTally:
      case StmtKind::Count: return !reads_.counts_for(*stmt.tally);
      case StmtKind::Store:
      case StmtKind::Reduce: return !stmt.changed && !stmt.old && !reads_.contain(stmt.target->symbol);
      case StmtKind::If: return stmt.body.empty() && stmt.other.empty();
      case StmtKind::NeighborLoop:
      case StmtKind::RangeLoop:
      case StmtKind::For: return stmt.body.empty();
      default: return false;
    }
  }

  Program& program_;
  Reads reads_;
  bool removed_ = false;
};

}  // namespace

void remove_unused(Program& program) {
  while (Removing(program).run()) continue;
}

}  // namespace maxwarp::parallel
