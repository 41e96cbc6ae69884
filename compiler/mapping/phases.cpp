// An operator cut into phases, where D holds: what stands before its neighbor loops, the loops, and what stands after
// them. Variables that loops reduce become elements of the item's, in which parts of its edges meet; the phase after
// the loops adds them to the variables again and leaves the elements as they were at first; a loop that takes such a
// variable of an earlier one finds it so, too. Of a loop that is left by
// `break` only an element remains that tells whether an edge left it; what is done then follows in the phase after it.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "compiler/analysis/operator.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// Where a neighbor loop takes the variable that another one reduces, or null.
const Expr* taken_by_other(const Body& body, const Symbol* local) {
  const Expr* taken = nullptr;
  ir::walk(body, [&](const Stmt* loop) {
    if (loop->kind != StmtKind::NeighborLoop || taken) return;
    bool reduces = false;
    ir::walk(loop->body, [&](const Stmt* stmt) {
      reduces = reduces || (stmt->kind == StmtKind::Reduce && stmt->target->symbol == local);
    });
    if (reduces) return;
    ir::walk_expressions(loop->body, [&](const Expr* e) {
      if (e->symbol == local && !taken) taken = e;
    });
  });
  return taken;
}

class Cells {
 public:
  Cells(LoopPlan& plan, const Body& body)
      : plan_(plan), arena_(plan.arena), body_(body), made_(plan.program.prepared["phases of " + plan.region.name]) {}

  Phases run() {
    Phases phases = split(body_);
    for (Body* phase : {&phases.before, &phases.loops, &phases.after}) drop_unused(*phase);
    return phases;
  }

 private:
  Phases split(const Body& body) {
    Phases phases;
    for (const Stmt* stmt : body) {
      if (stmt->kind == StmtKind::NeighborLoop) {
        past_loop_ = true;
        loop(stmt, phases);
      } else if (stmt->kind == StmtKind::If) {
        Phases inner = split(stmt->body), other = split(stmt->other);
        choice(stmt, inner.before, other.before, phases.before);
        choice(stmt, inner.loops, other.loops, phases.loops);
        choice(stmt, inner.after, other.after, phases.after);
      } else if (stmt->kind == StmtKind::Declare) {
        for (Body* phase : {&phases.before, &phases.loops, &phases.after}) phase->push_back(copy(stmt));
        declared_.push_back(stmt->symbol);
      } else {
        (past_loop_ ? phases.after : phases.before).push_back(copy(stmt));
      }
    }
    return phases;
  }

  void choice(const Stmt* stmt, Body& body, Body& other, Body& into) {
    Stmt* made = arena_.stmt(StmtKind::If, stmt->location);
    made->condition = stmt->condition;
    made->note = stmt->note;
    made->body = std::move(body);
    made->other = std::move(other);
    into.push_back(made);
  }

  Stmt* copy(const Stmt* stmt) { return ir::clone(arena_, {const_cast<Stmt*>(stmt)}).front(); }

  void loop(const Stmt* stmt, Phases& phases) {
    Stmt* kept = copy(stmt);
    phases.loops.push_back(kept);
    if (const Body* block = ir::left_by_break(stmt->body)) return left(kept, *block, phases.after);
    std::map<const Symbol*, const Stmt*, ir::ById> carried;
    ir::walk(stmt->body, [&](const Stmt* inner) {
      const bool reduces = inner->kind == StmtKind::Reduce && ir::is_local(inner->target);
      if (reduces && std::ranges::find(declared_, inner->target->symbol) != declared_.end())
        carried.emplace(inner->target->symbol, inner);
    });
    for (const auto& [local, of] : carried) meet(kept, *of, phases);
  }

  // What the loop reduces in a variable meets in an element, which the phase after it takes, and loops that need it.
  void meet(Stmt* loop, const Stmt& of, Phases& phases) {
    const Symbol* local = of.target->symbol;
    const bool wide = needs_wide_parts(of, body_);
    const Scalar scalar = wide ? Scalar::Long : local->type.scalar;
    const Expr* nothing = ir::identity(arena_, of.reduction, scalar);
    // The halves of a loop over adjacent nodes are one loop, whose sum is narrowed once.
    const Symbol*& cells = cells_[{local, loop->location.begin}];
    const bool is_second = cells != nullptr;
    if (!is_second) cells = property(local->name, scalar, nothing);
    loop->body = ir::clone(arena_, loop->body, [&](const Expr* e) -> const Expr* {
      return e->kind == ExprKind::Reference && e->symbol == local ? element(cells) : nullptr;
    });
    if (wide) widen_sum(arena_, loop->body, cells);
    if (is_second) return;
    const auto take = [&] { return wide ? add_narrowed(arena_, of, element(cells)) : reduced(of, cells); };
    if (taken_by_other(body_, local)) phases.loops.push_back(take());
    phases.after.insert(phases.after.end(), {take(), store(cells, nothing)});
  }

