// What changes a property within the loops around a region, and whether that can make a condition true again.
#include "compiler/analysis/lasting.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "compiler/analysis/operator.h"
#include "compiler/analysis/question.h"
#include "dsl/check/spelling.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using parallel::Control;
using parallel::ControlKind;
using parallel::Region;
using parallel::Sequence;

bool is_loop(const Control& control) {
  return control.kind == ControlKind::Repeat || control.kind == ControlKind::While ||
         control.kind == ControlKind::Rounds || control.kind == ControlKind::Ordered;
}

bool contains(const Sequence& sequence, const Control& wanted) {
  return std::ranges::any_of(sequence, [&](const Control* control) {
    return control == &wanted || contains(control->body, wanted) || contains(control->other, wanted);
  });
}

// The outermost loop around a control, or null.
const Control* loop_around(const Sequence& sequence, const Control& wanted) {
  for (const Control* control : sequence) {
    if (!contains(control->body, wanted) && !contains(control->other, wanted)) continue;
    if (is_loop(*control)) return control;
    const Control* inner = loop_around(control->body, wanted);
    return inner ? inner : loop_around(control->other, wanted);
  }
  return nullptr;
}

/// Which variables and values of an operator follow from `property` at the item, and from what is the same for all
/// items.
class Following {
 public:
  Following(const Region& region, const Symbol* property) : region_(region), property_(property) {
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (is_effect(stmt) && stmt->target) written_.insert(stmt->target->symbol);
    });
    for (bool more = true; more;) {  // until no variable more is known not to
      const std::size_t before = others_.size();
      block(region.body, true);
      more = others_.size() != before;
    }
  }

  /// The first change of the property that is none of a value that follows, at the item, under conditions that do.
  const Stmt* change() const { return change_; }

 private:
  bool is_own(const Expr* e) const { return e->symbol == property_ && ir::is_element_at(e, region_.item); }

  bool follows(const Expr* e) const {
    if (is_own(e)) return true;
    const bool varies = e->symbol == region_.item || others_.contains(e->symbol) || written_.contains(e->symbol);
    return !varies && std::ranges::all_of(e->operands, [&](const Expr* operand) { return follows(operand); });
  }

  void note_change(const Stmt* stmt, bool known) {
    if (!is_effect(stmt) || !stmt->target || stmt->target->symbol != property_ || change_) return;
    const bool good = stmt->kind == StmtKind::Store && known && is_own(stmt->target) && follows(stmt->value);
    if (!good) change_ = stmt;
  }

  void block(const Body& body, bool known) {
    for (const Stmt* stmt : body) statement(stmt, known);
  }

  void statement(const Stmt* stmt, bool known) {
    note_change(stmt, known);
    bool inside = known;
    switch (stmt->kind) {
      case StmtKind::Declare:
      case StmtKind::Assign:
        if (!known || (stmt->value && !follows(stmt->value))) others_.insert(stmt->symbol);
        return;
      case StmtKind::If:
      case StmtKind::While: inside = known && follows(stmt->condition); break;
      default:
        // Of what else there is, nothing is known to follow.
        inside = false;
        for (const Symbol* symbol : {stmt->symbol, stmt->old, stmt->changed})
          if (symbol) others_.insert(symbol);
        if (stmt->target && ir::is_local(stmt->target)) others_.insert(stmt->target->symbol);
        others_.insert(stmt->symbols.begin(), stmt->symbols.end());
        break;
    }
    block(stmt->body, inside);
    block(stmt->other, inside);
  }

  const Region& region_;
  const Symbol* property_;
  std::set<const Symbol*> written_, others_;
  const Stmt* change_ = nullptr;
};

/// A question about what a loop does to a property: the place of something that may make the condition true again.
class Changes {
 public:
  explicit Changes(const Symbol* property) : property_(property) {}
  virtual ~Changes() = default;

