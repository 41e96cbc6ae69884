// Sums of components by pieces of rows. Where all that follows is one store of the sum, pieces add to the element that
// it goes to; else they meet in an element of the workspace.
#include "compiler/mapping/split_components.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

/// One sum of a loop over components: the variable of the program, a reduction to it, and where the pieces meet.
struct Sum {
  const Symbol* variable;
  const Stmt* of;
  bool wide;  // parts are `long`
  const Expr* meets = nullptr;

  ir::Scalar scalar() const { return wide ? ir::Scalar::Long : variable->type.scalar; }
  checked::Sum known() const { return wide ? checked::Sum{} : of->sum; }
};

/// A loop over components in its parts.
struct Parts {
  Body begin;  // declarations
  Stmt* loop = nullptr;
  Body rest;
};

class Components {
 public:
  Components(LoopPlan& plan, const Body& body, const PieceOfRow& piece)
      : plan_(plan),
        arena_(plan.arena),
        body_(body),
        piece_(piece),
        made_(plan.program.prepared["component sums of " + plan.region.name]) {}

  Phases run() {
    Phases phases;
    for (const Stmt* stmt : body_) {
      if (stmt->kind == StmtKind::Declare)
        for (Body* phase : {&phases.before, &phases.loops, &phases.after}) phase->push_back(copy({stmt}).front());
      else
        cut(stmt, phases);
    }
    for (Body* phase : {&phases.before, &phases.loops, &phases.after}) drop_unused(*phase);
    for (Body* phase : {&phases.before, &phases.after})
      if (!phase->empty()) *phase = {choice(piece_.cut, std::move(*phase), {})};
    return phases;
  }

 private:
  Body copy(const std::vector<const Stmt*>& body) {
    Body statements;
    for (const Stmt* stmt : body) statements.push_back(const_cast<Stmt*>(stmt));
    return ir::clone(arena_, statements);
  }

  static Parts parts_of(const Body& body) {
    Parts parts;
    for (Stmt* stmt : body) {
      if (stmt->kind == StmtKind::NeighborLoop)
        parts.loop = stmt;
      else
        (parts.loop ? parts.rest : parts.begin).push_back(stmt);
    }
    return parts;
  }

  void cut(const Stmt* range, Phases& phases) {
    const Parts parts = parts_of(range->body);
    const Expr* result = result_of(range, parts);
    std::vector<Sum> sums = sums_of(parts);
    Body first, last = ir::clone(arena_, parts.begin);
    for (Sum& sum : sums) {
      sum.meets = result ? result : row(range, sum);
      first.push_back(store(sum.meets, ir::identity(arena_, sum.of->reduction, sum.scalar())));
      last.push_back(done(sum, sum.meets));
    }
    append(last, ir::clone(arena_, parts.rest));
    phases.before.push_back(over(range, std::move(first)));
    phases.loops.push_back(over(range, by_piece(parts, sums)));
    if (!result) phases.after.push_back(over(range, std::move(last)));
  }

  static void append(Body& to, const Body& body) { to.insert(to.end(), body.begin(), body.end()); }

  // The walk over the edges of the piece, and what it does with its sums.
  Body by_piece(const Parts& parts, const std::vector<Sum>& sums) {
    Body body = ir::clone(arena_, parts.begin), alone, among;
    Stmt* loop = ir::clone(arena_, {parts.loop}).front();
    for (const Sum& sum : sums) {
      Stmt* part = arena_.stmt(StmtKind::DeclarePart, sum.of->location);
      part->symbol = arena_.local(sum.variable->name + "_part", sum.scalar(), ir::SymbolKind::Variable);
      part->reduction = sum.of->reduction;
      part->sum = sum.known();
      body.push_back(part);
      const Expr* value = arena_.reference(part->symbol);
      loop->body = ir::clone(arena_, loop->body, [&](const Expr* e) -> const Expr* {
        return e->kind == ExprKind::Reference && e->symbol == sum.variable ? value : nullptr;
      });
      if (sum.wide) widen_sum(arena_, loop->body, part->symbol);
      append(alone, alone_with(sum, value));
      among.push_back(reduced(sum, sum.meets, value));
    }
    loop->first = piece_.first;
    loop->end = piece_.end;
    body.push_back(loop);
    append(alone, ir::clone(arena_, parts.rest));
    body.push_back(choice(piece_.whole, std::move(alone), std::move(among)));
    return body;
  }

  // The variable gets what its loop has added up.
  Stmt* done(const Sum& sum, const Expr* value) {
    return sum.wide ? add_narrowed(arena_, *sum.of, value) : reduced(sum, arena_.reference(sum.variable), value);
  }

  // The same of a part, which is exact until it is added to something.
  Body alone_with(const Sum& sum, const Expr* part) {
    if (!sum.wide) return {done(sum, part)};
    Stmt* all = arena_.stmt(StmtKind::Declare, sum.of->location);
    all->symbol = arena_.local(sum.variable->name + "_sum", sum.scalar(), ir::SymbolKind::Variable);
    all->value = arena_.integer(0, sum.scalar());
    const Expr* value = arena_.reference(all->symbol);
    return {all, reduced(sum, value, part), done(sum, value)};
  }

