// D of operators whose neighbor loops leave something behind: what they reduce in variables of the iteration, or that
// one of them was left by `break`. Such an operator runs in phases, for all items: what stands before its first loop,
// the loops, and what stands after them (mapping/phases.cpp). That is one of the orders that the program allows, as
// each item's own statements keep theirs, where nothing that a phase evaluates again has changed by then. The loops run
// one after the other, so a later one may take what an earlier one has reduced in a variable.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "compiler/analysis/operator.h"

namespace maxwarp::analysis {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

bool is_local_change(const Stmt* stmt) {
  return stmt->kind == StmtKind::Assign || (stmt->kind == StmtKind::Reduce && ir::is_local(stmt->target));
}

namespace {

std::string carries(const Symbol* local) {
  return "the neighbor loop carries `" + local->name + "` from one edge to the next";
}

using Symbols = std::set<const Symbol*>;

// What the statement itself, or with what is in it, changes: elements and cells, and variables.
Symbols changes_of(const Stmt* stmt) {
  Symbols symbols;
  ir::walk({const_cast<Stmt*>(stmt)}, [&](const Stmt* inner) {
    if (is_local_change(inner)) symbols.insert(inner->kind == StmtKind::Assign ? inner->symbol : inner->target->symbol);
    if (is_effect(inner) && inner->target) symbols.insert(inner->target->symbol);
    for (const Symbol* made : {inner->changed, inner->old})
      if (made) symbols.insert(made);
  });
  return symbols;
}

void add(Symbols& to, const Symbols& symbols) { to.insert(symbols.begin(), symbols.end()); }

// A statement outside of the loops, or a loop; `at` loops stand before it. A condition stands for itself alone.
struct Part {
  const Stmt* stmt;
  int at;
};

class Phases {
 public:
  explicit Phases(const parallel::Region& region) : body_(region.body), item_(region.item) { collect(region.body); }

  Fact run() {
    for (const Part& loop : loops_) check_loop(loop.stmt);
    for (const Part& effect : effects_) add(effect.at == 0 ? begun_ : finished_, changes_of(effect.stmt));
    loops_need_ = needed_by(loops_, loops_);
    std::vector<Part> shown = effects_;
    std::ranges::copy_if(loops_, std::back_inserter(shown), [&](const Part& loop) { return leaves_something(loop); });
    effects_need_ = needed_by(effects_, shown);
    for (const Part& loop : loops_) check_order(loop);
    for (const Part& read : reads_) check_read(read);
    for (const Part& effect : effects_) check_effect(effect);
    return fact_;
  }

 private:
  void refuse(Fact fact) {
    if (fact_) fact_ = std::move(fact);
  }

  void collect(const Body& body) {
    for (const Stmt* stmt : body) {
      const int at = static_cast<int>(loops_.size());
      if (stmt->kind == StmtKind::NeighborLoop) {
        loops_.push_back({stmt, at});
        if (const Body* block = ir::left_by_break(stmt->body)) collect_block(*block, at + 1);
      } else if (stmt->kind == StmtKind::If) {
        reads_.push_back({stmt, at});
        collect(stmt->body);
        collect(stmt->other);
      } else if (stmt->kind == StmtKind::Declare) {
        reads_.push_back({stmt, at});
        outer_.insert(stmt->symbol);
      } else if (runs_alone(stmt, at)) {
        effects_.push_back({stmt, at});
      } else {
        refuse(not_built("the operator does something outside of its neighbor loops", stmt->location));
      }
    }
  }

  // What an iteration does before it leaves the loop is done after it.
  void collect_block(const Body& block, int at) {
    for (const Stmt* stmt : block)
      if (stmt->kind != StmtKind::Break) effects_.push_back({stmt, at});
  }

  // Variables that change before a loop would have to change again wherever the loop runs.
  static bool runs_alone(const Stmt* stmt, int at) {
    const bool loop = stmt->kind == StmtKind::RangeLoop || stmt->kind == StmtKind::While || stmt->kind == StmtKind::For;
    if (loop) return at > 0 && !contains(stmt->body, StmtKind::NeighborLoop);
    return is_effect(stmt) || (at > 0 && is_local_change(stmt));
  }

