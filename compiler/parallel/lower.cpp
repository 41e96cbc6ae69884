// Host control: checked statements outside of parallel loops become control nodes and regions.
#include "compiler/parallel/lower.h"

#include <algorithm>
#include <set>

#include "compiler/parallel/controls.h"
#include "compiler/parallel/filled.h"
#include "compiler/parallel/joining.h"
#include "compiler/parallel/lower_operator.h"
#include "compiler/parallel/settle.h"
#include "compiler/parallel/tally_questions.h"
#include "compiler/parallel/unused.h"
#include "dsl/check/print.h"

namespace maxwarp::parallel {
namespace {

using checked::Scalar;
using checked::Stmt;
using checked::StmtKind;
using ir::Arena;

class Lowering : Controls {
 public:
  Lowering(const checked::Algorithm& algorithm, const Joinings& joinings)
      : Controls(algorithm),
        joinings_(joinings),
        questions_(*program_, cells_, [this](const std::string& name) { return unique_name(name); }) {}

  std::unique_ptr<Program> run() {
    const checked::Algorithm& algorithm = *program_->algorithm;
    couples_ = find_couples(arena(), algorithm.body);
    find_cells(algorithm.body, false);
    fill_results(algorithm);
    program_->properties = tallies_.arrays();
    lower_block(algorithm.body, program_->body);
    if (!couples_.empty()) keep_as_pairs(*program_, couples_);
    settle_reductions(*program_);
    remove_unused(*program_);
    return std::move(program_);
  }

 private:
  // A Global scalar that a parallel region writes lives in a cell of device memory.
  void find_cells(const checked::Block& block, bool parallel) {
    for (const Stmt* stmt : block) {
      const bool inside = parallel || stmt->kind == StmtKind::Foreach || stmt->kind == StmtKind::Iterate;
      const bool writes = stmt->kind == StmtKind::Assign || stmt->kind == StmtKind::Reduce;
      if (parallel && writes && stmt->target->kind == checked::ExprKind::Reference &&
          stmt->target->symbol->type.space == checked::Space::Global)
        add_cell(stmt->target->symbol);
      if (stmt->payload && stmt->target->symbol->type.space == checked::Space::Global)
        for (const Symbol* symbol : {stmt->target->symbol, stmt->payload_target->symbol}) add_cell(symbol);
      find_cells(stmt->body, inside);
      find_cells(stmt->other, stmt->kind == StmtKind::Iterate ? parallel : inside);  // between two rounds
    }
  }

  // Results start with the zero of their type, unless the program fills them first.
  void fill_results(const checked::Algorithm& algorithm) {
    const std::set<const Symbol*> filled = filled_results(algorithm);
    for (const Symbol* result : algorithm.results) {
      if (filled.contains(result)) continue;
      if (result->type.space == checked::Space::Global)
        set(result, nullptr, algorithm.location, program_->body);
      else
        fill(result, zero(arena(), result->type.scalar), algorithm.location, program_->body);
    }
  }

  void lower_block(const checked::Block& block, Sequence& into) {
    for (auto stmt = block.begin(); stmt != block.end();) {
      const auto end = end_of_primitive(stmt, block.end());
      if (end == stmt)
        lower_stmt(*stmt++, into);
      else
        lower_primitive({stmt, end}, into);
      stmt = std::max(stmt, end);
    }
  }

  // The statements that a call of a primitive has brought, if one begins here.
  static checked::Block::const_iterator end_of_primitive(checked::Block::const_iterator begin,
                                                         checked::Block::const_iterator end) {
    const checked::Call* call = (*begin)->call;
    if (!call || call->primitive == checked::Primitive::None) return begin;
    return std::find_if(begin, end, [&](const Stmt* stmt) { return stmt->call != call; });
  }

  void lower_primitive(const checked::Block& block, Sequence& into) {
    const checked::Call& call = *block.front()->call;
    Control* node = control(ControlKind::Call, call.place, into);
    node->primitive = call.primitive;
    node->of = call.of;
    node->into = call.into;
    const std::size_t before = program_->properties.size();
    for (const Stmt* stmt : block) lower_stmt(stmt, node->body);
    std::copy_if(program_->properties.begin() + static_cast<std::ptrdiff_t>(before), program_->properties.end(),
                 std::back_inserter(node->own), [&](const Symbol* symbol) { return symbol != call.into; });
  }

