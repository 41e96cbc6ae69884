// An operator cut into one for each of its neighbor loops: the conditions around the loop and the values that it takes.
#include <set>
#include <unordered_map>

#include "compiler/analysis/operator.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

class Cutting {
 public:
  explicit Cutting(ir::Arena& arena) : arena_(arena) {}

  std::vector<std::pair<Body, Stmt*>> run(const Body& body) {
    block(body, nullptr, false);
    return std::move(cuts_);
  }

 private:
  // A body that is being gone through: that of a condition, or its `else`; the outermost one has none.
  struct Level {
    const Body* body;
    const Stmt* choice;
    bool otherwise;
  };
  // A statement in front of the loop: its level and its place there.
  using Place = std::pair<std::size_t, std::size_t>;

  void block(const Body& body, const Stmt* choice, bool otherwise) {
    levels_.push_back({&body, choice, otherwise});
    for (std::size_t i = 0; i < body.size(); ++i) {
      const Stmt* stmt = body[i];
      const Place place{levels_.size() - 1, i};
      if (stmt->kind == StmtKind::NeighborLoop) {
        cut(stmt);
      } else if (stmt->kind == StmtKind::If) {
        block(stmt->body, stmt, false);
        block(stmt->other, stmt, true);
      } else if (stmt->kind == StmtKind::Declare) {
        declared_[stmt->symbol] = place;
      } else if (analysis::is_local_change(stmt)) {
        changed_.insert({stmt->kind == StmtKind::Assign ? stmt->symbol : stmt->target->symbol, place});
      } else if (stmt->kind == StmtKind::OpenTally || stmt->kind == StmtKind::ClearTally) {
        always_.insert(place);
      }
    }
    // Pulling copies what a loop takes of a condition into the loop: the same name is declared again there.
    std::erase_if(declared_, [&](const auto& one) { return one.second.first + 1 == levels_.size(); });
    levels_.pop_back();
    always_.erase(always_.lower_bound({levels_.size(), 0}), always_.end());
    std::erase_if(changed_, [&](const auto& one) { return one.second.first >= levels_.size(); });
  }

  const Stmt* at(Place place) const { return (*levels_[place.first].body)[place.second]; }

  // What the statement itself takes, and what that is made of.
  void take(const Stmt* stmt, std::set<Place>& taken) const {
    take(stmt->of, taken);
    for (const Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, [&](const Expr* e) { take(e->symbol, taken); });
  }

  void take(const Symbol* symbol, std::set<Place>& taken) const {
    const auto found = declared_.find(symbol);
    if (found == declared_.end() || !taken.insert(found->second).second) return;
    take(at(found->second), taken);
    for (const auto& [local, place] : changed_)
      if (local == symbol && taken.insert(place).second) take(at(place), taken);
  }

  void cut(const Stmt* loop) {
    std::set<Place> taken = always_;
    for (const Place place : always_) take(at(place), taken);
    for (const Level& level : levels_)
      if (level.choice) take(level.choice, taken);
    ir::walk({const_cast<Stmt*>(loop)}, [&](const Stmt* stmt) { take(stmt, taken); });
    Stmt* kept = copy(loop);
    kept->body = ir::clone(arena_, loop->body);
    Body body{kept};
    auto next = taken.end();
    for (std::size_t level = levels_.size(); level-- > 0;) {
      Body around;
      const auto first = taken.lower_bound({level, 0});
      for (auto place = first; place != next; ++place) around.push_back(copy(at(*place)));
      next = first;
      around.insert(around.end(), body.begin(), body.end());
      body = levels_[level].choice ? Body{choice(levels_[level], std::move(around))} : std::move(around);
    }
    cuts_.emplace_back(std::move(body), kept);
  }

  Stmt* copy(const Stmt* stmt) {
    Stmt* copy = arena_.stmt(stmt->kind, stmt->location);
    *copy = *stmt;
    return copy;
  }

  Stmt* choice(const Level& level, Body body) {
    Stmt* choice = copy(level.choice);
    choice->body.clear();
    choice->other.clear();
    (level.otherwise ? choice->other : choice->body) = std::move(body);
    return choice;
  }

  ir::Arena& arena_;
  std::vector<Level> levels_;
  std::unordered_map<const Symbol*, Place> declared_;
  std::set<std::pair<const Symbol*, Place>> changed_;  // in front of the loop: what earlier loops have left in it
  std::set<Place> always_;                             // what has no value, but is there for whatever follows
  std::vector<std::pair<Body, Stmt*>> cuts_;
};

// Leaves what has an effect outside of the neighbor loops, and what that needs.
void leave_effects(Body& body) {
  std::erase_if(body, [](const Stmt* stmt) {
    return stmt->kind != StmtKind::If && stmt->kind != StmtKind::Declare && !analysis::is_effect(stmt);
  });
  for (Stmt* stmt : body) {
    leave_effects(stmt->body);
    leave_effects(stmt->other);
  }
}

}  // namespace

void drop_unused(Body& body) {
  for (std::size_t i = body.size(); i-- > 0;) {
    Stmt* stmt = body[i];
    const auto rest = body.begin() + static_cast<std::ptrdiff_t>(i);
    if (stmt->kind == StmtKind::If) {
      drop_unused(stmt->body);
      drop_unused(stmt->other);
      if (stmt->body.empty() && stmt->other.empty()) body.erase(rest);
    } else if (stmt->kind == StmtKind::Declare) {
      const Body after(rest + 1, body.end());
      bool used = ir::mentions(after, stmt->symbol);
      ir::walk(after, [&](const Stmt* other) { used = used || other->symbol == stmt->symbol; });
      if (!used) body.erase(rest);
    }
  }
}

Body rest_of(LoopPlan& plan, const Body& body) {
  Body rest = ir::clone(plan.arena, body);
  leave_effects(rest);
  drop_unused(rest);
  return rest;
}

std::vector<std::pair<Body, Stmt*>> cut_operator(LoopPlan& plan, const Body& body) {
  return Cutting(plan.arena).run(body);
}

}  // namespace maxwarp::mapping