  Stmt* reduced(const Stmt& of, const Symbol* cells) {
    Stmt* add = arena_.stmt(StmtKind::Reduce, of.location);
    add->target = of.target;
    add->reduction = of.reduction;
    add->sum = of.sum;
    add->value = element(cells);
    return add;
  }

  // An iteration that leaves the loop skips what follows in it. None of that has an effect, so no iteration does it:
  // the loop may go on, and what was skipped then might read what is not there, or not end.
  static bool end_at(Body& body, const Body& block) {
    if (&body == &block) return true;
    const auto last = std::ranges::find_if(body, [&](Stmt* stmt) {
      return !ir::is_loop(stmt) && (end_at(stmt->body, block) || end_at(stmt->other, block));
    });
    if (last == body.end()) return false;
    body.erase(last + 1, body.end());
    return true;
  }

  // The loop tells that it was left; it still ends there where one thread runs it.
  void left(Stmt* loop, const Body& block, Body& after) {
    const Symbol* flags = property("any_" + loop->symbol->name, Scalar::Bool, arena_.integer(0, Scalar::Bool));
    Body* telling = const_cast<Body*>(ir::left_by_break(loop->body));
    Stmt* tell = store(flags, arena_.integer(1, Scalar::Bool));
    tell->uniform = true;
    *telling = {tell, telling->back()};
    end_at(loop->body, *telling);
    loop->settles = true;
    Stmt* then = arena_.stmt(StmtKind::If, loop->location);
    then->condition = element(flags);
    then->body = {store(flags, arena_.integer(0, Scalar::Bool))};
    for (const Stmt* stmt : block)
      if (stmt->kind != StmtKind::Break) then->body.push_back(copy(stmt));
    after.push_back(then);
  }

  const Expr* element(const Symbol* property) { return arena_.element(property, arena_.reference(plan_.region.item)); }

  Stmt* store(const Symbol* property, const Expr* value) {
    Stmt* stmt = arena_.stmt(StmtKind::Store, plan_.region.location);
    stmt->target = element(property);
    stmt->value = value;
    return stmt;
  }

  // One element a node, the same wherever the operator is cut; it begins as `value`, once a run.
  const Symbol* property(const std::string& name, Scalar scalar, const Expr* value) {
    if (next_ < made_.size()) return made_[next_++];
    ir::Type type;
    type.scalar = scalar;
    type.space = ir::Space::Node;
    const Symbol* symbol = arena_.symbol(name + "_of_" + plan_.region.item->name, type);
    plan_.program.add({mapped::StorageKind::Property, mapped::StorageOwner::Workspace, symbol});
    mapped::Stage& stage = beginning(symbol);
    Stmt* begin = arena_.stmt(StmtKind::Store);
    begin->target = arena_.element(symbol, arena_.reference(stage.item));
    begin->value = value;
    begin->access = ir::Access::Plain;
    stage.body.push_back(begin);
    made_.push_back(symbol);
    ++next_;
    return symbol;
  }

  // The stage of the run that gives elements their first values.
  mapped::Stage& beginning(const Symbol* symbol) {
    mapped::Sequence& prepare = plan_.program.prepare;
    mapped::Stage* last = prepare.empty() ? nullptr : prepare.back()->stage;
    if (last && last->role == mapped::StageRole::InitialValues) return *last;
    mapped::Stage* stage = plan_.program.stage("initialize_" + symbol->name, "initial values of");
    stage->role = mapped::StageRole::InitialValues;
    stage->source.kind = mapped::SourceKind::Nodes;
    stage->item = arena_.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
    prepare.push_back(mapping::run(plan_, stage));
    return *stage;
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  const Body& body_;
  std::vector<const Symbol*>& made_;  // in the order in which the operator asks for them
  std::size_t next_ = 0;
  std::map<std::pair<const Symbol*, std::size_t>, const Symbol*> cells_;  // what a variable meets in, by the loop
  std::vector<const Symbol*> declared_;                                   // outside of loops
  bool past_loop_ = false;
};

void run_phase(LoopPlan& plan, const mapped::Stage& whole, Body body, const std::string& name, const char* purpose,
               mapped::Sequence& round) {
  if (body.empty()) return;
  mapped::Stage* stage = sibling(plan, whole, whole.name + name, std::move(body));
  stage->purpose = purpose;
  stage->operator_of = nullptr;  // of a part of it; others may change what this part reads
  round.push_back(run(plan, stage));
}

}  // namespace

// Sums of one sign from 0 on, or from a number of that sign, saturate as their parts do.
bool needs_wide_parts(const Stmt& of, const Body& body) {
  const Symbol* variable = of.target->symbol;
  const bool integer = variable->type.scalar == Scalar::Int && of.reduction == ir::Reduction::Add;
  if (!integer || !ir::has_wide_parts(of)) return false;
  return !analysis::rises_from_start(of, body);
}

