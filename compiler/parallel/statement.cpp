// Construction, traversal and copying of operator statements.
#include "compiler/parallel/statement.h"

#include <algorithm>
#include <limits>

#include "dsl/check/builtin.h"

namespace maxwarp::ir {

Stmt* Arena::stmt(StmtKind kind, Location location) {
  statements_.push_back(Stmt{});
  statements_.back().kind = kind;
  statements_.back().location = location;
  return &statements_.back();
}

Tally* Arena::tally() { return &tallies_.emplace_back(); }

Expr* Arena::expr(ExprKind kind, Scalar scalar, Location location) {
  Expr expr{};
  expr.kind = kind;
  expr.scalar = scalar;
  expr.location = location;
  expressions_.push_back(std::move(expr));
  return &expressions_.back();
}

LocalList* Arena::local_list() {
  local_lists_.push_back(LocalList{});
  return &local_lists_.back();
}

Symbol* Arena::symbol(std::string name, Type type, SymbolKind kind) {
  Symbol symbol;
  symbol.id = next_id_++;
  symbol.name = std::move(name);
  symbol.type = std::move(type);
  symbol.kind = kind;
  symbols_.push_back(std::move(symbol));
  return &symbols_.back();
}

Symbol* Arena::local(std::string name, Scalar scalar, SymbolKind kind) {
  Type type;
  type.scalar = scalar;
  type.space = Space::Local;
  return symbol(std::move(name), type, kind);
}

const Expr* Arena::integer(std::int64_t value, Scalar scalar) {
  Expr* e = expr(ExprKind::Integer, scalar);
  e->integer = value;
  return e;
}

const Expr* Arena::reference(const Symbol* symbol) {
  Expr* e = expr(ExprKind::Reference, symbol->type.scalar);
  e->symbol = symbol;
  return e;
}

const Expr* Arena::element(const Symbol* property, const Expr* index) {
  Expr* e = expr(ExprKind::Element, property->type.scalar);
  e->symbol = property;
  e->operands = {index};
  return e;
}

const Expr* Arena::binary(BinaryOp op, const Expr* left, const Expr* right, Scalar scalar) {
  Expr* e = expr(ExprKind::Binary, scalar, left->location);
  e->binary_op = op;
  e->operands = {left, right};
  return e;
}

const Expr* Arena::pair(const Expr* first, const Expr* second) {
  Expr* made = expr(ExprKind::Pair, pair_of(first->scalar, second->scalar), first->location);
  made->operands = {first, second};
  return made;
}

const Expr* Arena::negation(const Expr* condition) {
  if (condition->kind == ExprKind::Unary && condition->unary_op == UnaryOp::Not) return condition->operands[0];
  Expr* e = expr(ExprKind::Unary, Scalar::Bool, condition->location);
  e->unary_op = UnaryOp::Not;
  e->operands = {condition};
  return e;
}

const Expr* Arena::real(double value) {
  Expr* e = expr(ExprKind::Real, Scalar::Double);
  e->real = value;
  return e;
}

const Expr* Arena::convert(const Expr* value, Scalar scalar) {
  Expr* e = expr(ExprKind::Convert, scalar, value->location);
  e->operands = {value};
  return e;
}

const Expr* Arena::call(Builtin builtin, Scalar scalar, std::vector<const Expr*> operands) {
  Expr* e = expr(ExprKind::Call, scalar);
  e->builtin = builtin;
  e->operands = std::move(operands);
  return e;
}

bool is_element_at(const Expr* expr, const Symbol* node) {
  return expr->kind == ExprKind::Element && expr->operands.size() == 1 &&
         expr->operands[0]->kind == ExprKind::Reference && expr->operands[0]->symbol == node;
}

bool reads_memory(const Expr* expr) {
  if (expr->kind == ExprKind::Call) return reads_graph_arrays(expr->builtin);
  return expr->kind == ExprKind::Element || expr->kind == ExprKind::Contains;
}

void walk(const Expr* expr, const std::function<void(const Expr*)>& visit) {
  if (!expr) return;
  for (const Expr* operand : expr->operands) walk(operand, visit);
  visit(expr);
}

void walk(const Body& body, const std::function<void(const Stmt*)>& visit) {
  for (const Stmt* stmt : body) {
    visit(stmt);
    walk(stmt->body, visit);
    walk(stmt->other, visit);
  }
}

std::array<const Expr**, 8> expression_slots(Stmt* stmt) {
  return {&stmt->target, &stmt->value,  &stmt->condition, &stmt->first,
          &stmt->end,    &stmt->amount, &stmt->most,      &stmt->seen};
}

std::vector<const Expr*> expressions_of(const Stmt* stmt) {
  std::vector<const Expr*> all;
  for (const Expr** slot : expression_slots(const_cast<Stmt*>(stmt)))  // only read
    if (*slot) all.push_back(*slot);
  return all;
}

void walk_expressions(const Body& body, const std::function<void(const Expr*)>& visit) {
  walk(body, [&](const Stmt* stmt) {
    for (const Expr* expr : expressions_of(stmt)) walk(expr, visit);
  });
}

bool mentions(const Expr* expr, const Symbol* symbol) {
  bool found = false;
  walk(expr, [&](const Expr* e) { found = found || e->symbol == symbol; });
  return found;
}

bool mentions(const Body& body, const Symbol* symbol) {
  bool found = false;
  walk_expressions(body, [&](const Expr* e) { found = found || e->symbol == symbol; });
  return found;
}

const Expr* rewrite(Arena& arena, const Expr* expr, const std::function<const Expr*(const Expr*)>& replace) {
  if (!expr) return nullptr;
  if (const Expr* other = replace(expr)) return other;
  std::vector<const Expr*> operands;
  bool same = true;
  for (const Expr* operand : expr->operands) {
    operands.push_back(rewrite(arena, operand, replace));
    same = same && operands.back() == operand;
  }
  if (same) return expr;
  Expr* copy = arena.expr(expr->kind, expr->scalar, expr->location);
  *copy = *expr;
  copy->operands = std::move(operands);
  return copy;
}

Body clone(Arena& arena, const Body& body, const std::function<const Expr*(const Expr*)>& replace) {
  Body copies;
  for (const Stmt* stmt : body) {
    Stmt* copy = arena.stmt(stmt->kind, stmt->location);
    *copy = *stmt;
    if (replace)
      for (const Expr** slot : expression_slots(copy)) *slot = rewrite(arena, *slot, replace);
    copy->body = clone(arena, stmt->body, replace);
    copy->other = clone(arena, stmt->other, replace);
    copies.push_back(copy);
  }
  return copies;
}

namespace {

bool reads_graph(Builtin builtin) {
  if (is_arithmetic(builtin)) return false;
  switch (builtin) {
    case Builtin::Round:
    case Builtin::Active:
    case Builtin::First:
    case Builtin::Second:
    case Builtin::Differ:
    case Builtin::Lowered:
    case Builtin::Raised:
    case Builtin::MinByFirst:
    case Builtin::MaxByFirst:
    case Builtin::Random:
    case Builtin::RandomBelow:
    case Builtin::SumOf:
    case Builtin::Entries:
    case Builtin::HoldsKey:
    case Builtin::KeyOf:
    case Builtin::SumIn: return false;
    default: return true;
  }
}

}  // namespace

bool reads_graph(const Expr* expr) {
  bool found = false;
  walk(expr, [&](const Expr* e) { found = found || (e->kind == ExprKind::Call && reads_graph(e->builtin)); });
  return found;
}

bool contains(const Body& body, StmtKind kind) {
  bool found = false;
  walk(body, [&](const Stmt* stmt) { found = found || stmt->kind == kind; });
  return found;
}

const Body* left_by_break(const Body& body) {
  for (const Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Break) return &body;
    if (is_loop(stmt)) continue;
    for (const Body* inner : {&stmt->body, &stmt->other})
      if (const Body* found = left_by_break(*inner)) return found;
  }
  return nullptr;
}