  void lower_stmt(const Stmt* stmt, Sequence& into) {
    const bool repeats = stmt->kind == StmtKind::While || stmt->kind == StmtKind::Repeat;
    ask(stmt->value, into);
    ask(stmt->payload, into);
    if (stmt->target && !stmt->target->symbol->type.is_tally) ask(stmt->target, into);
    if (!repeats) ask(stmt->condition, into);
    ask_for_loop(stmt, into);
    expect_indices(*this, *stmt, into);
    switch (stmt->kind) {
      case StmtKind::Declare: return declare(stmt, into);
      case StmtKind::Fill: return fill(stmt->symbol, with_round(stmt->value), stmt->location, into);
      case StmtKind::Assign: return assign(stmt, into);
      case StmtKind::Reduce:
        return stmt->target->symbol->type.is_tally ? count(stmt, into) : reduce_on_host(*this, stmt, into);
      case StmtKind::If: return branch(stmt, into);
      case StmtKind::Foreach: return foreach_loop(stmt, into);
      case StmtKind::Iterate: return iterate(stmt, into);
      case StmtKind::Repeat:
      case StmtKind::While: return repeat(stmt, into);
      case StmtKind::For: return counted_loop(stmt, into);
      case StmtKind::Break: control(ControlKind::Break, stmt->location, into); return;
      case StmtKind::Assert: return assertion(stmt, into);
      case StmtKind::Activate: break;
    }
    assert(false && "the checker lets no such statement through outside of parallel loops");
  }

  // Finds the answers to the questions in an expression of the host, or in one that a parallel loop evaluates: there
  // the tally stays as it is meanwhile.
  void ask(const Expr* expr, Sequence& into, bool inside = false) {
    if (!expr) return;
    for (const Expr* operand : expr->operands) ask(operand, into, inside);
    if (!is_question(expr) || expr->operands[0]->symbol->type.space != checked::Space::Global) return;
    if (inside && expr->builtin == checked::Builtin::SumOf) return;  // of whichever key: the operator looks it up
    const Expr* otherwise = expr->operands.size() > 1 ? with_round(expr->operands[1]) : nullptr;
    answers_[expr] = questions_.ask(expr, *tallies_.form_for(expr), otherwise, into);
  }

  void ask_for_loop(const Stmt* stmt, Sequence& into) {
    const checked::Loop& loop = stmt->loop;
    for (const Expr* expr : {loop.low, loop.high, loop.step, loop.from_where}) ask(expr, into);
    ask(loop.where, into, true);
    for (const Expr* expr : loop.from) ask(expr, into);
    if (stmt->kind == StmtKind::Foreach || stmt->kind == StmtKind::Iterate) ask_inside(stmt->body, into);
  }

  void ask_inside(const checked::Block& block, Sequence& into) {
    for (const Stmt* stmt : block) {
      const checked::Loop& loop = stmt->loop;
      for (const Expr* expr : {stmt->target, stmt->value, stmt->payload, stmt->condition, loop.of, loop.where, loop.low,
                               loop.high, loop.step})
        ask(expr, into, true);
      ask_inside(stmt->body, into);
      ask_inside(stmt->other, into);
    }
  }

  void declare(const Stmt* stmt, Sequence& into) {
    const Symbol* symbol = stmt->symbol;
    if (symbol->type.is_tally) {
      for (const ir::Tally* tally : tallies_.forms(symbol)) questions_.clear(*tally, stmt->location, into);
      return;
    }
    if (symbol->type.space == checked::Space::Global) return set(symbol, stmt->value, stmt->location, into);
    const bool known = std::ranges::find(program_->properties, symbol) != program_->properties.end();
    if (!known) program_->properties.push_back(symbol);  // loops that the same text takes the place of share its arrays
    fill(symbol, stmt->value ? with_round(stmt->value) : zero(arena(), symbol->type.scalar), stmt->location, into);
  }

  void assign(const Stmt* stmt, Sequence& into) {
    if (stmt->target->kind == checked::ExprKind::Reference)
      return set(stmt->target->symbol, stmt->value, stmt->location, into);
    Control* node = control(ControlKind::Set, stmt->location, into);
    node->target = with_round(stmt->target);
    node->value = with_round(stmt->value);
  }