void widen_sum(ir::Arena& arena, Body& body, const Symbol* sum) {
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Reduce && stmt->target->symbol == sum) {
      stmt->value = arena.convert(stmt->value, Scalar::Long);
      stmt->sum = {};
    }
    widen_sum(arena, stmt->body, sum);
    widen_sum(arena, stmt->other, sum);
  }
}

Stmt* add_narrowed(ir::Arena& arena, const Stmt& of, const Expr* sum) {
  const auto bound = [&](ir::Builtin builtin, const Expr* value, std::int64_t end) {
    return arena.call(builtin, Scalar::Long, {value, arena.integer(end, Scalar::Long)});
  };
  const Expr* all = arena.binary(ir::BinaryOp::Add, arena.convert(of.target, Scalar::Long), sum, Scalar::Long);
  all = bound(ir::Builtin::Min, all, std::numeric_limits<std::int32_t>::max());
  all = bound(ir::Builtin::Max, all, std::numeric_limits<std::int32_t>::min());
  Stmt* assign = arena.stmt(StmtKind::Assign, of.location);
  assign->symbol = of.target->symbol;
  assign->value = arena.convert(all, Scalar::Int);
  return assign;
}

std::optional<Refusal> refuse_cut(const LoopPlan& plan) {
  if (auto refusal = refuse_without(plan.facts.distributive)) return refusal;
  return plan.facts.in_phases ? refuse_phases(plan) : std::nullopt;
}

std::optional<Refusal> refuse_phases(const LoopPlan& plan) {
  const mapped::Stage& stage = *plan.stage();
  if (plan.lasting && (stage.gate || stage.repaired))
    return not_yet("the operator runs in phases, and nodes that are activated meanwhile would run the last one alone",
                   plan.region.location);
  return std::nullopt;
}

// What is evaluated beside a neighbor loop, in others or by what stands around them, of what that loop changes at its
// own node; or null.
static const Expr* read_beside(const Body& body, const Stmt* loop, const std::set<const Symbol*>& changed) {
  const Expr* read = nullptr;
  const auto look = [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        if (!read && e != stmt->target && changed.contains(e->symbol)) read = e;
      });
  };
  for (const Stmt* stmt : body) {
    if (read || stmt == loop) continue;
    if (stmt->kind == StmtKind::NeighborLoop) ir::walk(stmt->body, look);
    const bool around = stmt->kind == StmtKind::If && ir::contains({const_cast<Stmt*>(stmt)}, StmtKind::NeighborLoop);
    if (around || stmt->kind == StmtKind::Declare) look(stmt);
    for (const Body* inner : {&stmt->body, &stmt->other})
      if (around && !read) read = read_beside(*inner, loop, changed);
  }
  return read;
}

std::optional<Refusal> refuse_in_turn(const LoopPlan& plan) {
  const Expr* taken = nullptr;
  ir::walk(plan.region.body, [&](const Stmt* stmt) {
    if (taken || stmt->kind != StmtKind::NeighborLoop) return;
    taken = read_beside(plan.region.body, stmt, analysis::changed_beside_neighbors(stmt));
  });
  if (taken)
    return not_yet("a part of a node runs all of its neighbor loops, and one reads `" + taken->symbol->name +
                       "`, which another one changes at the node",
                   taken->location);
  if (!plan.facts.in_phases) return std::nullopt;
  ir::walk(plan.region.body, [&](const Stmt* stmt) {
    if (!taken && stmt->kind == StmtKind::Reduce && ir::is_local(stmt->target))
      taken = taken_by_other(plan.region.body, stmt->target->symbol);
  });
  if (!taken) return std::nullopt;
  return not_yet("a part of a node runs all of its neighbor loops, and one takes `" + taken->symbol->name +
                     "`, which an earlier one makes of all parts",
                 taken->location);
}

Phases phases_of(LoopPlan& plan, const Body& body) {
  if (!plan.facts.in_phases) return {.before = rest_of(plan, body), .loops = body, .after = {}};
  plan.meets = true;
  return Cells(plan, body).run();
}

void run_before(LoopPlan& plan, const mapped::Stage& whole, const Phases& phases, mapped::Sequence& round) {
  if (plan.meets)
    return run_phase(plan, whole, phases.before, "_begin", "what nodes do before their neighbor loops", round);
  run_phase(plan, whole, phases.before, "_rest", "what nodes do outside of their neighbor loops", round);
}

void run_after(LoopPlan& plan, const mapped::Stage& whole, const Phases& phases, mapped::Sequence& round) {
  run_phase(plan, whole, phases.after, "_finish", "what nodes do when all of their edges are done", round);
}

}  // namespace maxwarp::mapping