const Stmt* break_of(const Body& body) {
  const Body* left = left_by_break(body);
  if (!left) return nullptr;
  return *std::ranges::find(*left, StmtKind::Break, &Stmt::kind);
}

bool has_wide_parts(const Stmt& stmt) {
  const Scalar scalar = stmt.kind == StmtKind::Reduce ? stmt.target->scalar : stmt.symbol->type.scalar;
  const bool integer = scalar == Scalar::Int || scalar == Scalar::Long;
  return integer && (stmt.reduction == Reduction::Mul || (stmt.reduction == Reduction::Add && !stmt.sum.within));
}

bool takes_16_bytes(Scalar scalar) {
  const auto takes_8 = [](Scalar part) {
    return part == Scalar::Long || part == Scalar::Double || part == Scalar::Edge || part == Scalar::Bits;
  };
  return checked::is_pair(scalar) && (takes_8(checked::first_of(scalar)) || takes_8(checked::second_of(scalar)));
}

bool may_be_guarded(const Stmt& stmt) {
  if (stmt.kind != StmtKind::Reduce || is_local(stmt.target)) return false;
  const Scalar scalar = stmt.target->scalar;
  switch (stmt.reduction) {
    case Reduction::Min:
    case Reduction::Max:
      return takes_16_bytes(scalar) ? !stmt.old
                                    : !checked::is_pair(scalar) && scalar != Scalar::Float && scalar != Scalar::Double;
    case Reduction::MinFirst:
    case Reduction::MaxFirst: return takes_16_bytes(scalar) && !stmt.old;
    case Reduction::And:
    case Reduction::Or: return scalar == Scalar::Int || scalar == Scalar::Long || scalar == Scalar::Bits;
    case Reduction::Add:
    case Reduction::Mul:
    case Reduction::Any:
    case Reduction::Exchange: break;
  }
  return false;
}