  Location of(const Sequence& sequence) {
    for (const Control* control : sequence) {
      if (!found_.valid()) look(*control);
      of(control->body);
      of(control->other);
    }
    return found_;
  }
  Location of(const Control& loop) {
    look(loop);
    of(loop.body);
    return of(loop.other);
  }

 protected:
  const Symbol* property_;

 private:
  virtual bool harmless_value(const Expr* value) = 0;
  virtual bool harmless_element(const Expr* value) = 0;
  virtual const Stmt* harmful(const Region& region) = 0;

  void look(const Control& control) {
    const bool fill = control.kind == ControlKind::Fill && control.symbol == property_;
    const bool set = control.kind == ControlKind::Set && control.target->symbol == property_;
    if ((fill && !harmless_value(control.value)) || (set && !harmless_element(control.value)))
      found_ = control.location;
    if (const Stmt* stmt = harmful(control.region); stmt && !found_.valid()) found_ = stmt->location;
  }

  Location found_ = {};
};

/// What keeps equal elements of a property equal.
class KeepsEqual : public Changes {
 public:
  using Changes::Changes;

 private:
  bool harmless_value(const Expr* value) override { return !ir::reads_memory(value); }
  bool harmless_element(const Expr*) override { return false; }

  const Stmt* harmful(const Region& region) override {
    const bool whole = region.domain == parallel::Domain::Nodes && !ir::contains(region.body, StmtKind::Break) &&
                       !ir::contains(region.body, StmtKind::Again);
    return whole ? Following(region, property_).change() : first_change(region);
  }

  const Stmt* first_change(const Region& region) const {
    const Stmt* change = nullptr;
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (!change && is_effect(stmt) && stmt->target && stmt->target->symbol == property_) change = stmt;
    });
    return change;
  }
};

/// What gives a property no element of a value.
class NeverBecomes : public Changes {
 public:
  NeverBecomes(const Symbol* property, std::int64_t constant) : Changes(property), constant_(constant) {}

 private:
  bool harmless_value(const Expr* value) override {
    const auto own = constant_of(value);
    return own && *own != constant_;
  }
  bool harmless_element(const Expr* value) override { return harmless_value(value); }

  const Stmt* harmful(const Region& region) override {
    const Stmt* change = nullptr;
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (change || !is_effect(stmt) || !stmt->target || stmt->target->symbol != property_) return;
      const bool raises = stmt->kind == StmtKind::Reduce && stmt->reduction == ir::Reduction::Or && constant_ == 0;
      if (!(stmt->kind == StmtKind::Store || raises) || !harmless_value(stmt->value)) change = stmt;
    });
    return change;
  }

  std::int64_t constant_;
};

// Equal real numbers may part again: as nan, and as 0 and -0.
bool has_real(ir::Scalar scalar) {
  if (!checked::is_pair(scalar)) return checked::is_real(scalar);
  return checked::is_real(checked::first_of(scalar)) || checked::is_real(checked::second_of(scalar));
}

