// `--instrument`: an observer learns, before each stage with a loop over neighbors runs, for which nodes it does. Where
// conditions of the operator decide that, a stage of its own lists them: the operator up to that loop, without what it
// changes. `--instrument=counted`: the lanes also count the steps of the loop, and the reductions that change
// something.
#include <algorithm>
#include <ranges>
#include <set>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::SourceKind;
using mapped::Stage;
using mapped::TeamKind;

Body in_order(Body first, const Body& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Stmt* push_of(ir::Arena& arena, const Symbol* item, const Symbol* list) {
  Stmt* push = arena.stmt(StmtKind::Push);
  push->value = arena.reference(item);
  push->storage = list;
  push->reserve = ir::Reserve::Warp;
  return push;
}

/// The conditions under which an operator comes to a loop over neighbors, with one push of the item in its place.
class Selection {
 public:
  Selection(ir::Arena& arena, const Symbol* item, const Symbol* list) : arena_(arena), item_(item), list_(list) {}

  /// False: what the operator itself changes decides.
  bool is_known() const { return known_; }

  Body of(const Body& body) {
    std::set<const Symbol*> used;
    return without_unused(conditions_of(body), used);
  }

  /// Whether every item is listed that comes to the body.
  static bool always_lists(const Body& body) {
    return std::ranges::any_of(body, [](const Stmt* stmt) {
      return stmt->kind == StmtKind::Push ||
             (stmt->kind == StmtKind::If && always_lists(stmt->body) && always_lists(stmt->other));
    });
  }

 private:
  Body conditions_of(const Body& body) { return from(body, 0); }

  // What is left of the statements from `at` on. No item is listed twice: what comes after a loop is left to those that
  // had none.
  Body from(const Body& body, std::size_t at) {
    if (at == body.size()) return {};
    Body kept = statement(body[at]);
    if (always_lists(kept)) return kept;
    const Body rest = from(body, at + 1);
    if (!ir::contains(kept, StmtKind::Push)) return in_order(kept, rest);
    if (!decides(rest)) return kept;
    Stmt* choice = kept.front();
    const bool then = always_lists(choice->body), otherwise = always_lists(choice->other);
    known_ = known_ && (then || otherwise);
    Body& other = then ? choice->other : choice->body;
    other = in_order(other, rest);
    return kept;
  }

  // Without the variables that no condition reads. `used`: symbols that are read after the body, and then in it.
  static Body without_unused(const Body& body, std::set<const Symbol*>& used) {
    Body kept;
    for (Stmt* stmt : std::views::reverse(body)) {
      if (stmt->kind == StmtKind::Declare && !used.contains(stmt->symbol)) continue;
      stmt->body = without_unused(stmt->body, used);
      stmt->other = without_unused(stmt->other, used);
      for (const Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, [&](const Expr* e) { used.insert(e->symbol); });
      kept.insert(kept.begin(), stmt);
    }
    return kept;
  }

  Body statement(const Stmt* stmt) {
    const bool value = stmt->kind == StmtKind::Declare && is_unchanged(stmt->value);
    if (value || stmt->kind == StmtKind::SkipItem) return ir::clone(arena_, {const_cast<Stmt*>(stmt)});
    if (stmt->kind == StmtKind::If) return condition(stmt);
    leave_out(stmt);
    if (stmt->kind != StmtKind::NeighborLoop || stmt->of != item_) return {};
    return {push_of(arena_, item_, list_)};
  }

  Body condition(const Stmt* stmt) {
    const bool is_settled = is_unchanged(stmt->condition);
    const Body then = conditions_of(stmt->body), otherwise = conditions_of(stmt->other);
    if (!decides(then) && !decides(otherwise)) return {};
    known_ = known_ && is_settled;
    Stmt* choice = arena_.stmt(StmtKind::If, stmt->location);
    choice->condition = stmt->condition;
    choice->body = then;
    choice->other = otherwise;
    return {choice};
  }

  // Whether a body does more than to give variables values.
  static bool decides(const Body& body) {
    return ir::contains(body, StmtKind::Push) || ir::contains(body, StmtKind::SkipItem);
  }

  void leave_out(const Stmt* stmt) {
    ir::walk({const_cast<Stmt*>(stmt)}, [&](const Stmt* inner) {
      known_ = known_ && (inner->kind != StmtKind::NeighborLoop || inner->of != item_ || inner == stmt);
      known_ = known_ && (inner->kind != StmtKind::SkipItem);
      for (const Symbol* symbol : {inner->symbol, inner->changed, inner->old, inner->storage}) changed_.insert(symbol);
      const bool updates = inner->kind == StmtKind::Store || inner->kind == StmtKind::Reduce;
      if (updates) changed_.insert(inner->target->symbol);  // else it is the number of the round
    });
  }

  bool is_unchanged(const Expr* value) const {
    bool same = true;
    ir::walk(value, [&](const Expr* e) { same = same && (!e->symbol || !changed_.contains(e->symbol)); });
    return same;
  }

  ir::Arena& arena_;
  const Symbol *item_, *list_;
  std::set<const Symbol*> changed_;  // by statements that are left out
  bool known_ = true;
};

class Instrumentation {
 public:
  explicit Instrumentation(LoopPlan& plan)
      : plan_(plan), counted_(plan.program.instrument == mapped::Instrument::Counted) {}

  void run() {
    for (Way& way : plan_.ways)
      for (mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round}) sequence(*part);
  }

 private:
  void sequence(mapped::Sequence& controls) {
    mapped::Sequence result;
    for (Control* control : controls) {
      sequence(control->body);
      sequence(control->other);
      if (control->kind == ControlKind::Run && (walks_edges(*control->stage) || loops_somehow(*control->stage)))
        observe(control, result);
      else
        result.push_back(control);
    }
    controls = std::move(result);
  }

  // A block with a local list walks more than the edges of the nodes on the worklist.
  static bool walks_edges(const Stage& stage) {
    if (stage.local) return false;
    return has_edges(stage) ? stage.source.entry == nullptr : loops(stage) > 0;
  }

  // Of pieces, or of nodes of a local list: how many edges they have is known when they are counted.
  bool loops_somehow(const Stage& stage) const {
    return counts(stage) && ir::contains(stage.body, StmtKind::NeighborLoop);
  }

  static bool has_edges(const Stage& stage) {
    return stage.source.kind == SourceKind::EdgeBalanced || stage.source.kind == SourceKind::Edges;
  }

  // Over the neighbors of an item. Where edges are the items, a loop at one of them is something else.
  static int loops(const Stage& stage) {
    int found = 0;
    if (has_edges(stage)) return found;
    ir::walk(stage.body,
             [&](const Stmt* stmt) { found += stmt->kind == StmtKind::NeighborLoop && stmt->of == stage.item; });
    return found;
  }

  void observe(Control* run, mapped::Sequence& into) {
    Stage& stage = *run->stage;
    Control* observation = plan_.program.control(ControlKind::Observe, run->location);
    observation->body = {run};
    if (plan_.rounds) observation->value = plan_.arena.reference(plan_.rounds->round);
    mapped::Observed& observed = observation->observed;
    observed.told = walks_edges(stage);
    observed.list = observed.told ? stage.source.list : nullptr;
    directions(stage, observed);
    if (observed.told && loops(stage) > 0) {
      observed.lanes = plan_.program.on_cpu ? 0 : lanes_per_node(stage);
      observed.places = stage.source.kind == SourceKind::Nodes ? mapped::Places::All : mapped::Places::Listed;
      select(stage, observed, into);
      if (observed.lanes == 0 || stage.donation) observed.places = mapped::Places::Unknown;
    }
    const bool listed_edges = stage.source.kind == SourceKind::Edges && stage.source.list && observed.told;
    if (listed_edges && !plan_.program.on_cpu) observed.lanes = 1, observed.places = mapped::Places::Listed;
    if (counted_) count(stage, observed, into);
    into.push_back(observation);
  }

  // Who counts: threads and virtual warps.
  bool counts(const Stage& stage) const {
    return counted_ && !plan_.program.on_cpu &&
           (stage.team.kind == TeamKind::Lane || stage.team.kind == TeamKind::Tile);
  }

  /// The bodies of the outermost loops over neighbors of whatever node.
  static void counted_bodies(Body& body, std::vector<Body*>& into) {
    for (Stmt* stmt : body) {
      if (stmt->kind == StmtKind::NeighborLoop) {
        into.push_back(&stmt->body);
        continue;
      }
      counted_bodies(stmt->body, into);
      counted_bodies(stmt->other, into);
    }
  }

  static bool repeats_loops(const Stage& stage) {
    bool found = false;
    ir::walk(stage.body, [&](const Stmt* stmt) {
      const bool serial = stmt->kind == StmtKind::While || stmt->kind == StmtKind::For ||
                          stmt->kind == StmtKind::RangeLoop;
      found = found || (serial && ir::contains(stmt->body, StmtKind::NeighborLoop));
    });
    return found;
  }

  // Behind each reduction that tells whether it has changed its element. Whether there is one.
  bool count_changes(Body& body) {
    bool counts = false;
    for (std::size_t i = 0; i < body.size(); ++i) {
      Stmt* stmt = body[i];
      counts = count_changes(stmt->body) || counts;
      counts = count_changes(stmt->other) || counts;
      if (stmt->kind != StmtKind::Reduce || !stmt->changed) continue;
      Stmt* change = plan_.arena.stmt(StmtKind::CountChange, stmt->location);
      change->storage = steps_;
      Stmt* choice = plan_.arena.stmt(StmtKind::If, stmt->location);
      choice->condition = plan_.arena.reference(stmt->changed);
      choice->body = {change};
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(++i), choice);
      counts = true;
    }
    return counts;
  }

  // Where a loop may be left, the first lane of a group is not the one with most steps.
  void count(Stage& stage, mapped::Observed& observed, mapped::Sequence& into) {
    if (!counts(stage)) return;
    std::vector<Body*> bodies;
    if (loops(stage) == 0 && observed.told && !stage.source.by_thread)
      bodies = {&stage.body};
    else
      counted_bodies(stage.body, bodies);
    const bool left = std::ranges::any_of(bodies, [&](const Body* body) {
      return body != &stage.body && (ir::break_of(*body) || ir::contains(*body, StmtKind::SkipItem));
    });
    const bool grouped = stage.team.kind == TeamKind::Tile;
    if (left && grouped) return;
    if (!steps_) steps_ = make_storage(plan_, "steps", mapped::StorageKind::Steps, ir::Scalar::Long);
    for (Body* body : bodies) {
      observed.changes = count_changes(*body) || observed.changes;
      Stmt* step = plan_.arena.stmt(StmtKind::CountStep, stage.location);
      step->storage = steps_;
      body->insert(body->begin(), step);
    }
    if (stage.donation) stage.donation->counted = steps_;
    observed.steps = steps_;
    observed.step_lanes = grouped ? stage.team.width : 1;
    observed.whole = !left && observed.lanes != 0 && bodies.size() == 1 && !repeats_loops(stage);
    into.push_back(clear(plan_, steps_));
  }

  // Whether all lanes of a team go through the same edges, and divide components.
  static bool walks_together(const Stage& stage) {
    bool found = false;
    ir::walk(stage.body, [&](const Stmt* stmt) {
      const bool components = stmt->kind == StmtKind::RangeLoop && ir::contains(stmt->body, StmtKind::NeighborLoop);
      found = found || components || stmt->stride == ir::Stride::Together;
    });
    return found;
  }

  static int lanes_per_node(const Stage& stage) {
    if (loops(stage) > 1 || (stage.team.kind == TeamKind::Tile && walks_together(stage))) return 0;
    return stage.team.kind == TeamKind::Tile ? stage.team.width : stage.team.kind == TeamKind::Lane ? 1 : 0;
  }

  static void directions(const Stage& stage, mapped::Observed& observed) {
    const auto add = [&](ir::Direction direction) {
      (direction == ir::Direction::Out ? observed.out : observed.in) = true;
    };
    if (loops(stage) == 0) return add(stage.source.direction);
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::NeighborLoop && stmt->of == stage.item) add(stmt->direction);
    });
  }

  static bool lists_every(const Body& selection) {
    return Selection::always_lists(selection) && !ir::contains(selection, StmtKind::SkipItem);
  }

  // Where not all items of the stage come to the loop, `selection` lists those that do, or all if that is not known. A
  // list that may have an item twice stays as it is: there is room for each node once.
  void select(const Stage& stage, mapped::Observed& observed, mapped::Sequence& into) {
    const Symbol* list = selection_ ? selection_ : plan_.arena.symbol("selection", {});
    Selection selection(plan_.arena, stage.item, list);
    Body body = selection.of(stage.body);
    // Where lost updates are made again, a node that is marked may act in the same round.
    const bool known = selection.is_known() && !stage.repaired;
    if (!known || (stage.repeated && !lists_every(body))) {
      observed.lanes = 0;
      body = {push_of(plan_.arena, stage.item, list)};
    }
    const bool is_list = stage.source.kind != SourceKind::Set;
    if (stage.repeated || (lists_every(body) && stage.source.group == 1 && is_list)) return;
    observed.places = places_of(stage, body);
    if (!selection_) plan_.program.add({mapped::StorageKind::Worklist, mapped::StorageOwner::Workspace, list});
    selection_ = list;
    Stage* made = plan_.program.stage(stage.name + "_selection", "the nodes that `" + stage.name + "` works on");
    made->location = stage.location;
    made->source = stage.source;
    made->source.most = nullptr;
    made->item = stage.item;
    made->body = body;
    into.push_back(clear(plan_, list));
    into.push_back(mapping::run(plan_, made));
    observed.list = list;
  }

  // Those of a list that are left out have places, which the selection does not tell; in a packed chunk, those that the
  // first condition lets through.
  static mapped::Places places_of(const Stage& stage, const Body& selection) {
    if (stage.source.kind != SourceKind::Nodes) return mapped::Places::Unknown;
    if (!stage.team.packed) return mapped::Places::All;
    const Body& within = selection.front()->body;
    const bool one = !ir::contains(within, StmtKind::If) && !ir::contains(within, StmtKind::SkipItem);
    return one ? mapped::Places::Packed : mapped::Places::Unknown;
  }

  LoopPlan& plan_;
  const bool counted_;
  const Symbol* selection_ = nullptr;  // one list for all stages of the loop
  const Symbol* steps_ = nullptr;      // counted by one stage at a time
};

}  // namespace

void tell_stages(LoopPlan& plan) { Instrumentation(plan).run(); }

}  // namespace maxwarp::mapping
