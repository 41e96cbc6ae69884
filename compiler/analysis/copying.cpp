// C, from the operator and the head of its loop, each statement in turn.
#include "compiler/analysis/copying.h"

#include <algorithm>
#include <map>

#include "compiler/analysis/operator.h"
#include "compiler/analysis/surroundings.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using parallel::Control;
using parallel::ControlKind;

bool is_order_free(Reduction reduction) {
  return reduction == Reduction::Min || reduction == Reduction::Max || reduction == Reduction::Or ||
         reduction == Reduction::And;
}

bool is_at(const Expr* expr, const Symbol* node) {
  return ir::is_element_at(expr, node) && expr->symbol->type.space == ir::Space::Node;
}

class Search {
 public:
  Search(const parallel::Program& program, const Control& rounds)
      : program_(program), rounds_(rounds), item_(rounds.region.item) {}

  Copying run() {
    find_reduction();
    if (!found_.property) {
      found_.fact = nothing("no statement reduces an element of a neighbor", rounds_.region.location);
      return found_;
    }
    head();
    for (const Stmt* stmt : rounds_.region.body) of_item(stmt);
    both_directions();
    found_.own = found_.fact && found_.reduction == Reduction::Min && begins_with_own_number();
    return found_;
  }

 private:
  void refuse(std::string why, Location place) {
    if (found_.fact) found_.fact = no(std::move(why), place.valid() ? place : rounds_.region.location);
  }

  void find_reduction() {
    ir::walk(rounds_.region.body, [&](const Stmt* stmt) {
      const bool reduces = stmt->kind == StmtKind::Reduce && is_effect(stmt) && is_order_free(stmt->reduction) &&
                           stmt->target->kind == ExprKind::Element && !checked::is_pair(stmt->target->scalar) &&
                           stmt->target->symbol->type.space == ir::Space::Node;
      if (!reduces || found_.property) return;
      found_.property = stmt->target->symbol;
      found_.reduction = stmt->reduction;
    });
  }

  void head() {
    if (rounds_.condition)
      refuse("`until` may end the rounds before nothing changes any more", rounds_.condition->location);
    if (!rounds_.from_all || rounds_.from_where) refuse("not all nodes are active at first", rounds_.location);
  }

  // What the operator does outside of its neighbor loops: it names its own element, and asks whether edges have to be
  // followed backwards. In a graph that is not directed, every loop goes along all edges, in both directions.
  void of_item(const Stmt* stmt, bool only_directed = false) {
    const bool directed = stmt->kind == StmtKind::If && stmt->condition->kind == ExprKind::Call &&
                          stmt->condition->builtin == ir::Builtin::Directed && stmt->other.empty();
    if (directed) {
      for (const Stmt* inner : stmt->body) of_item(inner, true);
      return;
    }
    if (stmt->kind == StmtKind::NeighborLoop && stmt->of == item_) {
      undirected_ = undirected_ || !only_directed;
      return of_loop(stmt);
    }
    if (!declares(stmt)) refuse("the operator does more than to copy", stmt->location);
  }

  void of_loop(const Stmt* loop) {
    (loop->direction == ir::Direction::Out ? out_ : in_) = true;
    const bool guarded = loop->body.size() == 1 && leaves_out_itself(loop->body.front(), loop->symbol);
    for (const Stmt* stmt : guarded ? loop->body.front()->body : loop->body) of_edge(stmt, loop->symbol);
  }

  // `adjacent` leaves out an edge from a node to itself, which copies nothing.
  bool leaves_out_itself(const Stmt* stmt, const Symbol* neighbor) const {
    if (stmt->kind != StmtKind::If || !stmt->other.empty()) return false;
    const Expr* test = stmt->condition;
    if (test->kind != ExprKind::Binary || test->binary_op != ir::BinaryOp::Ne) return false;
    const auto names = [](const Expr* e, const Symbol* symbol) {
      return e->kind == ExprKind::Reference && e->symbol == symbol;
    };
    const Expr *a = test->operands[0], *b = test->operands[1];
    return (names(a, item_) && names(b, neighbor)) || (names(a, neighbor) && names(b, item_));
  }

  void of_edge(const Stmt* stmt, const Symbol* neighbor) {
    switch (stmt->kind) {
      case StmtKind::Declare:
        if (!declares(stmt)) refuse("the operator does more than to copy", stmt->location);
        return;
      case StmtKind::Reduce: return copies(stmt, neighbor);
      case StmtKind::If: return activates(stmt, neighbor);
      default: refuse("the operator does more than to copy", stmt->location);
    }
  }