class Search {
 public:
  Search(const Control& around, const Region& region, const Stmt* loop)
      : around_(around), region_(region), loop_(loop) {
    for (const Stmt* stmt : region.body)
      if (stmt->kind == StmtKind::Declare && stmt->value) values_[stmt->symbol] = stmt->value;
    ir::walk(region.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Assign) values_.erase(stmt->symbol);
    });
  }

  bool lasts(const Expr* part) {
    if (is_fixed(part)) return true;
    if (part->kind == ExprKind::Binary && part->binary_op == ir::BinaryOp::Ne) return stay_apart(part);
    for (const Symbol* node : {region_.item, loop_->symbol})
      if (const auto question = question_of(resolved(part), node))
        return is_clear(NeverBecomes(question->element->symbol, question->constant));
    return false;
  }

  /// What stands in the way of the last part that does not last.
  Location found() const { return found_; }

 private:
  // A local that is declared once is what it was declared as.
  const Expr* resolved(const Expr* e) const {
    if (e->kind != ExprKind::Reference) return e;
    const auto value = values_.find(e->symbol);
    return value == values_.end() ? e : value->second;
  }

  // The edge, its ends, and its twin.
  bool is_of_edge(const Expr* e) const {
    const auto is_own = [&](const Symbol* symbol) {
      return symbol && (symbol == region_.item || symbol == loop_->symbol || symbol == loop_->edge);
    };
    if (e->kind == ExprKind::Reference) return is_own(e->symbol);
    const bool other = e->kind == ExprKind::Call &&
                       (e->builtin == ir::Builtin::Twin || e->builtin == ir::Builtin::Source ||
                        e->builtin == ir::Builtin::Target);
    return other && e->operands[0]->kind == ExprKind::Reference && is_own(e->operands[0]->symbol);
  }

  // What is the same for an edge in the whole run: made of what belongs to it, and of what the caller gives. It is
  // asked before the rest of the condition, so it takes nothing of a node or edge that may be none, and no place of an
  // array.
  bool is_fixed(const Expr* e) const {
    if (e->kind == ExprKind::Reference && values_.contains(e->symbol)) return is_fixed(resolved(e));
    if (is_of_edge(e)) return true;
    if (e->symbol && e->symbol->kind != ir::SymbolKind::Parameter) return false;
    const bool looks_up = e->kind == ExprKind::Element || e->kind == ExprKind::Call;
    return std::ranges::all_of(e->operands, [&](const Expr* operand) {
      const bool place = operand->scalar == ir::Scalar::Node || operand->scalar == ir::Scalar::Edge;
      return looks_up && (place || e->kind == ExprKind::Element) ? is_of_edge(operand) : is_fixed(operand);
    });
  }

  bool stay_apart(const Expr* part) {
    const Expr *a = resolved(part->operands[0]), *b = resolved(part->operands[1]);
    if (ir::is_element_at(b, region_.item)) std::swap(a, b);
    const bool both = ir::is_element_at(a, region_.item) && ir::is_element_at(b, loop_->symbol);
    if (!both || a->symbol != b->symbol || has_real(a->scalar)) return false;
    return is_clear(KeepsEqual(a->symbol));
  }

  template <typename Question>
  bool is_clear(Question question) {
    const Location place = question.of(around_);
    if (place.valid()) found_ = place;
    return !place.valid();
  }

  const Control& around_;
  const Region& region_;
  const Stmt* loop_;
  std::unordered_map<const Symbol*, const Expr*> values_;
  Location found_ = {};
};

// Whether edges are asked for a condition, be it in a form that is not built; else there is none to leave out.
bool asks_edges(const ir::Body& body) {
  bool any = false;
  ir::walk(body, [&](const Stmt* stmt) {
    any = any || (stmt->kind == StmtKind::NeighborLoop && ir::contains(stmt->body, StmtKind::If));
  });
  return any;
}

}  // namespace

void decide_lasting(const parallel::Program& program, const Control& loop, Facts& facts) {
  const Location place = loop.region.location;
  const Control* around = loop_around(program.body, loop);
  const Stmt* neighbors = only_loop(loop.region.body);
  const bool guarded = neighbors && neighbors->body.size() == 1 && neighbors->body[0]->kind == StmtKind::If &&
                       neighbors->body[0]->other.empty();
  if (!around) return void(facts.guard_lasts = nothing("the loop runs once", place));
  if (!guarded) {
    const char* why = "its effects are not those of one neighbor loop under one condition";
    facts.guard_lasts = asks_edges(loop.region.body) ? not_built(why, place) : nothing(why, place);
    return;
  }
  Search search(*around, loop.region, neighbors);
  for (const Expr* part : conjuncts_of(neighbors->body[0]->condition))
    if (search.lasts(part)) facts.lasting.push_back(part);
  if (!facts.lasting.empty()) return;
  const Location found = search.found();
  facts.guard_lasts = found.valid() ? no("what is changed here may make the condition of the loop true again", found)
                                    : no("no part of the condition is known to stay false once it is", place);
}

}  // namespace maxwarp::analysis
