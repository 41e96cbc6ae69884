// The body of a parallel loop: conditions become If, foreign loops neighbor loops, updates what they touch says.
#include "compiler/parallel/lower_operator.h"

#include "compiler/parallel/hoist.h"
#include "dsl/check/spelling.h"

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
using ir::Symbol;
using Kind = ir::StmtKind;

namespace {

class OperatorLowering {
 public:
  OperatorLowering(Arena& arena, const Surroundings& around)
      : arena_(arena), around_(around), answers_(around.answers), shared_round_(around.round), round_(around.round) {}

  Body lower(const Stmt* loop, const Symbol* item, const Body& behind) {
    Body body;
    if (loop->loop.domain == LoopDomain::Edges)
      body.push_back(edge_loop(loop));
    else if (loop->loop.domain == LoopDomain::Keys)
      body = of_entry(loop, item);
    else  // in a loop in order only nodes of the loop become active
      body = guarded(loop->loop.after ? nullptr : loop->loop.where, block(loop->body));
    hoist_questions(body);
    drop_unused(body);
    body.insert(body.end(), behind.begin(), behind.end());
    hoist_own_reads(arena_, body, item);
    return body;
  }

 private:
  const Expr* expr(const Expr* e) {
    return replace_builtin(arena_, answered(arena_, e, answers_), Builtin::Round, round_);
  }

  // The value of an expression, with the questions in it asked before.
  const Expr* asked(const Expr* e, Body& into) {
    if (e) ask_all(e, into);
    return expr(e);
  }

  void ask_all(const Expr* e, Body& into) {
    for (const Expr* operand : e->operands) ask_all(operand, into);
    if (!is_question(e) || around_.answers.count(e)) return;
    Expr* question = arena_.expr(ExprKind::Call, e->scalar, e->location);
    *question = *e;
    if (e->operands.size() > 1) question->operands[1] = kept(expr(e->operands[1]), into);
    ir::Stmt* ask = arena_.stmt(Kind::Ask, e->location);
    ask->tally = around_.tallies.form_for(e);
    question->operands[0] = arena_.reference(ask->tally->view);
    ask->value = question;
    const std::string& tally = e->operands[0]->symbol->name;
    const bool sum = e->builtin == Builtin::SumOf;
    if (sum) of_own_key(e, question);
    ask->symbol = arena_.local(sum ? tally + "_sum" : std::string(checked::spelling(e->builtin)) + "_" + tally,
                               e->scalar);
    answers_[e] = arena_.reference(ask->symbol);
    into.push_back(ask);
  }

  // `t[k]` in a loop over the keys of t: the sum is beside the key.
  void of_own_key(const Expr* e, Expr* question) {
    const auto entry = entries_.find(e->operands[1]->symbol);
    if (entry == entries_.end() || entry->second.first != e->operands[0]->symbol) return;
    question->builtin = Builtin::SumIn;
    question->operands[1] = arena_.reference(entry->second.second);
  }

  // A team asks together: what it gives along has to be one value.
  const Expr* kept(const Expr* value, Body& into) {
    if (value->operands.empty()) return value;
    ir::Stmt* declaration = arena_.stmt(Kind::Declare, value->location);
    declaration->symbol = arena_.local("otherwise", value->scalar);
    declaration->value = value;
    into.push_back(declaration);
    return arena_.reference(declaration->symbol);
  }

  Body guarded(const Expr* where, Body body) {
    if (!where) return body;
    Body result;
    ir::Stmt* guard = arena_.stmt(Kind::If, where->location);
    guard->condition = asked(where, result);
    guard->body = std::move(body);
    result.push_back(guard);
    return result;
  }

  // foreach edge u -> w is foreach node u, foreach neighbor w of u.
  ir::Stmt* edge_loop(const Stmt* loop) {
    ir::Stmt* inner = arena_.stmt(Kind::NeighborLoop, loop->location);
    inner->symbol = loop->loop.target;
    inner->of = loop->loop.variable;
    inner->edge = loop->loop.edge;
    inner->body = guarded(loop->loop.where, block(loop->body));
    return inner;
  }

  Body block(const checked::Block& statements) {
    Body body;
    for (const Stmt* stmt : statements) lower_stmt(stmt, body);
    return body;
  }

  ir::Stmt* add(Kind kind, const Stmt* from, Body& into) {
    ir::Stmt* stmt = arena_.stmt(kind, from->location);
    into.push_back(stmt);
    return stmt;
  }