  // A name for the item's own element.
  bool declares(const Stmt* stmt) {
    if (stmt->kind != StmtKind::Declare || !stmt->value || stmt->symbol->kind == ir::SymbolKind::Variable) return false;
    values_[stmt->symbol] = stmt->value;
    return is_own(stmt->value);
  }

  bool is_own(const Expr* value) const {
    const auto named = value->kind == ExprKind::Reference ? values_.find(value->symbol) : values_.end();
    if (named != values_.end()) return is_own(named->second);
    return is_at(value, item_) && value->symbol == found_.property;
  }

  void copies(const Stmt* stmt, const Symbol* neighbor) {
    changed_ = stmt->changed;
    const std::string name = "`" + found_.property->name + "`";
    if (stmt->target->symbol != found_.property || stmt->reduction != found_.reduction)
      refuse("the operator changes more than " + name + ", by one reduction", stmt->location);
    else if (!is_at(stmt->target, neighbor))
      refuse("the change is not at the neighbor `" + neighbor->name + "`", stmt->location);
    else if (!is_own(stmt->value))
      refuse("what is offered is not " + name + " of the node itself", stmt->location);
    else if (stmt->old || !stmt->changed)
      refuse("the changed node is not activated wherever it was changed", stmt->location);
  }

  void activates(const Stmt* stmt, const Symbol* neighbor) {
    const bool asks = stmt->condition->kind == ExprKind::Reference && changed_ && stmt->condition->symbol == changed_;
    const bool activates = stmt->body.size() == 1 && stmt->body[0]->kind == StmtKind::Activate &&
                           stmt->body[0]->value->kind == ExprKind::Reference &&
                           stmt->body[0]->value->symbol == neighbor;
    if (!asks || !stmt->other.empty()) return refuse("a condition decides which edges copy", stmt->location);
    if (!activates) refuse("a change does not activate the changed node, and nothing else", stmt->location);
    activated_ = activated_ || activates;
  }

  void both_directions() {
    if (!activated_) refuse("a change does not activate the changed node", rounds_.region.location);
    if (!program_.algorithm->requirements.symmetric && !(out_ && in_))
      refuse("edges do not count in both directions: nothing says that the graph is symmetric",
             rounds_.region.location);
    if (!undirected_) refuse("no edges count in a graph that is not directed", rounds_.region.location);
  }

  // `foreach node v { x[v] = v }`, and nothing since that changes `x`.
  bool begins_with_own_number() const {
    const parallel::Sequence* sequence = sequence_around(program_.body, &rounds_);
    auto control = std::ranges::find(*sequence, &rounds_);
    while (control != sequence->begin()) {
      std::set<const Symbol*> changed;
      changed_by(**--control, changed);
      if (changed.contains(found_.property)) return stores_own_number(**control);
    }
    return false;
  }

  bool stores_own_number(const Control& control) const {
    if (control.kind != ControlKind::Region || control.region.domain != parallel::Domain::Nodes) return false;
    const Symbol* item = control.region.item;
    int changes = 0;
    ir::walk(control.region.body, [&](const Stmt* stmt) {
      changes += stmt->target && stmt->target->symbol == found_.property && is_effect(stmt);
    });
    return changes == 1 && std::ranges::any_of(control.region.body, [&](const Stmt* stmt) {
             return stmt->kind == StmtKind::Store && is_at(stmt->target, item) &&
                    stmt->target->symbol == found_.property && stmt->value->kind == ExprKind::Reference &&
                    stmt->value->symbol == item && stmt->value->scalar == Scalar::Node &&
                    found_.property->type.scalar == Scalar::Node;
           });
  }

  const parallel::Program& program_;
  const Control& rounds_;
  const Symbol* item_;
  Copying found_;
  const Symbol* changed_ = nullptr;  // of the reduction before
  bool out_ = false, in_ = false, activated_ = false;
  bool undirected_ = false;  // whether a loop goes along edges in graphs that are not directed, too
  std::map<const Symbol*, const Expr*> values_;
};

}  // namespace

Copying copying(const parallel::Program& program, const parallel::Control& rounds) {
  return Search(program, rounds).run();
}

}  // namespace maxwarp::analysis
