// stage=shared, the values: what the operator reads at its own node is copied with the chunk ([H] Fig. 4, where the
// levels are), one node per lane, instead of being read by all lanes of a virtual warp for one node after the other.
// A property that the round changes may be copied
// - if only its own node changes it, where the operator has not changed it yet;
// - if every change activates its node, which then offers everything again: a copy from before a change is stale, but
//   its node runs once more.
#include <algorithm>
#include <map>
#include <set>

#include "compiler/analysis/own_reads.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// What changes properties in the round.
class Changes {
 public:
  Changes(const LoopPlan& plan, const mapped::Stage& stage)
      : repeats_offers_(plan.facts.offers_again), has_item_alone_(!stage.repeated) {
    add(stage, stage.item);
    for (const mapped::Stage* other : round_stages(plan)) add(*other, other->item);
  }

  bool only_own(const Symbol* property) const { return is(property, Kind::Own); }
  bool none(const Symbol* property) const { return !changed_.contains(property); }
  /// Why an element may change between the copy and the run of its node, which then has to see that; null: it cannot,
  /// or need not.
  const char* in_the_way(const Symbol* property) const {
    if (none(property) || (repeats_offers_ && is(property, Kind::Offer))) return nullptr;
    if (!only_own(property)) return "other nodes change it";
    return has_item_alone_ ? nullptr : "two threads may run one node";
  }

 private:
  enum class Kind {
    Own,    // all changes are at the own node
    Offer,  // all are reductions at other nodes
    Other,
  };

  bool is(const Symbol* property, Kind kind) const {
    const auto found = changed_.find(property);
    return found != changed_.end() && found->second == kind;
  }

  void add(const mapped::Stage& stage, const Symbol* item) {
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (!stmt->target || ir::is_local(stmt->target)) return;
      const bool own = ir::is_element_at(stmt->target, item);
      const Kind kind = own ? Kind::Own : stmt->kind == StmtKind::Reduce ? Kind::Offer : Kind::Other;
      const auto [found, fresh] = changed_.emplace(stmt->target->symbol, kind);
      if (!fresh && found->second != kind) found->second = Kind::Other;
    });
  }

  bool repeats_offers_, has_item_alone_;
  std::map<const Symbol*, Kind> changed_;
};

// Which reads of the operator are copied, and what --explain says of them.
class OwnValues {
 public:
  OwnValues(const LoopPlan& plan, const mapped::Stage& stage) : stage_(stage), changes_(plan, stage) {
    const analysis::OwnReads reads = analysis::own_reads(stage.operation(), stage.item);
    const bool elsewhere = ir::contains(stage.body, StmtKind::Unroll);
    for (const Expr* read : reads.all) {
      const char* why = elsewhere ? "the operator runs at other nodes, too" : in_place(read, reads);
      if (why) {
        say(in_place_, read, std::string(" (") + why + ")");
      } else {
        copied.insert(read);
        if (say(copied_, read, "")) properties.push_back(read->symbol);
      }
    }
  }

  std::set<const Expr*> copied;
  std::vector<const Symbol*> properties;  // of those

  bool may_change(const Symbol* property) const { return !changes_.none(property) && !changes_.only_own(property); }

  std::string explanation() const {
    return "stage=shared: a chunk of " + std::to_string(stage_.team.chunk) + " nodes" +
           (stage_.team.packed ? ", of which those are copied that take part," : " is copied") +
           " to warp-private shared memory with their row bounds" + (copied_.empty() ? "" : " and " + copied_) +
           (in_place_.empty() ? "" : "; read in place: " + in_place_);
  }

 private:
  const char* in_place(const Expr* read, const analysis::OwnReads& reads) const {
    if (read->latest) return "the latest value is asked for";
    if (reads.after_change.contains(read)) return "after a change";
    if (const char* why = changes_.in_the_way(read->symbol)) return why;
    return may_change(read->symbol) && checked::is_pair(read->scalar) ? "others change pairs" : nullptr;
  }

  bool say(std::string& list, const Expr* read, const std::string& why) {
    const std::string text = "`" + read->symbol->name + "[" + stage_.item->name + "]`" + why;
    if (!said_.insert({&list, text}).second) return false;
    list += (list.empty() ? "" : ", ") + text;
    return true;
  }

  const mapped::Stage& stage_;
  Changes changes_;
  std::string copied_, in_place_;
  std::set<std::pair<const std::string*, std::string>> said_;
};

// Constants that the operator begins with, or has inside: the copy takes their place.
void drop_declarations(ir::Body& body, const std::set<const Expr*>& copied,
                       std::map<const Symbol*, const Symbol*>& locals) {
  std::erase_if(body, [&](const Stmt* stmt) {
    const bool copy = stmt->kind == StmtKind::Declare && copied.contains(stmt->value) &&
                      stmt->symbol->kind != ir::SymbolKind::Variable;
    if (!copy) return false;
    const Symbol*& local = locals[stmt->value->symbol];
    if (local) return false;
    local = stmt->symbol;
    return true;
  });
}

}  // namespace

void copy_own_values(LoopPlan& plan, mapped::Stage& stage) {
  if (!stage.team.staged || stage.source.kind == mapped::SourceKind::Range) return;
  const OwnValues own(plan, stage);
  plan.explanation.push_back(own.explanation());
  std::map<const Symbol*, const Symbol*> locals;
  drop_declarations(stage.operation(), own.copied, locals);
  for (const Symbol* property : own.properties) {
    const Symbol*& local = locals[property];
    if (!local) local = plan.arena.local(property->name + "_" + stage.item->name, property->type.scalar);
    Expr* read = plan.arena.expr(ir::ExprKind::Element, property->type.scalar);
    *read = *plan.arena.element(property, plan.arena.reference(stage.item));
    read->relaxed = own.may_change(property);
    stage.copied.push_back({read, local});
  }
  stage.operation() = ir::clone(plan.arena, stage.operation(), [&](const Expr* e) -> const Expr* {
    return own.copied.contains(e) ? plan.arena.reference(locals.at(e->symbol)) : nullptr;
  });
}

}  // namespace maxwarp::mapping