  void lower_stmt(const Stmt* stmt, Body& into) {
    switch (stmt->kind) {
      case StmtKind::Declare: return declare(stmt, into);
      case StmtKind::Assign: return assign(stmt, into);
      case StmtKind::Reduce: return reduce(stmt, into);
      case StmtKind::If: return branch(stmt, into);
      case StmtKind::While: return while_loop(stmt, into);
      case StmtKind::Repeat: return repeat(stmt, into);
      case StmtKind::For: return counted_loop(stmt, into);
      case StmtKind::Foreach:
        if (stmt->loop.domain == LoopDomain::Range) return counted_loop(stmt, into);
        if (stmt->loop.domain == LoopDomain::Keys) return key_loop(stmt, into);
        return neighbor_loops(stmt, into);
      case StmtKind::Activate: {
        const Expr* node = asked(stmt->value, into);
        add(Kind::Activate, stmt, into)->value = node;
        return;
      }
      case StmtKind::Break: add(Kind::Break, stmt, into); return;
      default: assert(false && "the checker lets no such statement through in a parallel loop");
    }
  }

  void declare(const Stmt* stmt, Body& into) {
    if (stmt->symbol->type.is_tally) return open_tally(stmt, into);
    const Expr* value = stmt->value ? asked(stmt->value, into) : zero(arena_, stmt->symbol->type.scalar);
    ir::Stmt* declaration = add(Kind::Declare, stmt, into);
    declaration->symbol = stmt->symbol;
    declaration->value = value;
  }

  void open_tally(const Stmt* stmt, Body& into) {
    for (const ir::Tally* tally : around_.tallies.forms(stmt->symbol)) {
      ir::Stmt* open = add(Kind::OpenTally, stmt, into);
      open->tally = tally;
      open->first = tally->first;
      open->end = tally->size;
      add(Kind::ClearTally, stmt, into)->tally = tally;
    }
  }

  // Marks and the counts of an h-index need no number.
  void count(const Stmt* stmt, Body& into) {
    const Expr* key = asked(stmt->target->operands[0], into);
    const Expr* amount = asked(stmt->value, into);
    for (const ir::Tally* tally : around_.tallies.forms(stmt->target->symbol)) {
      ir::Stmt* count = add(Kind::Count, stmt, into);
      count->tally = tally;
      count->value = key;
      if (tally->form == ir::TallyForm::Table) count->amount = amount;
      const auto sum = around_.algorithm.sums.find(stmt);
      if (sum != around_.algorithm.sums.end()) count->sum = sum->second;
      if (!stmt->target->symbol->type.sum) count->sum.within = true;
    }
  }

  void while_loop(const Stmt* stmt, Body& into) {
    ir::Stmt* loop = add(Kind::While, stmt, into);
    Body questions;
    loop->condition = asked(stmt->condition, questions);
    loop->body = block(stmt->body);
    if (questions.empty()) return;
    ir::Stmt* leave = arena_.stmt(Kind::If, stmt->location);  // asked anew in every round
    leave->condition = arena_.negation(loop->condition);
    leave->body = {arena_.stmt(Kind::Break, stmt->location)};
    questions.push_back(leave);
    loop->condition = arena_.integer(1, Scalar::Bool);
    loop->body.insert(loop->body.begin(), questions.begin(), questions.end());
  }

  void assign(const Stmt* stmt, Body& into) {
    const Expr *value = asked(stmt->value, into), *target = asked(stmt->target, into);
    if (target->kind == ExprKind::Reference && target->symbol->type.space == ir::Space::Local) {
      ir::Stmt* assignment = add(Kind::Assign, stmt, into);
      assignment->symbol = target->symbol;
      assignment->value = value;
      return;
    }
    ir::Stmt* store = add(Kind::Store, stmt, into);
    store->target = target;
    store->value = value;
    store->uniform = uniform(store->value);
  }

  void reduce(const Stmt* stmt, Body& into) {
    if (stmt->target->symbol->type.is_tally) return count(stmt, into);
    const Expr *value = asked(stmt->value, into), *target = asked(stmt->target, into);
    if (stmt->reduction == Reduction::Any) {  // any one of the offered values: a store
      ir::Stmt* store = add(Kind::Store, stmt, into);
      store->target = target;
      store->value = value;
      return;
    }
    const Expr* payload = asked(stmt->payload, into);
    ir::Stmt* update = add(Kind::Reduce, stmt, into);
    update->target = target;
    update->value = value;
    update->reduction = stmt->reduction;
    if (stmt->payload) {
      update->target = place_of_pair(arena_, around_.couples, update->target);
      update->value = arena_.pair(update->value, payload);
      update->reduction = stmt->reduction == Reduction::Min ? Reduction::MinFirst : Reduction::MaxFirst;
    }
    update->changed = stmt->changed;
    update->old = stmt->old;
    const auto sum = around_.algorithm.sums.find(stmt);
    if (sum != around_.algorithm.sums.end()) update->sum = sum->second;
  }

