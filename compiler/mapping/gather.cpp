// gather=1|N: how many edges a lane reads at once. A walk over neighbors waits for one random read after the other; the
// reads of N edges, done before the first of them is worked on, are under way together. A search (a loop with `break`)
// reads a few edges in vain, and ends with the batch in which it finds something.
//
// What is read early: what every iteration reads at its neighbor or edge, and what a guarded reduction there loads to
// see whether it changes anything. A sum, whose iterations change nothing else, is unrolled instead: the compiler of
// the device reads ahead by itself there, and does that better; where several lanes share the sum, best with a loop
// that it may unroll as it likes (measured: docs/performance.md). Which graphs have batches: batches.cpp.
#include <algorithm>
#include <map>
#include <set>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"
#include "dsl/check/spelling.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

/// Moves the reads that every iteration of a loop begins with to `other`, where they are done for a batch of edges.
class Batch {
 public:
  Batch(LoopPlan& plan, const mapped::Stage& stage, Stmt* loop) : plan_(plan), stage_(stage), loop_(loop) {
    note_changes(loop->body, written_);
    ir::walk(loop->body, [&](const Stmt* stmt) {
      for (const Symbol* symbol : {stmt->symbol, stmt->target ? stmt->target->symbol : nullptr})
        if (symbol) inside_.insert(symbol);
    });
  }

  bool run(int edges) {
    if (!can_batch()) return false;
    const bool sums = only_sums();
    if (sums && loop_->stride == ir::Stride::Team) return false;
    loop_->batch = edges;
    loop_->unrolled = sums;
    if (sums) return true;
    for (Stmt* stmt : loop_->body) {
      for (const Expr** slot : ir::expression_slots(stmt))
        if (*slot && slot != &stmt->target) *slot = lift(*slot);
      lift_guards(stmt);
      note_changes({stmt}, changed_);
    }
    loop_->body = ir::clone(plan_.arena, loop_->body, [&](const Expr* e) { return read_before(e); });
    loop_->late = !loop_->other.empty() && !always_read();
    return true;
  }

  /// What a loop with `break` needs before it: it leaves the batch, and the flag the loop over batches.
  Stmt* leave_both_loops() {
    const Symbol* left = plan_.arena.local("left", ir::Scalar::Bool, ir::SymbolKind::Variable);
    loop_->condition = plan_.arena.negation(plan_.arena.reference(left));
    note_breaks(loop_->body, left);
    return set(StmtKind::Declare, left, false);
  }

 private:
  static void note_changes(const Body& body, std::set<const Symbol*>& changes) {
    ir::walk(body, [&](const Stmt* stmt) {
      if (stmt->target) changes.insert(stmt->target->symbol);
      if (stmt->storage) changes.insert(stmt->storage);
    });
  }

  // What the inner loop of two reads is no random read of the outer one.
  bool can_batch() const {
    bool innermost = true;
    ir::walk(loop_->body, [&](const Stmt* stmt) { innermost = innermost && !ir::is_inner_loop(stmt); });
    return ir::mentions(loop_->body, loop_->symbol) && innermost;
  }

  // Only variables change, in every iteration alike, and no read has to stay where it is.
  bool only_sums() const {
    bool sums = true;
    for (const Stmt* stmt : loop_->body) {
      const bool adds = stmt->kind == StmtKind::Reduce && stmt->access == ir::Access::Private;
      sums = sums && (adds || stmt->kind == StmtKind::Declare);
    }
    ir::walk_expressions(loop_->body, [&](const Expr* e) { sums = sums && !e->relaxed; });
    return sums;
  }

  // Whether what is read before has the neighbor, or every iteration looks at it.
  bool always_read() const {
    return ir::mentions(loop_->other, loop_->symbol) || std::ranges::any_of(loop_->body, [&](Stmt* stmt) {
             return stmt->kind == StmtKind::If ? is_evaluated(stmt->condition) : ir::mentions({stmt}, loop_->symbol);
           });
  }