  // A single count is a parallel loop of one iteration.
  void count(const Stmt* stmt, Sequence& into) {
    ask(stmt->target->operands[0], into);
    checked::Stmt loop = *stmt;
    loop.kind = StmtKind::Foreach;
    loop.body = {stmt};
    loop.loop.domain = checked::LoopDomain::Range;
    loop.loop.variable = arena().local("i", Scalar::Int, checked::SymbolKind::LoopIndex);
    loop.loop.low = arena().integer(0);
    loop.loop.high = arena().integer(1);
    loop.loop.label = "";
    foreach_loop(&loop, into);
  }

  void branch(const Stmt* stmt, Sequence& into) {
    Control* node = control(ControlKind::If, stmt->location, into);
    node->condition = with_round(stmt->condition);
    lower_block(stmt->body, node->body);
    lower_block(stmt->other, node->other);
  }

  void assertion(const Stmt* stmt, Sequence& into) {
    Control* node = control(ControlKind::Expect, stmt->location, into);
    node->condition = with_round(stmt->condition);
    node->note = print_expression(*stmt->condition);
  }

  void repeat(const Stmt* stmt, Sequence& into) {
    const Expr* limit = kept_for(stmt, stmt->value, "limit", into);
    Control* node = control(stmt->kind == StmtKind::While ? ControlKind::While : ControlKind::Repeat, stmt->location,
                            into);
    const Symbol* outer = round_;
    node->value = with_round(limit);  // the limit belongs to the surrounding round
    node->round = round_ = arena().local("round", checked::Scalar::Int, checked::SymbolKind::Variable);
    Sequence questions;  // of the condition, asked anew in every round
    if (stmt->kind == StmtKind::While) ask(stmt->condition, questions);
    lower_block(stmt->body, node->body);
    if (stmt->kind == StmtKind::Repeat) ask(stmt->condition, questions);
    node->body.insert(node->body.end(), questions.begin(), questions.end());
    if (stmt->kind == StmtKind::While) into.insert(into.end() - 1, questions.begin(), questions.end());
    node->condition = with_round(stmt->condition);
    round_ = outer;
  }

  // A `for` counts in a variable of the host; its bounds are taken before it begins.
  void counted_loop(const Stmt* stmt, Sequence& into) {
    using checked::BinaryOp;
    const checked::Loop& loop = stmt->loop;
    if (loop.domain == checked::LoopDomain::Nodes) return lower_block(stmt->body, nodes_in_turn(*this, stmt, into));
    const Symbol* index = loop.variable;
    const Scalar scalar = index->type.scalar;
    const Expr* high = kept(loop.high, index->name + "_end", stmt->location, into);
    const Expr* step = loop.step ? kept(loop.step, index->name + "_step", stmt->location, into)
                                 : arena().integer(1, scalar);
    set(index, loop.low, stmt->location, into);
    Control* node = control(ControlKind::While, stmt->location, into);
    node->condition = arena().binary(BinaryOp::Lt, arena().reference(index), high, Scalar::Bool);
    if (step->kind != checked::ExprKind::Integer)  // a step that is not positive leads nowhere
      node->condition = arena().binary(BinaryOp::And,
                                       arena().binary(BinaryOp::Gt, step, arena().integer(0, scalar), Scalar::Bool),
                                       node->condition, Scalar::Bool);
    const bool from_zero = loop.low->kind == checked::ExprKind::Integer && loop.low->integer >= 0;
    if (from_zero && !changes_part_of(*stmt, loop.high)) ends_[index] = loop.high;
    lower_block(stmt->body, node->body);
    ends_.erase(index);
    set(index, arena().binary(BinaryOp::Add, arena().reference(index), step, scalar), stmt->location, node->body);
  }

  // The value of `expr` now, by a name unless it is a literal.
  const Expr* kept(const Expr* expr, const std::string& name, Location location, Sequence& into) {
    if (expr->kind == checked::ExprKind::Integer) return expr;
    ir::Type type;
    type.scalar = expr->scalar;
    const Symbol* symbol = arena().symbol(name, type, checked::SymbolKind::Constant);
    set(symbol, expr, location, into);
    return arena().reference(symbol);
  }