  void branch(const Stmt* stmt, Body& into) {
    const Expr* condition = asked(stmt->condition, into);
    ir::Stmt* choice = add(Kind::If, stmt, into);
    choice->condition = condition;
    choice->body = block(stmt->body);
    choice->other = block(stmt->other);
  }

  void counted_loop(const Stmt* stmt, Body& into) {
    const Expr *low = asked(stmt->loop.low, into), *high = asked(stmt->loop.high, into),
               *step = asked(stmt->loop.step, into);
    ir::Stmt* loop = add(stmt->kind == StmtKind::For ? Kind::For : Kind::RangeLoop, stmt, into);
    loop->symbol = stmt->loop.variable;
    loop->first = low;
    loop->end = high;
    loop->value = step;
    loop->body = guarded(stmt->loop.where, block(stmt->body));
  }

  // Over the entries of the table, of which some hold a key.
  void key_loop(const Stmt* stmt, Body& into) {
    const Symbol* tally = stmt->loop.of->symbol;
    ir::Stmt* loop = add(Kind::RangeLoop, stmt, into);
    const Symbol* entry = loop->symbol = arena_.local(tally->name + "_entry", Scalar::Long, ir::SymbolKind::LoopIndex);
    loop->first = arena_.integer(0, Scalar::Long);
    loop->end = arena_.call(Builtin::Entries, Scalar::Long,
                            {arena_.reference(around_.tallies.form(tally, ir::TallyForm::Table)->view)});
    loop->body = of_entry(stmt, entry);
  }

  // What the loop over the keys of a tally does at one entry.
  Body of_entry(const Stmt* stmt, const Symbol* entry) {
    const Symbol* tally = stmt->loop.of->symbol;
    Body body;
    const auto ask = [&](Builtin builtin, const Symbol* symbol, Body& into) {
      ir::Stmt* made = add(Kind::Ask, stmt, into);
      made->tally = around_.tallies.form(tally, ir::TallyForm::Table);
      made->value = arena_.call(builtin, symbol->type.scalar,
                                {arena_.reference(made->tally->view), arena_.reference(entry)});
      made->symbol = symbol;
      return symbol;
    };
    ir::Stmt* held = arena_.stmt(Kind::If, stmt->location);
    held->condition = arena_.reference(ask(Builtin::HoldsKey, arena_.local("holds_key", Scalar::Bool), body));
    entries_[stmt->loop.variable] = {tally, entry};
    ask(Builtin::KeyOf, stmt->loop.variable, held->body);
    const Body inside = guarded(stmt->loop.where, block(stmt->body));
    held->body.insert(held->body.end(), inside.begin(), inside.end());
    body.push_back(held);
    return body;
  }

  // Rounds of one iteration alone: a loop over their numbers that is left at its end.
  void repeat(const Stmt* stmt, Body& into) {
    const Expr* limit = asked(stmt->value, into);
    ir::Stmt* loop = add(Kind::For, stmt, into);
    const Symbol* outer = round_;
    round_ = arena_.local("round", Scalar::Int, ir::SymbolKind::LoopIndex);
    loop->symbol = round_;
    loop->first = arena_.integer(1);
    loop->end = limit ? arena_.binary(checked::BinaryOp::Add, limit, arena_.integer(1), Scalar::Int)
                      : arena_.expr(ExprKind::Infinity, Scalar::Int);
    loop->body = block(stmt->body);
    if (stmt->condition) {
      const Expr* condition = asked(stmt->condition, loop->body);
      ir::Stmt* until = add(Kind::If, stmt, loop->body);
      until->condition = condition;
      until->body = {arena_.stmt(Kind::Break, stmt->location)};
    }
    round_ = outer;
  }