  void check_loop(const Stmt* loop) {
    if (loop->of != item_)
      refuse(not_built("the neighbor loop is not at the node of the parallel loop", loop->location));
    const Body* block = ir::left_by_break(loop->body);
    if (block) return check_break(loop, *block);
    refuse(adds_up_in_parts(loop, outer_, body_));
    std::ranges::set_intersection(changes_of(loop), outer_, std::inserter(carried_, carried_.end()));
  }

  // The loop only asks whether it is left, and what is done then is the same whichever edge it was.
  void check_break(const Stmt* loop, const Body& block) {
    const Stmt* leaves = block.back();
    const std::string why = "`break` depends on which iterations ran before";
    Symbols inside{loop->symbol};
    if (loop->edge) inside.insert(loop->edge);
    bool alone = leaves->kind == StmtKind::Break;
    ir::walk(loop->body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Declare) inside.insert(stmt->symbol);
      alone = alone && (stmt->kind != StmtKind::Break || stmt == leaves) && stmt->kind != StmtKind::OpenTally;
    });
    alone = alone && effects_in(loop->body) == effects_in(block);
    if (!alone) return refuse(not_built(why, ir::break_of(loop->body)->location));
    for (const Stmt* stmt : block) {
      const Fact hangs = not_built(why, stmt->location);
      ir::walk({const_cast<Stmt*>(stmt)}, [&](const Stmt* inner) {
        if (ir::is_inner_loop(inner)) refuse(not_built("loops are nested", inner->location));
        for (const Expr* expr : ir::expressions_of(inner))
          ir::walk(expr, [&](const Expr* e) {
            if (inside.count(e->symbol)) refuse(hangs);
          });
      });
    }
  }

  int effects_in(const Body& body) const {
    int number = 0;
    ir::walk(body, [&](const Stmt* stmt) {
      const Symbol* local = stmt->kind == StmtKind::Assign ? stmt->symbol
                            : stmt->target                 ? stmt->target->symbol
                                                           : nullptr;
      number += is_effect(stmt) || stmt->kind == StmtKind::Count || (is_local_change(stmt) && outer_.count(local));
    });
    return number;
  }

  // Visits what the statement evaluates; of a condition, not what is in it.
  static void visit(const Stmt* stmt, const std::function<void(const Expr*)>& look) {
    for (const Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, look);
    if (stmt->kind == StmtKind::If) return;
    ir::walk_expressions(stmt->body, look);
    ir::walk_expressions(stmt->other, look);
  }

  // Whether loops from that one on change it. At their neighbors others may change it at any time, too, so that this
  // only counts where it `shows`.
  bool changed_in_loops(const Symbol* symbol, int from, bool shows) const {
    for (const Part& loop : loops_) {
      if (loop.at < from || ir::left_by_break(loop.stmt->body) || !changes_of(loop.stmt).count(symbol)) continue;
      bool elsewhere = !shows;
      ir::walk(loop.stmt->body, [&](const Stmt* stmt) {
        const bool changes = (is_effect(stmt) || is_local_change(stmt)) && stmt->target &&
                             stmt->target->symbol == symbol;
        elsewhere = elsewhere && (!changes || changes_its_neighbor(stmt, loop.stmt));
      });
      if (!elsewhere) return true;
    }
    return false;
  }

  bool own(const Expr* e) const { return ir::is_element_at(e, item_); }

  // Whether the phase after the loops changes it at other items, too.
  bool finished_elsewhere(const Symbol* symbol) const {
    bool elsewhere = false;
    for (const Part& effect : effects_)
      ir::walk({const_cast<Stmt*>(effect.stmt)}, [&](const Stmt* stmt) {
        const bool changes = effect.at > 0 && is_effect(stmt) && stmt->target && stmt->target->symbol == symbol;
        elsewhere = elsewhere || (changes && !own(stmt->target));
      });
    return elsewhere;
  }

  // Whether the phase after the loops asks, under the conditions around the loop, what that has left.
  bool leaves_something(const Part& loop) const {
    const Symbols changes = changes_of(loop.stmt);
    const bool carries = std::ranges::any_of(changes, [&](const Symbol* symbol) { return carried_.count(symbol); });
    return carries || ir::left_by_break(loop.stmt->body);
  }

