// How stores and reductions are carried out: whether an element has one owner between two barriers decides
// over plain and atomic, whether others look at it meanwhile over plain and relaxed. What the changes of a shared
// element have in common is written down for those who check it.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Access;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Stride;
using ir::Symbol;
using mapped::Sharing;
using mapped::SourceKind;

Sharing sharing_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::Min:
    case Reduction::MinFirst: return Sharing::Min;
    case Reduction::Max:
    case Reduction::MaxFirst: return Sharing::Max;
    case Reduction::And: return Sharing::And;
    case Reduction::Or: return Sharing::Or;
    case Reduction::Any: return Sharing::Any;
    case Reduction::Add:
    case Reduction::Mul:
    case Reduction::Exchange: return Sharing::Atomic;
  }
  return Sharing::Any;
}

bool divides(const Stmt& loop) { return loop.stride == Stride::Team || loop.stride == Stride::Columns; }

bool is_cell(const Symbol* symbol) { return symbol->type.space == Space::Global; }

// By which index elements of one property or array are the item's own; -1: by none.
struct Indices {
  int first = -1;
  bool any = false, several = false;

  void add(int index) {
    several = several || (any && index != first);
    first = any ? first : index;
    any = true;
  }
  bool only(int index) const { return !any || (!several && index == first); }
};

class Updates {
 public:
  Updates(mapped::Program& program, mapped::Stage& stage) : program_(program), stage_(stage) {
    // Several threads update one node if its edges are distributed over them.
    shared_item_ = stage.source.kind == SourceKind::Edges || stage.source.kind == SourceKind::EdgeBalanced ||
                   stage.repeated;
    look_around();
  }

  void run() {
    find_relaxed(stage_.body, false);
    mark_relaxed(stage_.body);
    mark_relaxed(stage_.leave);
    decide(stage_.body, false);
  }

 private:
  // Which index of the element is the item itself, or -1.
  int item_index(const Expr* target) const {
    if (!stage_.item || target->kind != ExprKind::Element) return -1;
    for (std::size_t i = 0; i < target->operands.size(); ++i) {
      const Expr* index = target->operands[i];
      if (index->kind == ExprKind::Convert) index = index->operands[0];  // widening
      if (index->kind == ExprKind::Reference && index->symbol == stage_.item) return static_cast<int>(i);
    }
    return -1;
  }

  // What the stage names and changes.
  void look_around() {
    ir::walk(stage_.body, [&](const Stmt* stmt) {
      const bool change = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
      if (change) changed_[stmt->target->symbol].add(item_index(stmt->target));
      const bool adds = stmt->kind == StmtKind::Reduce && !stmt->changed && !stmt->old;
      for (const Expr* expr : ir::expressions_of(stmt))
        ir::walk(expr, [&](const Expr* e) {
          named_.insert(e->symbol);
          if (!adds || e != stmt->target) looked_at_.insert(e->symbol);
          if (e->kind == ExprKind::Element) elements_[e->symbol].add(item_index(e));
        });
    });
  }

  bool own(const Expr* target) const { return item_index(target) >= 0; }

  // No other item changes the element: all changes name their own item, by the same index.
  bool only_own_changes(const Expr* target) const {
    const auto found = changed_.find(target->symbol);
    return found == changed_.end() || found->second.only(item_index(target));
  }

  // Each element is touched by one iteration, of the loop and of those inside of it, and each iteration is run by one
  // thread. What stands before and after an inner loop is kept apart from it by a barrier of the team.
  bool separate(const Symbol* symbol) const { return !shared_item_ && stage_.separate.count(symbol) != 0; }

  // Why no other thread touches the element between two barriers; null where others may.
  const char* sole(const Expr* target, bool strided) const {
    if (stage_.source.kind == SourceKind::Once) return "one thread does this";
    if (separate(target->symbol)) return "no two iterations touch one element";
    const bool alone = own(target) && !strided && !shared_item_ && only_own_changes(target);
    return alone ? "the element is the item's own, and one thread has the item" : nullptr;
  }

  bool exclusive(const Expr* target, bool strided) const { return sole(target, strided) != nullptr; }

  const char* shared_because(const Expr* target) const {
    if (!own(target)) return "several items may reach one element";
    if (stage_.repeated) return "an item may be listed twice";
    if (shared_item_) return "the edges of one item are distributed over threads";
    return only_own_changes(target) ? "the lanes of a team share the item" : "other items change the element, too";
  }

  // Why a store that others may overwrite is no atomic operation.
  const char* harmless_because(const Stmt* store) const {
    if (!stage_.is_proved(store->target)) return "others may touch the element, and the race check is off";
    return store->uniform ? "every writer stores the same value" : "whichever value stays is right";
  }

