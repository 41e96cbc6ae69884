// The body of a parallel loop: conditions become If, foreign loops become neighbor loops, updates are
// classified by what they touch, and own reads that a neighbor loop would repeat are taken out of it.
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using checked::LoopDomain;
using checked::Stmt;
using checked::StmtKind;
using ir::Arena;
using ir::Body;
using ir::Builtin;
using ir::Direction;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Space;
using ir::Symbol;
using Kind = ir::StmtKind;

const Expr *zero(Arena &arena, Scalar scalar) {
  if (is_pair(scalar)) return arena.pair(zero(arena, first_of(scalar)), zero(arena, second_of(scalar)));
  switch (scalar) {
    case Scalar::Node:
    case Scalar::Edge: return arena.expr(ExprKind::None, scalar);
    case Scalar::Float:
    case Scalar::Double: return arena.expr(ExprKind::Real, scalar);
    default: return arena.integer(0, scalar);
  }
}

const Expr *combine(Arena &arena, Reduction reduction, const Expr *target, const Expr *value) {
  using checked::BinaryOp;
  switch (reduction) {
    case Reduction::Min: return arena.call(Builtin::Min, target->scalar, {target, value});
    case Reduction::Max: return arena.call(Builtin::Max, target->scalar, {target, value});
    case Reduction::Add: return arena.binary(BinaryOp::Add, target, value, target->scalar);
    case Reduction::Mul: return arena.binary(BinaryOp::Mul, target, value, target->scalar);
    case Reduction::Or: return arena.binary(BinaryOp::Or, target, value, target->scalar);
    case Reduction::And: return arena.binary(BinaryOp::And, target, value, target->scalar);
    case Reduction::MinFirst:
    case Reduction::MaxFirst:
    case Reduction::Exchange:
    case Reduction::Any: return value;
  }
  return nullptr;
}

const Expr *replace_round(Arena &arena, const Expr *expr, const Symbol *round) {
  if (!round) return expr;
  return rewrite(arena, expr, [&](const Expr *e) -> const Expr * {
    return e->kind == ExprKind::Call && e->builtin == Builtin::Round ? arena.reference(round) : nullptr;
  });
}

bool mentions(const Expr *expr, const Symbol *symbol) {
  bool found = false;
  ir::walk(expr, [&](const Expr *e) { found = found || e->symbol == symbol; });
  return found;
}

bool mentions(const Stmt *stmt, const Symbol *symbol) {
  if (stmt->symbol == symbol) return true;
  const checked::Loop &loop = stmt->loop;
  for (const Expr *expr : {stmt->target, stmt->value, stmt->payload_target, stmt->payload, stmt->condition, loop.where, loop.until, loop.from_where, loop.low, loop.high, loop.step})
    if (mentions(expr, symbol)) return true;
  for (const Expr *expr : loop.from)
    if (mentions(expr, symbol)) return true;
  for (const auto *block : {&stmt->body, &stmt->other})
    for (const Stmt *inner : *block)
      if (mentions(inner, symbol)) return true;
  return false;
}

namespace {

class OperatorLowering {
 public:
  OperatorLowering(Arena &arena, const Couples &couples, const std::set<const Symbol *> &cells, const Symbol *round)
      : arena_(arena), couples_(couples), cells_(cells), shared_round_(round), round_(round) {}

  Body lower(const Stmt *loop) {
    Body body;
    if (loop->loop.domain == LoopDomain::Edges)
      body.push_back(edge_loop(loop));
    else
      body = guarded(loop->loop.where, block(loop->body));
    drop_unused(body, body);
    hoist_own_reads(body, loop->loop.variable);
    return body;
  }

 private:
  const Expr *expr(const Expr *e) { return replace_round(arena_, e, round_); }

  Body guarded(const Expr *where, Body body) {
    if (!where) return body;
    ir::Stmt *guard = arena_.stmt(Kind::If, where->location);
    guard->condition = expr(where);
    guard->body = std::move(body);
    return {guard};
  }

  // foreach edge u -> w is foreach node u, foreach neighbor w of u.
  ir::Stmt *edge_loop(const Stmt *loop) {
    ir::Stmt *inner = arena_.stmt(Kind::NeighborLoop, loop->location);
    inner->symbol = loop->loop.target;
    inner->of = loop->loop.variable;
    inner->edge = loop->loop.edge;
    inner->body = guarded(loop->loop.where, block(loop->body));
    return inner;
  }

  Body block(const checked::Block &statements) {
    Body body;
    for (const Stmt *stmt : statements) lower_stmt(stmt, body);
    return body;
  }

  ir::Stmt *add(Kind kind, const Stmt *from, Body &into) {
    ir::Stmt *stmt = arena_.stmt(kind, from->location);
    into.push_back(stmt);
    return stmt;
  }