  // What these loops or effects take, the conditions around those of `inside`, and what all of that takes.
  std::set<const Stmt*> needed_by(const std::vector<Part>& parts, const std::vector<Part>& inside) const {
    std::set<const Stmt*> needed;
    Symbols taken;
    const auto take = [&](const Expr* e) { taken.insert(e->symbol); };
    const auto around = [&](const Stmt* choice) {
      bool found = false;
      ir::walk({const_cast<Stmt*>(choice)}, [&](const Stmt* inner) {
        for (const Part& part : inside) found = found || part.stmt == inner;
      });
      return found;
    };
    for (const Part& part : parts) visit(part.stmt, take);
    for (std::size_t i = reads_.size(); i-- > 0;) {
      const Stmt* stmt = reads_[i].stmt;
      if (stmt->kind == StmtKind::If ? !around(stmt) : !taken.count(stmt->symbol)) continue;
      needed.insert(stmt);
      visit(stmt, take);
    }
    return needed;
  }

  // Whether what stands in the block of a loop has the other loop, too.
  static bool in_block_of(const Body& body, const Stmt* first, const Stmt* other) {
    if (std::ranges::find(body, first) == body.end())
      return std::ranges::any_of(body, [&](const Stmt* stmt) {
        return in_block_of(stmt->body, first, other) || in_block_of(stmt->other, first, other);
      });
    bool found = false;
    ir::walk(body, [&](const Stmt* stmt) { found = found || stmt == other; });
    return found;
  }

  // Whether the loops that reduce the variable are all done when that one begins, under the same conditions.
  bool carried_before(const Symbol* local, const Part& loop) const {
    return std::ranges::all_of(loops_, [&](const Part& other) {
      if (!changes_of(other.stmt).count(local)) return true;
      return other.at < loop.at && in_block_of(body_, other.stmt, loop.stmt);
    });
  }

  // A loop runs before everything that stands after the first one, but for what loops before it have reduced.
  void check_order(const Part& loop) {
    Symbols earlier;
    for (const Part& effect : effects_) {
      const bool made = effect.at == 0;
      for (const Symbol* symbol : changes_of(effect.stmt))
        if (made ? symbol->type.space == Space::Local : effect.at <= loop.at) earlier.insert(symbol);
    }
    visit(loop.stmt, [&](const Expr* e) {
      const bool reduced = changes_of(loop.stmt).count(e->symbol);
      const bool whole = carried_.count(e->symbol) && !earlier.count(e->symbol) && carried_before(e->symbol, loop);
      if (carried_.count(e->symbol) ? !reduced && !whole : earlier.count(e->symbol))
        refuse(not_built("a neighbor loop depends on what the operator finds outside of it", e->location));
    });
  }

  // `p[v] == round - 1` asks the same when others do nothing to `p` but `min= round`.
  bool asks_for_earlier_round(const Expr* question) const {
    if (question->kind != ExprKind::Binary || question->binary_op != ir::BinaryOp::Eq) return false;
    const Expr *element = question->operands[0], *number = question->operands[1];
    const auto is_round = [](const Expr* e) {
      return e->kind == ExprKind::Reference && e->symbol->kind == ir::SymbolKind::Round;
    };
    const bool earlier = number->kind == ExprKind::Binary && number->binary_op == ir::BinaryOp::Sub &&
                         is_round(number->operands[0]) && number->operands[1]->kind == ExprKind::Integer &&
                         number->operands[1]->integer > 0;
    if (element->kind != ExprKind::Element || !earlier) return false;
    bool only_lowered = true;
    ir::walk(body_, [&](const Stmt* stmt) {
      if (!is_effect(stmt) || !stmt->target || stmt->target->symbol != element->symbol) return;
      const bool lowers = stmt->kind == StmtKind::Reduce && stmt->reduction == Reduction::Min;
      only_lowered = only_lowered && lowers && is_round(stmt->value);
    });
    return only_lowered;
  }

  // A condition, or the value of a variable: evaluated again in each phase that needs it.
  void check_read(const Part& read) {
    std::set<const Expr*> lasting;
    visit(read.stmt, [&](const Expr* e) {
      if (asks_for_earlier_round(e)) lasting.insert(e->operands[0]);
    });
    visit(read.stmt, [&](const Expr* e) {
      const Symbol* symbol = e->symbol;
      if (!symbol) return;
      const bool local = symbol->type.space == Space::Local, around = loops_need_.count(read.stmt);
      const bool finished = finished_.count(symbol);
      const bool begun = begun_.count(symbol) && (local || read.at == 0);
      const bool again = finished && !local && (!own(e) || finished_elsewhere(symbol));
      const bool early = around && ((finished && (local || read.at > 0)) || carried_.count(symbol));
      if (local && (begun || early))
        refuse(not_built("a neighbor loop depends on what the operator finds outside of it", e->location));
      const std::string reads = "the operator reads `" + symbol->name + "`, which ";
      if (!lasting.contains(e) && changed_in_loops(symbol, read.at, effects_need_.count(read.stmt)))
        refuse(not_built(reads + "a neighbor loop changes", e->location));
      if (begun || again || early) refuse(not_built(reads + "it changes outside of its neighbor loops", e->location));
    });
  }