  // Whether the neighbor is part of what is evaluated in any case.
  bool is_evaluated(const Expr* expr) const {
    if (expr->symbol == loop_->symbol) return true;
    const std::size_t always = asks_first(expr) ? 1 : expr->operands.size();
    return std::any_of(expr->operands.begin(), expr->operands.begin() + static_cast<std::ptrdiff_t>(always),
                       [&](const Expr* operand) { return is_evaluated(operand); });
  }

  Stmt* set(StmtKind kind, const Symbol* flag, bool value) {
    Stmt* stmt = plan_.arena.stmt(kind, loop_->location);
    stmt->symbol = flag;
    stmt->value = plan_.arena.integer(value, ir::Scalar::Bool);
    return stmt;
  }

  void note_breaks(Body& body, const Symbol* left) {
    for (Stmt* stmt : body) {
      if (ir::is_loop(stmt)) continue;
      note_breaks(stmt->body, left);
      note_breaks(stmt->other, left);
    }
    const auto leaves = std::ranges::find(body, StmtKind::Break, &Stmt::kind);
    if (leaves != body.end()) body.insert(leaves, set(StmtKind::Assign, left, true));
  }

  // Only the first operand is always evaluated.
  static bool asks_first(const Expr* expr) {
    const bool logical = expr->binary_op == ir::BinaryOp::And || expr->binary_op == ir::BinaryOp::Or;
    return expr->kind == ExprKind::Conditional || (expr->kind == ExprKind::Binary && logical);
  }

  // What is not evaluated in every iteration stays where it is.
  const Expr* lift(const Expr* expr) {
    if (is_random_read(expr)) return plan_.arena.reference(read_of(expr));
    std::vector<const Expr*> operands = expr->operands;
    for (std::size_t i = 0; i < (asks_first(expr) ? 1 : operands.size()); ++i) operands[i] = lift(operands[i]);
    if (operands == expr->operands) return expr;
    Expr* copy = plan_.arena.expr(expr->kind, expr->scalar, expr->location);
    *copy = *expr;
    copy->operands = std::move(operands);
    return copy;
  }

  // What a guarded reduction loads first, of an element of the neighbor. An update that an older value shows to be
  // useless is one that was made when that value was there: nothing but this reduction changes the property in the
  // loop, as the race check sees to. Behind the question whether the neighbor is the node itself, it is hardly ever
  // loaded in vain.
  void lift_guards(Stmt* stmt) {
    if (asks_for_itself(stmt))
      for (Stmt* inner : stmt->body) {
        lift_guards(inner);
        note_changes({inner}, changed_);
      }
    if (stmt->access != ir::Access::Guarded || checked::is_pair(stmt->target->scalar)) return;
    Expr* there = plan_.arena.expr(ExprKind::Element, stmt->target->scalar, stmt->target->location);
    *there = *stmt->target;
    there->relaxed = true;
    if (is_random_read(there)) stmt->seen = plan_.arena.reference(read_of(there));
  }

  bool asks_for_itself(const Stmt* stmt) const {
    if (stmt->kind != StmtKind::If || stmt->condition->kind != ExprKind::Binary) return false;
    const std::vector<const Expr*>& sides = stmt->condition->operands;
    return stmt->condition->binary_op == ir::BinaryOp::Ne &&
           std::ranges::all_of(sides, [](const Expr* side) { return side->kind == ExprKind::Reference; }) &&
           std::ranges::any_of(sides, [&](const Expr* side) { return side->symbol == loop_->symbol; });
  }

  // A property of the neighbor or the edge, or a component of it, its bit in a set, or its twin. What the loop itself
  // changes may be read early where any value is right that the element has had since the last barrier, and the
  // iteration itself has not changed it before.
  bool is_random_read(const Expr* expr) const {
    if (expr->kind == ExprKind::Call && expr->builtin == ir::Builtin::Twin) return has_own_place(expr);
    const bool bit = expr->kind == ExprKind::Contains;
    if (!bit && (expr->kind != ExprKind::Element || !stage_.is_proved(expr))) return false;
    if (changed_.count(expr->symbol)) return false;
    return has_own_place(expr) && (!written_.count(expr->symbol) || expr->relaxed);
  }