  void lower_stmt(const Stmt *stmt, Body &into) {
    switch (stmt->kind) {
      case StmtKind::Declare: return declare(stmt, into);
      case StmtKind::Assign: return assign(stmt, into);
      case StmtKind::Reduce: return reduce(stmt, into);
      case StmtKind::If: return branch(stmt, into);
      case StmtKind::While: {
        ir::Stmt *loop = add(Kind::While, stmt, into);
        loop->condition = expr(stmt->condition);
        loop->body = block(stmt->body);
        return;
      }
      case StmtKind::Repeat: return repeat(stmt, into);
      case StmtKind::For: return counted_loop(stmt, into);
      case StmtKind::Foreach:
        if (stmt->loop.domain == LoopDomain::Range) return counted_loop(stmt, into);
        return neighbor_loops(stmt, into);
      case StmtKind::Activate: add(Kind::Activate, stmt, into)->value = expr(stmt->value); return;
      case StmtKind::Break: add(Kind::Break, stmt, into); return;
      default: assert(false && "the checker lets no such statement through in a parallel loop");
    }
  }

  void declare(const Stmt *stmt, Body &into) {
    ir::Stmt *declaration = add(Kind::Declare, stmt, into);
    declaration->symbol = stmt->symbol;
    declaration->value = stmt->value ? expr(stmt->value) : zero(arena_, stmt->symbol->type.scalar);
  }

  void assign(const Stmt *stmt, Body &into) {
    const Expr *target = expr(stmt->target);
    if (target->kind == ExprKind::Reference && target->symbol->type.space == Space::Local) {
      ir::Stmt *assignment = add(Kind::Assign, stmt, into);
      assignment->symbol = target->symbol;
      assignment->value = expr(stmt->value);
      return;
    }
    ir::Stmt *store = add(Kind::Store, stmt, into);
    store->target = target;
    store->value = expr(stmt->value);
    store->uniform = uniform(store->value);
  }

  void reduce(const Stmt *stmt, Body &into) {
    if (stmt->reduction == Reduction::Any) {  // any one of the offered values: a store
      ir::Stmt *store = add(Kind::Store, stmt, into);
      store->target = expr(stmt->target);
      store->value = expr(stmt->value);
      return;
    }
    ir::Stmt *update = add(Kind::Reduce, stmt, into);
    update->target = expr(stmt->target);
    update->value = expr(stmt->value);
    update->reduction = stmt->reduction;
    if (stmt->payload) {
      update->target = place_of_pair(arena_, couples_, update->target);
      update->value = arena_.pair(update->value, expr(stmt->payload));
      update->reduction = stmt->reduction == Reduction::Min ? Reduction::MinFirst : Reduction::MaxFirst;
    }
    update->changed = stmt->changed;
    update->old = stmt->old;
  }

  void branch(const Stmt *stmt, Body &into) {
    ir::Stmt *choice = add(Kind::If, stmt, into);
    choice->condition = expr(stmt->condition);
    choice->body = block(stmt->body);
    choice->other = block(stmt->other);
  }

  void counted_loop(const Stmt *stmt, Body &into) {
    ir::Stmt *loop = add(stmt->kind == StmtKind::For ? Kind::For : Kind::RangeLoop, stmt, into);
    loop->symbol = stmt->loop.variable;
    loop->first = expr(stmt->loop.low);
    loop->end = expr(stmt->loop.high);
    loop->value = expr(stmt->loop.step);
    loop->body = guarded(stmt->loop.where, block(stmt->body));
  }

  // Rounds of one iteration alone: a loop over their numbers that is left at its end.
  void repeat(const Stmt *stmt, Body &into) {
    ir::Stmt *loop = add(Kind::For, stmt, into);
    const Expr *limit = stmt->value ? expr(stmt->value) : nullptr;
    const Symbol *outer = round_;
    round_ = arena_.local("round", Scalar::Int, ir::SymbolKind::LoopIndex);
    loop->symbol = round_;
    loop->first = arena_.integer(1);
    loop->end = limit ? arena_.binary(checked::BinaryOp::Add, limit, arena_.integer(1), Scalar::Int)
                      : arena_.expr(ExprKind::Infinity, Scalar::Int);
    loop->body = block(stmt->body);
    if (stmt->condition) {
      ir::Stmt *until = add(Kind::If, stmt, loop->body);
      until->condition = expr(stmt->condition);
      until->body = {arena_.stmt(Kind::Break, stmt->location)};
    }
    round_ = outer;
  }

  // The node whose neighbors are walked, by a name.
  const Symbol *walked(const Stmt *stmt, Body &into) {
    if (stmt->loop.of->kind == ExprKind::Reference) return stmt->loop.of->symbol;
    ir::Stmt *declaration = add(Kind::Declare, stmt, into);
    declaration->symbol = arena_.local("center", Scalar::Node);
    declaration->value = expr(stmt->loop.of);
    return declaration->symbol;
  }

