// Each pass looks at the finished statements of one operator.
#include "compiler/parallel/hoist.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/parallel/lookup.h"
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

namespace {

using Symbols = std::unordered_set<const Symbol*>;

// What the loop declares.
Symbols declared_in(const Stmt* loop) {
  Symbols declared{loop->symbol, loop->edge};
  ir::walk(loop->body, [&](const Stmt* stmt) {
    const bool declares = stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::NeighborLoop ||
                          stmt->kind == StmtKind::For || stmt->kind == StmtKind::RangeLoop ||
                          stmt->kind == StmtKind::Ask;
    if (declares) declared.insert(stmt->symbol);
    declared.insert({stmt->changed, stmt->old, stmt->edge});
  });
  declared.erase(nullptr);
  return declared;
}

bool names_any(const Expr* expr, const Symbols& symbols) {
  bool found = false;
  ir::walk(expr, [&](const Expr* e) { found = found || symbols.contains(e->symbol); });
  return found;
}

// The value that a question gives along, declared right before it, moves with it.
bool is_part_of_question(const Body& body, std::size_t i) {
  return body[i]->kind == StmtKind::Declare && i + 1 < body.size() && body[i + 1]->kind == StmtKind::Ask &&
         mentions(body[i + 1]->value, body[i]->symbol);
}

// Asking where the program would not have asked has no effect, so conditions are no obstacle, if what is asked for is
// there.
void take_questions(const Symbols& declared, Body& body, Body& fixed) {
  Body rest;
  for (std::size_t i = 0; i < body.size(); ++i) {
    Stmt* stmt = body[i];
    const bool fits = stmt->value && !names_any(stmt->value, declared) && !looked_up_by_value(stmt->value);
    const bool moves = stmt->kind == StmtKind::Ask && fits;
    const bool both = is_part_of_question(body, i) && fits;
    (moves || both ? fixed : rest).push_back(stmt);
    if (both) fixed.push_back(body[++i]);
    if (stmt->kind != StmtKind::If) continue;
    take_questions(declared, stmt->body, fixed);
    take_questions(declared, stmt->other, fixed);
  }
  body = std::move(rest);
}

bool own_element(const Expr* e, const Symbol* item) { return !e->latest && ir::is_element_at(e, item); }

// The properties of which the body writes the item's own element.
Symbols own_writes(const Body& body, const Symbol* item) {
  Symbols written;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool write = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
    if (write && own_element(stmt->target, item)) written.insert(stmt->target->symbol);
  });
  return written;
}

Body hoist_from(ir::Arena& arena, Stmt* loop, const Symbol* item) {
  const Symbols written = own_writes(loop->body, item);
  std::unordered_map<const Symbol*, Symbol*> values;
  Body hoisted;
  loop->body = ir::clone(arena, loop->body, [&](const Expr* e) -> const Expr* {
    if (!own_element(e, item) || written.contains(e->symbol)) return nullptr;
    Symbol*& value = values[e->symbol];
    if (!value) {
      value = arena.local(e->symbol->name + "_" + item->name, e->scalar);
      Stmt* read = arena.stmt(StmtKind::Declare, e->location);
      read->symbol = value;
      read->value = e;
      hoisted.push_back(read);
    }
    return arena.reference(value);
  });
  return hoisted;
}

// How often each symbol is used, its declaration aside.
class Uses {
 public:
  explicit Uses(const Body& body) {
    ir::walk(body, [&](const Stmt* stmt) {
      ++uses_[stmt->of];
      if (!gives_value(stmt)) ++uses_[stmt->symbol];
      count(stmt, 1);
    });
  }
  // From the end, so that what only a dropped value used is dropped, too.
  void drop_unused(Body& body) {
    Body kept;
    for (std::size_t i = body.size(); i-- > 0;) {
      Stmt* stmt = body[i];
      drop_unused(stmt->other);
      drop_unused(stmt->body);
      const bool used = !gives_value(stmt) || uses_[stmt->symbol] > 0;
      if (used)
        kept.push_back(stmt);
      else
        count(stmt, -1);
    }
    std::ranges::reverse(kept);
    body = std::move(kept);
  }

 private:
  // A declaration, or an answer: nothing else comes of it.
  static bool gives_value(const Stmt* stmt) { return stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::Ask; }

  void count(const Stmt* stmt, int by) {
    for (const Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, [&](const Expr* e) { uses_[e->symbol] += by; });
  }

  std::unordered_map<const Symbol*, int> uses_;
};

}  // namespace

void hoist_questions(Body& body) {
  Body result;
  for (Stmt* stmt : body) {
    hoist_questions(stmt->body);
    hoist_questions(stmt->other);
    if (ir::is_inner_loop(stmt) && ir::contains(stmt->body, StmtKind::Ask))
      take_questions(declared_in(stmt), stmt->body, result);
    result.push_back(stmt);
  }
  body = std::move(result);
}

void drop_unused(Body& body) { Uses(body).drop_unused(body); }

void hoist_own_reads(ir::Arena& arena, Body& body, const Symbol* item) {
  Body result;
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::NeighborLoop && stmt->of == item) {
      const Body hoisted = hoist_from(arena, stmt, item);
      result.insert(result.end(), hoisted.begin(), hoisted.end());
    } else if (stmt->kind == StmtKind::If) {
      hoist_own_reads(arena, stmt->body, item);
      hoist_own_reads(arena, stmt->other, item);
    }
    result.push_back(stmt);
  }
  body = std::move(result);
}

}  // namespace maxwarp::parallel