  // At the neighbor or the edge; a component of it has a number that the loop does not make.
  bool has_own_place(const Expr* expr) const {
    bool own = false;
    for (const Expr* index : expr->operands) {
      const bool neighbor = index->symbol == loop_->symbol || (loop_->edge && index->symbol == loop_->edge);
      if (index->kind != ExprKind::Reference || (!neighbor && inside_.count(index->symbol))) return false;
      own = own || neighbor;
    }
    return own;
  }

  static std::vector<int> place_of(const Expr* expr) {
    std::vector<int> place{expr->symbol ? expr->symbol->id : -1};  // the twin is no property
    for (const Expr* index : expr->operands) place.push_back(index->symbol->id);
    return place;
  }

  // What is at hand already and does not change in the loop.
  const Expr* read_before(const Expr* expr) const {
    if (!is_random_read(expr)) return nullptr;
    const auto found = reads_.find(place_of(expr));
    return found == reads_.end() ? nullptr : plan_.arena.reference(found->second);
  }

  const Symbol* read_of(const Expr* expr) {
    const Symbol*& read = reads_[place_of(expr)];
    if (read) return read;
    std::string name = expr->symbol ? expr->symbol->name : "twin";
    for (const Expr* index : expr->operands) name += "_" + index->symbol->name;
    read = plan_.arena.local(name, expr->scalar);
    Stmt* declaration = plan_.arena.stmt(StmtKind::Declare, expr->location);
    declaration->symbol = read;
    declaration->value = expr;
    loop_->other.push_back(declaration);
    return read;
  }

  LoopPlan& plan_;
  const mapped::Stage& stage_;
  Stmt* loop_;
  std::set<const Symbol*> written_;                  // by the loop
  std::set<const Symbol*> inside_;                   // locals that the loop makes or changes
  std::set<const Symbol*> changed_;                  // by what stands before the statement at hand
  std::map<std::vector<int>, const Symbol*> reads_;  // by property and indices
};

bool batch_loops(LoopPlan& plan, const mapped::Stage& stage, Body& body, int edges) {
  bool some = false;
  Body batched;
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::NeighborLoop) {
      Batch batch(plan, stage, stmt);
      if (batch.run(edges)) {
        some = true;
        if (ir::break_of(stmt->body)) batched.push_back(batch.leave_both_loops());
        batched.push_back(stmt);
        continue;
      }
    }
    some = batch_loops(plan, stage, stmt->body, edges) || some;
    some = batch_loops(plan, stage, stmt->other, edges) || some;
    batched.push_back(stmt);
  }
  body = std::move(batched);
  return some;
}

}  // namespace

const Technique gather_one{
    .key = "gather",
    .form = "1",
    .source = "[H] Fig. 2, 4",
    .summary = "each lane processes one edge at a time",
    .machines = gpu_only,
};

const Technique gather_batch{
    .key = "gather",
    .form = "N",
    .source = "beyond: reads in flight",
    .summary = "each lane loads N edges and their data together, then processes them",
    .machines = gpu_only,
    .trials = {"4", "2"},
    .probes = {"2", "3"},
    .parse = parse_number<1, 16>,
    .expected = "a number of edges from 1 to 16",
    .rewrite =
        [](LoopPlan& plan) {
          const int edges = static_cast<int>(plan.choice("gather").number());
          bool some = false;
          for (mapped::Stage* stage : round_stages(plan)) some = batch_loops(plan, *stage, stage->body, edges) || some;
          if (some)
            plan.explanation.push_back("gather=" + plan.choice("gather").text +
                                       ": the reads of so many edges of a lane are under way together");
        },
};

}  // namespace maxwarp::mapping
