// Each pass looks at the finished statements of one operator.
#include "compiler/parallel/hoist.h"

#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

namespace {

// Does the expression name anything that the loop declares?
bool names_any(const Expr* expr, const Stmt* loop) {
  bool found = mentions(expr, loop->symbol) || (loop->edge && mentions(expr, loop->edge));
  ir::walk(loop->body, [&](const Stmt* stmt) {
    const bool declares = stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::NeighborLoop ||
                          stmt->kind == StmtKind::For || stmt->kind == StmtKind::RangeLoop ||
                          stmt->kind == StmtKind::Ask;
    found = found || (declares && mentions(expr, stmt->symbol));
    for (const Symbol* symbol : {stmt->changed, stmt->old, stmt->edge})
      found = found || (symbol && mentions(expr, symbol));
  });
  return found;
}

// The value that a question gives along, declared right before it, moves with it.
bool is_part_of_question(const Body& body, std::size_t i) {
  return body[i]->kind == StmtKind::Declare && i + 1 < body.size() && body[i + 1]->kind == StmtKind::Ask &&
         mentions(body[i + 1]->value, body[i]->symbol);
}

// Asking where the program would not have asked has no effect, so conditions are no obstacle.
void take_questions(const Stmt* loop, Body& body, Body& fixed) {
  Body rest;
  for (std::size_t i = 0; i < body.size(); ++i) {
    Stmt* stmt = body[i];
    const bool moves = stmt->kind == StmtKind::Ask && !names_any(stmt->value, loop);
    const bool both = is_part_of_question(body, i) && !names_any(stmt->value, loop);
    (moves || both ? fixed : rest).push_back(stmt);
    if (both) fixed.push_back(body[++i]);
    if (stmt->kind != StmtKind::If) continue;
    take_questions(loop, stmt->body, fixed);
    take_questions(loop, stmt->other, fixed);
  }
  body = std::move(rest);
}

bool own_element(const Expr* e, const Symbol* item) {
  return e->kind == ExprKind::Element && !e->latest && e->operands.size() == 1 &&
         e->operands[0]->kind == ExprKind::Reference && e->operands[0]->symbol == item;
}

bool writes_own(const Body& body, const Symbol* property, const Symbol* item) {
  bool writes = false;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool write = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
    writes = writes || (write && stmt->target->symbol == property && own_element(stmt->target, item));
  });
  return writes;
}

Body hoist_from(ir::Arena& arena, Stmt* loop, const Symbol* item) {
  std::map<const Symbol*, Symbol*> values;
  Body hoisted;
  loop->body = ir::clone(arena, loop->body, [&](const Expr* e) -> const Expr* {
    if (!own_element(e, item) || writes_own(loop->body, e->symbol, item)) return nullptr;
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

void drop_unused(Body& body, const Body& whole) {
  std::erase_if(body, [&](const Stmt* stmt) {
    if (stmt->kind != StmtKind::Declare) return false;
    bool used = false;
    ir::walk(whole, [&](const Stmt* other) {
      used = used || other->of == stmt->symbol || (other != stmt && other->symbol == stmt->symbol);
      for (const Expr* expr : ir::expressions_of(other)) used = used || mentions(expr, stmt->symbol);
    });
    return !used;
  });
  for (Stmt* stmt : body) {
    drop_unused(stmt->body, whole);
    drop_unused(stmt->other, whole);
  }
}

}  // namespace

void hoist_questions(Body& body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    hoist_questions(body[i]->body);
    hoist_questions(body[i]->other);
    if (body[i]->kind != StmtKind::NeighborLoop) continue;
    Body fixed;
    take_questions(body[i], body[i]->body, fixed);
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), fixed.begin(), fixed.end());
    i += fixed.size();
  }
}

void drop_unused(Body& body) { drop_unused(body, body); }

void hoist_own_reads(ir::Arena& arena, Body& body, const Symbol* item) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    Stmt* stmt = body[i];
    if (stmt->kind == StmtKind::NeighborLoop && stmt->of == item) {
      const Body hoisted = hoist_from(arena, stmt, item);
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), hoisted.begin(), hoisted.end());
      i += hoisted.size();
    } else if (stmt->kind == StmtKind::If) {
      hoist_own_reads(arena, stmt->body, item);
      hoist_own_reads(arena, stmt->other, item);
    }
  }
}

}  // namespace maxwarp::parallel
