// Several iterations of a loop side by side in one lane (unroll and jam): each statement stands there once for every
// index, and a loop over neighbors once for all of them. The indices that fill no whole group are left to a second
// loop.
#include <algorithm>
#include <map>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Arena;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

class SideBySide {
 public:
  SideBySide(Arena& arena, Stmt* loop)
      : arena_(arena), loop_(loop), names_(static_cast<std::size_t>(loop->batch - 1)) {}

  void run() {
    rename(loop_->symbol);
    ir::walk(loop_->body, [&](const Stmt* stmt) {
      const bool counts = stmt->kind == StmtKind::RangeLoop || stmt->kind == StmtKind::For;
      if (counts || stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart) rename(stmt->symbol);
      for (const Symbol* symbol : {stmt->changed, stmt->old})
        if (symbol) rename(symbol);
    });
    for (const auto& names : names_) loop_->symbols.push_back(names.at(loop_->symbol));
    loop_->body = all(loop_->body);
  }

 private:
  void rename(const Symbol* symbol) {
    for (auto& names : names_) names.emplace(symbol, arena_.symbol(symbol->name, symbol->type, symbol->kind));
  }

  bool differs(const Expr* expr) const {
    bool found = false;
    if (expr) ir::walk(expr, [&](const Expr* e) { found = found || names_.front().contains(e->symbol); });
    return found;
  }

  // The same neighbors for all of them, and all of these.
  bool is_shared(const Stmt* stmt) const {
    return stmt->kind == StmtKind::NeighborLoop && !ir::break_of(stmt->body) && !names_.front().contains(stmt->of) &&
           !differs(stmt->first) && !differs(stmt->end);
  }

  Body all(const Body& body) {
    Body result;
    for (Stmt* stmt : body) {
      if (is_shared(stmt)) stmt->body = all(Body(stmt->body));
      Body copies{stmt};
      if (!is_shared(stmt))
        for (const auto& names : names_) copies.push_back(copy(stmt, names));
      result.insert(result.end(), copies.begin(), copies.end());
    }
    return result;
  }

  using Names = std::map<const Symbol*, const Symbol*, ir::ById>;

  Stmt* copy(Stmt* stmt, const Names& names) {
    const Body copies = ir::clone(arena_, {stmt}, [&](const Expr* e) -> const Expr* {
      const auto found = e->kind == ExprKind::Reference ? names.find(e->symbol) : names.end();
      return found == names.end() ? nullptr : arena_.reference(found->second);
    });
    rename_in(copies, names);
    return copies.front();
  }

  void rename_in(const Body& body, const Names& names) {
    for (Stmt* stmt : body) {
      for (const Symbol** symbol : {&stmt->symbol, &stmt->changed, &stmt->old, &stmt->of})
        if (const auto found = *symbol ? names.find(*symbol) : names.end(); found != names.end())
          *symbol = found->second;
      rename_in(stmt->body, names);
      rename_in(stmt->other, names);
    }
  }

  Arena& arena_;
  Stmt* loop_;
  std::vector<Names> names_;  // of the second, third, … index: what is declared in the loop
};

// Whether a lane alone runs the iterations, and everything in them can stand there several times.
bool can_stand_side_by_side(const Stmt* loop) {
  bool simple = loop->stride == ir::Stride::Team && !loop->value;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    switch (stmt->kind) {
      case StmtKind::Declare:
      case StmtKind::DeclarePart:
      case StmtKind::Assign:
      case StmtKind::Store:
      case StmtKind::Reduce:
      case StmtKind::If:
      case StmtKind::NeighborLoop:
      case StmtKind::RangeLoop:
      case StmtKind::For:
      case StmtKind::While:
      case StmtKind::Break: break;
      default: simple = false;
    }
  });
  return simple;
}

void put_side_by_side(Arena& arena, Body& body) {
  Body result;
  for (Stmt* stmt : body) {
    put_side_by_side(arena, stmt->body);
    put_side_by_side(arena, stmt->other);
    result.push_back(stmt);
    if (stmt->kind != StmtKind::RangeLoop || stmt->batch == 1) continue;
    if (!can_stand_side_by_side(stmt)) {
      stmt->batch = 1;
      continue;
    }
    result.push_back(ir::clone(arena, {stmt}).front());
    SideBySide(arena, stmt).run();
  }
  body = std::move(result);
}

}  // namespace

void put_side_by_side(Arena& arena, mapped::Stage& stage) { put_side_by_side(arena, stage.body); }

}  // namespace maxwarp::mapping