const Expr* identity(Arena& arena, Reduction reduction, Scalar scalar) {
  const bool real = scalar == Scalar::Float || scalar == Scalar::Double;
  switch (reduction) {
    case Reduction::Add:
    case Reduction::Or:
    case Reduction::Mul: {
      const int value = reduction == Reduction::Mul ? 1 : 0;
      Expr* e = arena.expr(real ? ExprKind::Real : ExprKind::Integer, scalar);
      e->integer = value;
      e->real = value;
      return e;
    }
    case Reduction::And: return arena.integer(scalar == Scalar::Bool ? 1 : -1, scalar);
    case Reduction::Min: return arena.expr(ExprKind::Infinity, scalar);
    case Reduction::Max: {
      if (is_pair(scalar))
        return arena.pair(identity(arena, reduction, first_of(scalar)), identity(arena, reduction, second_of(scalar)));
      if (real) {
        Expr* e = arena.expr(ExprKind::Unary, scalar);
        e->unary_op = UnaryOp::Neg;
        e->operands = {arena.expr(ExprKind::Infinity, scalar)};
        return e;
      }
      if (scalar == Scalar::Bool) return arena.integer(0, scalar);
      if (scalar == Scalar::Node || scalar == Scalar::Edge) return arena.integer(-1, scalar);
      return arena.integer(
          scalar == Scalar::Long ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min(),
          scalar);
    }
    case Reduction::MinFirst:
      return arena.pair(identity(arena, Reduction::Min, first_of(scalar)),
                        identity(arena, Reduction::Max, second_of(scalar)));
    case Reduction::MaxFirst:
      return arena.pair(identity(arena, Reduction::Max, first_of(scalar)),
                        identity(arena, Reduction::Max, second_of(scalar)));
    case Reduction::Any:
    case Reduction::Exchange: break;
  }
  return nullptr;
}

}  // namespace maxwarp::ir