  // The node whose neighbors are walked, by a name.
  const Symbol* walked(const Stmt* stmt, Body& into) {
    const bool local = stmt->loop.of->kind == ExprKind::Reference &&
                       stmt->loop.of->symbol->type.space == ir::Space::Local;
    if (local && !changes_part_of(*stmt, stmt->loop.of)) return stmt->loop.of->symbol;
    const Expr* node = asked(stmt->loop.of, into);
    ir::Stmt* declaration = add(Kind::Declare, stmt, into);
    declaration->symbol = arena_.local("center", Scalar::Node);
    declaration->value = node;
    return declaration->symbol;
  }

  // `adjacent` is the out-neighbors and then, where the graph is directed, the in-neighbors, each node once.
  void neighbor_loops(const Stmt* stmt, Body& into) {
    const LoopDomain domain = stmt->loop.domain;
    const Symbol* of = walked(stmt, into);
    if (domain == LoopDomain::Adjacent) return adjacent_loops(stmt, of, into);
    into.push_back(neighbor_loop(stmt, of, domain == LoopDomain::Neighbors ? Direction::Out : Direction::In));
  }

  void adjacent_loops(const Stmt* stmt, const Symbol* of, Body& into) {
    into.push_back(once(neighbor_loop(stmt, of, Direction::Out), stmt));
    ir::Stmt* directed = add(Kind::If, stmt, into);
    directed->condition = arena_.call(Builtin::Directed, Scalar::Bool, {});
    directed->body = {once(neighbor_loop(stmt, of, Direction::In), stmt)};
  }

  // Leaves out what `adjacent` does not mean or has visited: v itself, the same node along a parallel edge, and an
  // in-neighbor that is an out-neighbor too. Where a second visit would change nothing, only v itself.
  ir::Stmt* once(ir::Stmt* loop, const Stmt* stmt) {
    const bool simple = around_.algorithm.requirements.simple, counts = !is_idempotent(stmt->body);
    const Expr *node = arena_.reference(loop->of), *other = arena_.reference(loop->symbol);
    const bool out = loop->direction == Direction::Out;
    std::vector<const Expr*> conditions;
    if (!simple) conditions.push_back(arena_.binary(checked::BinaryOp::Ne, other, node, Scalar::Bool));
    if (!simple && counts) {
      loop->edge = arena_.local("edge", Scalar::Edge, ir::SymbolKind::LoopEdge);
      const Expr* source = out ? node : other;
      conditions.push_back(
          arena_.negation(arena_.call(Builtin::Repeats, Scalar::Bool, {source, arena_.reference(loop->edge)})));
    }
    if (!out && counts)
      conditions.push_back(arena_.negation(arena_.call(Builtin::HasEdge, Scalar::Bool, {other, node})));
    if (conditions.empty()) return loop;
    ir::Stmt* guard = arena_.stmt(Kind::If, stmt->location);
    guard->condition = conditions[0];
    for (std::size_t i = 1; i < conditions.size(); ++i)
      guard->condition = arena_.binary(checked::BinaryOp::And, guard->condition, conditions[i], Scalar::Bool);
    guard->body = std::move(loop->body);
    loop->body = {guard};
    return loop;
  }

  ir::Stmt* neighbor_loop(const Stmt* stmt, const Symbol* of, Direction direction) {
    ir::Stmt* loop = arena_.stmt(Kind::NeighborLoop, stmt->location);
    loop->direction = direction;
    loop->symbol = stmt->loop.variable;
    loop->of = of;
    loop->edge = stmt->loop.edge;
    loop->body = guarded(stmt->loop.where, block(stmt->body));
    return loop;
  }

  // Built only from what is the same for every iteration of the region.
  bool uniform(const Expr* value) {
    bool same = true;
    ir::walk(value, [&](const Expr* e) {
      if (e->kind == ExprKind::Element || e->kind == ExprKind::Contains) same = false;
      if (e->kind == ExprKind::Reference)
        same = same && (e->symbol == shared_round_ ||
                        (e->symbol->type.space == ir::Space::Global && !around_.cells.count(e->symbol)));
    });
    return same;
  }

  Arena& arena_;
  const Surroundings& around_;
  Answers answers_;             // to questions, also of this operator
  const Symbol* shared_round_;  // of the surrounding rounds, the same for every iteration
  const Symbol* round_;         // of the innermost ones
  std::map<const Symbol*, std::pair<const Symbol*, const Symbol*>> entries_;  // by key: the tally, and the entry of it
};

}  // namespace

Body lower_operator(Arena& arena, const Stmt* loop, const Symbol* item, const Surroundings& around,
                    const Body& behind) {
  return OperatorLowering(arena, around).lower(loop, item, behind);
}

}  // namespace maxwarp::parallel