  // A property is relaxed when a thread writes an element that another may read or write before the next barrier:
  // harmless, as the race check has proved. An access that it has not proved, being off, stays plain for a detector of
  // races to see.
  void find_relaxed(const Body& body, bool strided) {
    for (const Stmt* stmt : body) {
      const bool write = (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) &&
                         !ir::is_local(stmt->target);
      if (write && (collected(stmt) ? looked_at_.contains(stmt->target->symbol)
                                    : !exclusive(stmt->target, strided) || read_by_others(stmt->target->symbol)))
        relaxed_.insert(stmt->target->symbol);
      const bool marks = stmt->kind == StmtKind::Mark || stmt->kind == StmtKind::Claim;
      if (marks && named_.contains(stmt->storage)) relaxed_.insert(stmt->storage);
      const bool inner = strided || divides(*stmt);
      find_relaxed(stmt->body, inner);
      find_relaxed(stmt->other, inner);
    }
  }

  void mark_relaxed(const Body& body) {
    for (Stmt* stmt : body) {
      for (const Expr** slot : ir::expression_slots(stmt))
        if (slot && *slot) *slot = with_relaxed(*slot);
      mark_relaxed(stmt->body);
      mark_relaxed(stmt->other);
    }
  }

  const Expr* with_relaxed(const Expr* expr) {
    return ir::rewrite(*program_.arena, expr, [&](const Expr* e) -> const Expr* {
      const bool access = e->kind == ExprKind::Element || e->kind == ExprKind::Reference ||
                          e->kind == ExprKind::Contains;
      if (!access || !relaxed_.contains(e->symbol) || !stage_.is_proved(e)) return nullptr;
      Expr* copy = program_.arena->expr(e->kind, e->scalar, e->location);
      *copy = *e;
      copy->relaxed = true;
      for (const Expr*& operand : copy->operands) operand = with_relaxed(operand);
      return copy;
    });
  }

  bool read_by_others(const Symbol* symbol) const {
    if (stage_.source.kind == SourceKind::Once || separate(symbol)) return false;
    const auto found = elements_.find(symbol);
    return found != elements_.end() && (found->second.first < 0 || found->second.several);
  }

  // A sum (and the like) over all iterations into a cell: every thread keeps a part of its own. A least value that the
  // loop looks at stays in the cell, where an iteration finds what it has offered; of a sum it can only ask the latest.
  bool collected(const Stmt* stmt) const {
    const bool adds = stmt->reduction == Reduction::Add || stmt->reduction == Reduction::Mul;
    if (!adds && stmt->target && looked_at_.contains(stmt->target->symbol)) return false;
    return stmt->kind == StmtKind::Reduce && stmt->target->kind == ExprKind::Reference &&
           is_cell(stmt->target->symbol) && !stmt->changed && !stmt->old && stage_.source.kind != SourceKind::Once;
  }

  void decide(Body& body, bool strided) {
    for (Stmt* stmt : body) {
      const bool inner = strided || divides(*stmt);
      if (stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce) decide(stmt, strided);
      if (stmt->kind == StmtKind::Mark || stmt->kind == StmtKind::Claim)
        share(stmt->storage, stmt->target ? Sharing::Uniform : Sharing::Or);
      if (stmt->kind == StmtKind::Count) {
        stmt->access = counts_alone(stmt) ? Access::Plain : Access::Atomic;
        if (stmt->sum.within) stmt->addition = ir::Addition::Within;
      }
      decide(stmt->body, inner);
      decide(stmt->other, inner);
    }
  }

  // The tally of an iteration that one thread runs has no other visitors.
  bool counts_alone(const Stmt* stmt) const {
    return stmt->tally->first && stage_.team.kind == mapped::TeamKind::Lane && !shared_item_;
  }

  void decide(Stmt* stmt, bool strided) {
    if (ir::is_local(stmt->target)) {
      stmt->access = Access::Private;
    } else if (collected(stmt)) {
      stmt->access = Access::Private;
      stmt->note = "each thread accumulates a part of `" + stmt->target->symbol->name +
                   "`; the parts are combined once at the end";
      share(stmt->target->symbol, sharing_of(stmt->reduction));
      stmt->target = program_.arena->reference(partial(*stmt));
    } else if (const char* why = sole(stmt->target, strided); why || stmt->kind == StmtKind::Store) {
      stmt->access = stmt->target->relaxed ? Access::Relaxed : Access::Plain;
      stmt->note = why ? why : harmless_because(stmt);
      if (stmt->access == Access::Relaxed)
        share(stmt->target->symbol, why ? Sharing::Own : stmt->uniform ? Sharing::Uniform : Sharing::Any);
    } else if (stage_.repaired && stmt->target->kind == ExprKind::Element) {
      stmt->access = Access::Racy;
      stmt->note = "an update that gets lost is made again in the next round";
      share(stmt->target->symbol, Sharing::Any);
    } else {
      stmt->access = in_segments(*stmt)                            ? Access::Segment
                     : stage_.guarded && ir::may_be_guarded(*stmt) ? Access::Guarded
                                                                   : Access::Atomic;
      stmt->note = shared_because(stmt->target);
      stmt->addition = addition(*stmt);
      if (stmt->access == Access::Atomic) stmt->most = most(*stmt);
      share(stmt->target->symbol, sharing_of(stmt->reduction));
    }
  }