  // `adjacent` is the out-neighbors and then, where the graph is directed, the in-neighbors.
  void neighbor_loops(const Stmt *stmt, Body &into) {
    const LoopDomain domain = stmt->loop.domain;
    const Symbol *of = walked(stmt, into);
    if (domain != LoopDomain::InNeighbors) into.push_back(neighbor_loop(stmt, of, Direction::Out));
    if (domain == LoopDomain::InNeighbors) into.push_back(neighbor_loop(stmt, of, Direction::In));
    if (domain != LoopDomain::Adjacent) return;
    ir::Stmt *directed = add(Kind::If, stmt, into);
    directed->condition = arena_.call(Builtin::Directed, Scalar::Bool, {});
    directed->body = {neighbor_loop(stmt, of, Direction::In)};
  }

  ir::Stmt *neighbor_loop(const Stmt *stmt, const Symbol *of, Direction direction) {
    ir::Stmt *loop = arena_.stmt(Kind::NeighborLoop, stmt->location);
    loop->direction = direction;
    loop->symbol = stmt->loop.variable;
    loop->of = of;
    loop->edge = stmt->loop.edge;
    loop->body = guarded(stmt->loop.where, block(stmt->body));
    return loop;
  }

  // A value that nothing reads is no part of the operator; evaluating it has no effect.
  static void drop_unused(Body &body, const Body &whole) {
    std::erase_if(body, [&](const ir::Stmt *stmt) {
      if (stmt->kind != Kind::Declare) return false;
      bool used = false;
      ir::walk(whole, [&](const ir::Stmt *other) {
        used = used || other->of == stmt->symbol || (other != stmt && other->symbol == stmt->symbol);
        for (const Expr *expr : ir::expressions_of(other)) used = used || mentions(expr, stmt->symbol);
      });
      return !used;
    });
    for (ir::Stmt *stmt : body) {
      drop_unused(stmt->body, whole);
      drop_unused(stmt->other, whole);
    }
  }

  // Built only from what is the same for every iteration of the region.
  bool uniform(const Expr *value) {
    bool same = true;
    ir::walk(value, [&](const Expr *e) {
      if (e->kind == ExprKind::Element || e->kind == ExprKind::Contains) same = false;
      if (e->kind == ExprKind::Reference)
        same = same && (e->symbol == shared_round_ || (e->symbol->type.space == Space::Global && !cells_.count(e->symbol)));
    });
    return same;
  }

  // An element p[v] of the item, read in a neighbor loop that never writes p[v] by that name, is read once
  // before the loop. Where others change it meanwhile the read is monotone: an older value is allowed.
  void hoist_own_reads(Body &body, const Symbol *item) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      ir::Stmt *stmt = body[i];
      if (stmt->kind == Kind::NeighborLoop && stmt->of == item) {
        const Body hoisted = hoist_from(stmt, item);
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), hoisted.begin(), hoisted.end());
        i += hoisted.size();
      } else if (stmt->kind == Kind::If) {
        hoist_own_reads(stmt->body, item);
        hoist_own_reads(stmt->other, item);
      }
    }
  }

  Body hoist_from(ir::Stmt *loop, const Symbol *item) {
    std::map<const Symbol *, Symbol *> values;
    Body hoisted;
    loop->body = ir::clone(arena_, loop->body, [&](const Expr *e) -> const Expr * {
      if (!own_element(e, item) || writes_own(loop->body, e->symbol, item)) return nullptr;
      Symbol *&value = values[e->symbol];
      if (!value) {
        value = arena_.local(e->symbol->name + "_" + item->name, e->scalar);
        ir::Stmt *read = arena_.stmt(Kind::Declare, e->location);
        read->symbol = value;
        read->value = e;
        hoisted.push_back(read);
      }
      return arena_.reference(value);
    });
    return hoisted;
  }

  static bool own_element(const Expr *e, const Symbol *item) {
    return e->kind == ExprKind::Element && !e->latest && e->operands.size() == 1 &&
           e->operands[0]->kind == ExprKind::Reference && e->operands[0]->symbol == item;
  }

  static bool writes_own(const Body &body, const Symbol *property, const Symbol *item) {
    bool writes = false;
    ir::walk(body, [&](const ir::Stmt *stmt) {
      const bool write = stmt->kind == Kind::Store || stmt->kind == Kind::Reduce;
      writes = writes || (write && stmt->target->symbol == property && own_element(stmt->target, item));
    });
    return writes;
  }

  Arena &arena_;
  const Couples &couples_;
  const std::set<const Symbol *> &cells_;
  const Symbol *shared_round_;  // of the surrounding rounds, the same for every iteration
  const Symbol *round_;         // of the innermost ones
};

}  // namespace

Body lower_operator(Arena &arena, const Couples &couples, const Stmt *loop, const std::set<const Symbol *> &cells,
                    const Symbol *round) {
  return OperatorLowering(arena, couples, cells, round).lower(loop);
}

}  // namespace maxwarp::parallel
