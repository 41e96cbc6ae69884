// What of a region its iterations touch, by a walk over its statements.
#include "test/differential/explorer/behavior.h"

namespace maxwarp::explorer {

using checked::Space;
using checked::StmtKind;

namespace {

struct Walk {
  Scope scope;
  std::vector<const Stmt*> around;  // parallel loops

  void local(const Symbol* symbol, std::set<const Symbol*>& declared) {
    if (symbol && declared.insert(symbol).second) scope.locals.push_back(symbol);
  }

  static void write(const checked::Expr* target, std::set<const Symbol*>& written) {
    if (target) written.insert(target->symbol);
  }

  /// Adds what the statement writes and declares, and what stands in it.
  void statement(const Stmt& stmt, bool serial, std::set<const Symbol*>& written, std::set<const Symbol*>& declared) {
    if (stmt.kind == StmtKind::Declare) local(stmt.symbol, declared);
    write(stmt.target, written);
    write(stmt.payload_target, written);
    for (const Symbol* symbol : {stmt.changed, stmt.old, stmt.loop.variable, stmt.loop.target, stmt.loop.edge})
      local(symbol, declared);
    if (stmt.kind == StmtKind::Break && !serial) scope.broken.insert(around.back());
    if (stmt.kind == StmtKind::Foreach) return parallel(stmt, written, declared);
    const bool loop = stmt.kind == StmtKind::For || stmt.kind == StmtKind::While || stmt.kind == StmtKind::Repeat;
    for (const checked::Block* block : {&stmt.body, &stmt.other})
      for (const Stmt* inner : *block) statement(*inner, serial || loop, written, declared);
  }

  void parallel(const Stmt& stmt, std::set<const Symbol*>& written, std::set<const Symbol*>& declared) {
    std::set<const Symbol*> here, fresh;
    around.push_back(&stmt);
    for (const Stmt* inner : stmt.body) statement(*inner, false, here, fresh);
    around.pop_back();
    std::set<const Symbol*>& carried = scope.carried[&stmt];
    for (const Symbol* symbol : here)
      if (symbol->type.space == Space::Local && !fresh.contains(symbol)) carried.insert(symbol);
    written.insert(here.begin(), here.end());
    declared.insert(fresh.begin(), fresh.end());
  }
};

}  // namespace

Scope scope_of(const Stmt& region) {
  Walk walk;
  std::set<const Symbol*> written, declared;
  for (const Symbol* symbol : {region.loop.variable, region.loop.target, region.loop.edge, region.loop.after})
    walk.local(symbol, declared);
  walk.parallel(region, written, declared);
  for (const Symbol* symbol : written)
    if (symbol->type.space != Space::Local) walk.scope.written.insert(symbol);
  return std::move(walk.scope);
}

}  // namespace maxwarp::explorer