  // Lanes have neighboring edges, and those of one node stand together: what they add to an element of the node is
  // added up first. Not so where columns are found in the list of all edges, nor what the value before is asked of.
  bool in_segments(const Stmt& stmt) const {
    const mapped::Source& source = stage_.source;
    const bool rows = source.list || source.direction == ir::Direction::Out;
    const bool balanced = source.kind == SourceKind::EdgeBalanced && !source.by_thread;
    const bool edges = balanced || (source.kind == SourceKind::Edges && rows);
    return edges && own(stmt.target) && stmt.target->operands.size() == 1 && stmt.reduction < Reduction::Any &&
           !checked::is_pair(stmt.target->scalar) && !stmt.changed && !stmt.old;
  }

  // Additions of literals at each node or edge come to no more than a multiple of the graph's size. That helps where
  // the value before is asked for, and tells that a sum from 0 stays within its type.
  const Expr* most(const Stmt& stmt) const {
    const checked::Sum& sum = stmt.sum;
    const bool asked = stmt.changed || stmt.old;
    const bool several_rounds = stage_.local || ir::contains(stage_.body, StmtKind::Unroll);
    if (stmt.addition == ir::Addition::Within || several_rounds || !(asked || sum.from_zero)) return nullptr;
    ir::Arena& arena = *program_.arena;
    const auto times = [&](int factor, ir::Builtin count) -> const Expr* {
      if (factor == 0) return nullptr;
      const Expr* number = arena.call(count, ir::Scalar::Long, {});
      if (factor == 1) return number;
      return arena.binary(ir::BinaryOp::Mul, arena.integer(factor, ir::Scalar::Long), number, ir::Scalar::Long);
    };
    const Expr *nodes = times(sum.per_node, ir::Builtin::Nodes), *edges = times(sum.per_edge, ir::Builtin::Edges);
    return nodes && edges ? arena.binary(ir::BinaryOp::Add, nodes, edges, ir::Scalar::Long) : nodes ? nodes : edges;
  }

  // Where others look at a sum meanwhile, it has to be right all the time.
  ir::Addition addition(const Stmt& stmt) const {
    const ir::Scalar scalar = stmt.target->scalar;
    if (stmt.reduction != Reduction::Add || (scalar != ir::Scalar::Int && scalar != ir::Scalar::Long))
      return ir::Addition::Any;
    if (stmt.sum.within) return ir::Addition::Within;
    if (stmt.sum.trend == checked::Trend::Mixed || looked_at_.contains(stmt.target->symbol)) return ir::Addition::Any;
    return stmt.sum.trend == checked::Trend::Rising ? ir::Addition::Rising : ir::Addition::Falling;
  }

  // Changes of different kinds have nothing in common, but that all of them may be atomic.
  void share(const Symbol* storage, Sharing sharing) {
    const auto found = std::ranges::find(stage_.shared, storage, &mapped::Shared::storage);
    if (found == stage_.shared.end()) return stage_.shared.push_back({storage, sharing});
    const auto reduces = [](Sharing one) { return one >= Sharing::Min && one <= Sharing::Atomic; };
    if (found->sharing != sharing)
      found->sharing = reduces(found->sharing) && reduces(sharing) ? Sharing::Atomic : Sharing::Any;
  }

  const Symbol* partial(const Stmt& stmt) {
    const Symbol* cell = stmt.target->symbol;
    const Symbol*& symbol = partials_[{cell, stmt.reduction}];
    if (symbol) return symbol;
    symbol = program_.arena->local(cell->name + "_part", cell->type.scalar, ir::SymbolKind::Variable);
    const bool wide = ir::has_wide_parts(stmt);
    const Symbol* sum = wide && stmt.reduction == Reduction::Add ? sum_of(program_, cell) : nullptr;
    stage_.accumulators.push_back({cell, stmt.reduction, symbol, wide, sum});
    return symbol;
  }

  mapped::Program& program_;
  mapped::Stage& stage_;
  bool shared_item_;
  std::unordered_map<const Symbol*, Indices> changed_, elements_;
  std::unordered_set<const Symbol*> named_, looked_at_;  // looked at: in other ways than by additions
  std::unordered_set<const Symbol*> relaxed_;            // others may read or write elements of it meanwhile
  std::map<std::pair<const Symbol*, Reduction>, const Symbol*> partials_;
};

}  // namespace

void decide_updates(mapped::Program& program, mapped::Stage& stage) { Updates(program, stage).run(); }

}  // namespace maxwarp::mapping