  void check_effect(const Part& effect) {
    visit(effect.stmt, [&](const Expr* e) {
      const Symbol* symbol = e->symbol;
      const bool made = begun_.count(symbol) && symbol->type.space == Space::Local;
      if (effect.at > 0 && made)
        refuse(not_built("what the operator finds before its neighbor loops decides what it does after them",
                         e->location));
      if (effect.at > 0 && changed_in_loops(symbol, effect.at, true))
        refuse(not_built("the operator reads `" + symbol->name + "`, which a neighbor loop changes", e->location));
    });
  }

  const Body& body_;
  const Symbol* item_;
  std::vector<Part> loops_, reads_, effects_;
  Symbols outer_, carried_;                          // variables outside of loops, and those of them that loops reduce
  Symbols begun_, finished_;                         // what is changed before and after the loops
  std::set<const Stmt*> loops_need_, effects_need_;  // of the reads
  Fact fact_;
};

}  // namespace

bool rises_from_start(const Stmt& of, const Body& body) {
  const Symbol* variable = of.target->symbol;
  const bool rises = of.sum.trend == checked::Trend::Rising;
  bool along = of.sum.trend != checked::Trend::Mixed;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool assigns = stmt->kind == StmtKind::Assign && stmt->symbol == variable;
    const bool reduces = stmt->kind == StmtKind::Reduce && stmt->target->symbol == variable;
    if (assigns || (reduces && stmt->reduction != of.reduction)) along = false;
    if (stmt->kind != StmtKind::Declare || stmt->symbol != variable || !stmt->value) return;
    const Expr* start = stmt->value->kind == ExprKind::Convert ? stmt->value->operands[0] : stmt->value;
    const bool number = start->kind == ExprKind::Integer;
    along = along && number && (rises ? start->integer >= 0 : start->integer <= 0);
  });
  return along;
}

namespace {

// What edges add up can be a sum of sums; what each edge makes of the last one's cannot. Sums of `long` have no wider
// parts; those of values of 32 bits stay within it.
Fact changes_in_parts(const Stmt* stmt, const Symbol* local, const Body& body) {
  if (stmt->kind == StmtKind::Assign) return no(carries(local), stmt->location);
  const bool parts = stmt->reduction < Reduction::Any && !stmt->changed && !stmt->old;
  if (!parts || !ir::has_wide_parts(*stmt)) return parts ? Fact{} : not_built(carries(local), stmt->location);
  const bool narrow = stmt->value->kind == ExprKind::Convert &&
                      stmt->value->operands[0]->scalar == checked::Scalar::Int;
  const bool exact = stmt->reduction == Reduction::Add &&
                     (local->type.scalar == checked::Scalar::Int || narrow || rises_from_start(*stmt, body));
  if (exact) return {};
  return not_built("parts of `" + local->name + "` may leave its type where the whole does not", stmt->location);
}

}  // namespace

Fact adds_up_in_parts(const Stmt* loop, const Symbols& variables, const Body& body) {
  Fact fact;
  std::map<const Symbol*, Reduction, ir::ById> carried;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (!is_local_change(stmt)) return;
    const Symbol* local = stmt->kind == StmtKind::Assign ? stmt->symbol : stmt->target->symbol;
    if (!variables.contains(local)) return;
    if (fact) fact = changes_in_parts(stmt, local, body);
    if (carried.emplace(local, stmt->reduction).first->second != stmt->reduction && fact)
      fact = not_built("`" + local->name + "` is reduced in two ways", stmt->location);
  });
  ir::walk(loop->body, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        const bool taken = e->symbol && carried.contains(e->symbol) && e != stmt->target;
        if (taken && fact) fact = no(carries(e->symbol), e->location);
      });
  });
  return fact;
}

Fact runs_in_phases(const parallel::Region& region) { return Phases(region).run(); }

}  // namespace maxwarp::analysis