  // The same of a part of a loop's head, or null, if the body changes what it reads.
  const Expr* kept_for(const Stmt* loop, const Expr* expr, const std::string& name, Sequence& into) {
    return changes_part_of(*loop, expr) ? kept(expr, name, loop->location, into) : expr;
  }

  void foreach_loop(const Stmt* stmt, Sequence& into) {
    if (stmt->loop.after) return ordered_loop(*this, stmt, into);
    const checked::Loop& loop = stmt->loop;
    const std::string& name = loop.variable->name;
    const Expr *low = kept_for(stmt, loop.low, name + "_begin", into),
               *high = kept_for(stmt, loop.high, name + "_end", into),
               *step = kept_for(stmt, loop.step, name + "_step", into);
    Control* node = control(ControlKind::Region, stmt->location, into);
    node->region = make_region(stmt);
    if (loop.domain == checked::LoopDomain::Keys) {
      node->region.low = arena().integer(0, Scalar::Long);
      node->region.high = tallies_.form(loop.of->symbol, ir::TallyForm::Table)->size;
    }
    if (loop.domain != checked::LoopDomain::Range) return;
    node->region.low = with_round(low);
    node->region.high = with_round(high);
    node->region.step = with_round(step);
  }

  // The text of the library, in place of the loop.
  void join(const Stmt* stmt, const Joining& joining, Sequence& into) {
    Control* node = control(ControlKind::Union, stmt->location, into);
    node->loop = stmt;
    const checked::Algorithm& library = joins_of(*program_->algorithm, joining);
    find_cells(library.body, false);
    const checked::Algorithm* outer = std::exchange(text_, &library);
    lower_block(library.body, node->body);
    text_ = outer;
    finish_union(*this, stmt, joining, *node);
  }

  void iterate(const Stmt* stmt, Sequence& into) {
    if (const auto found = joinings_.find(stmt); found != joinings_.end()) return join(stmt, found->second, into);
    Control* node = control(ControlKind::Rounds, stmt->location, into);
    node->loop = stmt;
    const checked::Loop& loop = stmt->loop;
    node->from_all = loop.from_all;
    node->from_set = loop.from_set;
    node->from = loop.from;
    node->from_node = loop.from_node;
    node->from_where = with_round(loop.from_where);
    const Symbol* outer = round_;
    node->round = round_ = arena().local("round", checked::Scalar::Int, checked::SymbolKind::Round);
    lower_block(stmt->other, node->body);
    if (asks_active(loop.until)) active_ = arena().local("active_count", Scalar::Int, checked::SymbolKind::Variable);
    ask(loop.until, node->body);
    node->condition = with_round(loop.until);
    node->active = std::exchange(active_, nullptr);
    node->by = with_round(loop.by);
    node->region = make_region(stmt);
    node->region.domain = Domain::Active;
    round_ = outer;
  }

  static bool asks_active(const Expr* until) {
    bool asks = false;
    ir::walk(until, [&](const Expr* e) {
      asks = asks || (e->kind == checked::ExprKind::Call && e->builtin == checked::Builtin::Active);
    });
    return asks;
  }

  Region make_region(const Stmt* stmt) {
    const checked::Loop& loop = stmt->loop;
    Region region;
    region.label = loop.label;
    region.location = stmt->location;
    const bool keys = loop.domain == checked::LoopDomain::Keys;
    region.item = keys ? arena().local("entry", Scalar::Long, checked::SymbolKind::LoopIndex) : loop.variable;
    region.set = loop.set;
    note_findings(*text_, stmt, region);
    region.domain = loop.set ? Domain::NodeSet : Domain::Nodes;
    if (loop.domain == checked::LoopDomain::Range || keys) region.domain = Domain::Range;
    region.body = lower_operator(arena(), stmt, region.item, surroundings());
    region.name = unique_name(region_name(stmt, region.body));
    return region;
  }

  const Joinings& joinings_;
  TallyQuestions questions_;
};

}  // namespace

std::unique_ptr<Program> lower(const checked::Algorithm& algorithm, const Joinings& joinings) {
  return Lowering(algorithm, joinings).run();
}

}  // namespace maxwarp::parallel