  std::vector<Sum> sums_of(const Parts& parts) const {
    std::map<const Symbol*, const Stmt*, ir::ById> found;
    for (const Stmt* declaration : parts.begin)
      ir::walk(parts.loop->body, [&](const Stmt* stmt) {
        const bool adds = stmt->kind == StmtKind::Reduce && stmt->target->symbol == declaration->symbol;
        if (adds) found.emplace(declaration->symbol, stmt);
      });
    std::vector<Sum> sums;
    for (const auto& [variable, of] : found) sums.push_back({variable, of, needs_wide_parts(*of, body_)});
    return sums;
  }

  // y[v, i] where the loop makes one sum from nothing, and `y[v, i] = s` is all that it is for; or null.
  const Expr* result_of(const Stmt* range, const Parts& parts) const {
    if (parts.begin.size() != 1 || parts.rest.size() != 1) return nullptr;
    const Stmt &declared = *parts.begin.front(), &stored = *parts.rest.front();
    const std::vector<Sum> sums = sums_of(parts);
    const bool plain = stored.kind == StmtKind::Store && stored.value->kind == ExprKind::Reference && !sums.empty() &&
                       stored.value->symbol == sums.front().variable && !sums.front().wide;
    if (!plain || !begins_with_nothing(declared, sums.front())) return nullptr;
    const Expr* target = stored.target;
    const bool own = target->kind == ExprKind::Element && target->operands.size() == 2 &&
                     is(target->operands[0], plan_.region.item) && is(target->operands[1], range->symbol);
    return own && target->scalar == stored.value->scalar && names(target->symbol) == 1 ? target : nullptr;
  }

  bool begins_with_nothing(const Stmt& declared, const Sum& sum) const {
    const Expr* nothing = ir::identity(arena_, sum.of->reduction, sum.variable->type.scalar);
    if (!declared.value) return nothing->kind != ExprKind::Infinity && nothing->integer == 0 && nothing->real == 0;
    return declared.value->kind == nothing->kind && nothing->operands.empty() &&
           declared.value->integer == nothing->integer && declared.value->real == nothing->real;
  }

  static bool is(const Expr* index, const Symbol* symbol) {
    if (index->kind == ExprKind::Convert) index = index->operands[0];  // widening
    return index->kind == ExprKind::Reference && index->symbol == symbol;
  }

  int names(const Symbol* symbol) const {
    int number = 0;
    ir::walk_expressions(body_, [&](const Expr* e) { number += e->symbol == symbol; });
    return number;
  }

  Stmt* over(const Stmt* range, Body body) {
    Stmt* loop = arena_.stmt(StmtKind::RangeLoop, range->location);
    *loop = *range;
    loop->body = std::move(body);
    return loop;
  }

  Stmt* choice(const Expr* condition, Body body, Body other) {
    Stmt* made = arena_.stmt(StmtKind::If, plan_.region.location);
    made->condition = condition;
    made->body = std::move(body);
    made->other = std::move(other);
    return made;
  }

  Stmt* store(const Expr* target, const Expr* value) {
    Stmt* stmt = arena_.stmt(StmtKind::Store, plan_.region.location);
    stmt->target = target;
    stmt->value = value;
    return stmt;
  }

  Stmt* reduced(const Sum& sum, const Expr* target, const Expr* value) {
    Stmt* add = arena_.stmt(StmtKind::Reduce, sum.of->location);
    add->target = target;
    add->reduction = sum.of->reduction;
    add->sum = sum.known();
    add->value = value;
    return add;
  }

  // An element of each node and component, the same wherever the operator is cut.
  const Expr* row(const Stmt* range, const Sum& sum) {
    if (next_ == made_.size()) {
      ir::Type type;
      type.scalar = sum.scalar();
      type.space = ir::Space::Array;
      const Expr* nodes = arena_.call(ir::Builtin::Nodes, ir::Scalar::Int, {});
      type.extents = {arena_.convert(nodes, ir::Scalar::Long), range->end->scalar == ir::Scalar::Long
                                                                   ? range->end
                                                                   : arena_.convert(range->end, ir::Scalar::Long)};
      type.indices = {ir::Scalar::Node, ir::Scalar::Long};
      made_.push_back(arena_.symbol(sum.variable->name + "_of_" + plan_.region.item->name, type));
      plan_.program.add({mapped::StorageKind::Property, mapped::StorageOwner::Workspace, made_.back()});
    }
    Expr* element = arena_.expr(ExprKind::Element, sum.scalar());
    element->symbol = made_[next_++];
    element->operands = {arena_.reference(plan_.region.item), arena_.reference(range->symbol)};
    return element;
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  const Body& body_;
  const PieceOfRow& piece_;
  std::vector<const Symbol*>& made_;  // in the order in which the operator asks for them
  std::size_t next_ = 0;
};

}  // namespace

Phases cut_components(LoopPlan& plan, const Body& body, const PieceOfRow& piece) {
  plan.meets = true;
  return Components(plan, body, piece).run();
}

}  // namespace maxwarp::mapping
