// SISD and SIMD phases for a team of lanes ([H] §3.1). Serial code runs in every lane on the same data, its
// effects in one; an inner loop whose iterations are independent is strided over the lanes.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "compiler/mapping/lower.h"
#include "compiler/mapping/mentions.h"

namespace maxwarp::mapping {
namespace {

using ir::Arena;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Space;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

bool effect(const Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::Store:
    case StmtKind::Claim:
    case StmtKind::Mark:
    case StmtKind::Push:
    case StmtKind::AddLocal:
    case StmtKind::Count: return true;
    case StmtKind::Reduce: return !ir::is_local(stmt->target);
    default: return false;
  }
}

// The property, cell or storage that the statement changes, or null. (The target of marks is the number that they get.)
const Symbol* written_by(const Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::Store:
    case StmtKind::Reduce: return stmt->target->symbol;
    case StmtKind::Claim:
    case StmtKind::Mark:
    case StmtKind::Push: return stmt->storage;
    default: return nullptr;
  }
}

bool has_effect(const Stmt* stmt) {
  bool found = effect(stmt);
  for (const Body* body : {&stmt->body, &stmt->other})
    ir::walk(*body, [&](const Stmt* inner) { found = found || effect(inner); });
  return found;
}

class TeamLowering {
 public:
  TeamLowering(mapped::Program& program, mapped::Stage& stage)
      : program_(program), arena_(*program.arena), stage_(stage), apart_(stage.body) {
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (const Symbol* symbol = effect(stmt) ? written_by(stmt) : nullptr) written_.insert(symbol);
    });
  }

  void run() { stage_.operation() = serial(Body(stage_.operation())); }

 private:
  // The SISD part: every lane is here, on the same item. `again`: the body of a loop, which begins anew after its end.
  Body serial(const Body& body, bool again = false) {
    const Mentions mentions(body, stage_.unordered);
    const std::size_t outer = in_scope_.size();
    Body result, leader;
    for (std::size_t i = 0; i < body.size(); ++i) {
      Stmt* stmt = body[i];
      const bool declares = stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart;
      if (declares && declared_.insert(stmt->symbol).second) in_scope_.push_back(stmt->symbol);
      if (goes_to_leader(stmt)) {
        if (asks_alone(stmt)) {
          flush(leader, {mentions, i, again}, result);
          sync("the tally holds what all lanes have counted", result);
        }
        leader.push_back(stmt);
        continue;
      }
      flush(leader, {mentions, i, again}, result);
      if (asks_alone(stmt)) sync("the tally holds what all lanes have counted", result);
      const bool shared = contains_simd(stmt);
      uniform_part(stmt, result);
      if (shared) sync_behind(stmt, {mentions, i + 1, again}, result);
    }
    flush(leader, {mentions, body.size(), again}, result);
    for (; in_scope_.size() > outer; in_scope_.pop_back()) declared_.erase(in_scope_.back());
    return result;
  }

  // A loop in which lanes ask a tally, each for itself.
  bool asks_alone(const Stmt* stmt) const {
    if (stmt->kind == StmtKind::If && contains_simd(stmt)) return false;  // its parts are seen to one by one
    return stmt->kind != StmtKind::Ask && ir::contains({const_cast<Stmt*>(stmt)}, StmtKind::Ask);
  }

  void sync(const char* why, Body& result) {
    Stmt* sync = arena_.stmt(StmtKind::TeamSync);
    sync->note = why;
    result.push_back(sync);
  }

  bool goes_to_leader(const Stmt* stmt) const {
    if (contains_simd(stmt) || ir::contains({const_cast<Stmt*>(stmt)}, StmtKind::SkipItem)) return false;
    if (stmt->kind == StmtKind::Push && stmt->end) return false;  // all lanes append their part of the range
    // Lanes that follow what others change would part, so one lane goes for all.
    const bool compound = stmt->kind == StmtKind::While || stmt->kind == StmtKind::For || stmt->kind == StmtKind::If ||
                          ir::is_inner_loop(stmt);
    // A running value is kept by one lane, where all lanes would look at different times.
    const bool running = (stmt->kind == StmtKind::Reduce || stmt->kind == StmtKind::Store) &&
                         ir::is_local(stmt->target);
    return has_effect(stmt) || ((compound || running) && follows_changes(stmt)) ||
           (stage_.team.leader && (compound || running || computes(stmt)));
  }

  // Serial code that is worth a broadcast, if one lane is to run it: not a literal or another name of a local.
  bool computes(const Stmt* stmt) const {
    if (stmt->kind == StmtKind::Assign) return true;
    if (stmt->kind != StmtKind::Declare || !stmt->value) return false;
    switch (stmt->value->kind) {
      case ExprKind::Integer:
      case ExprKind::Real:
      case ExprKind::Infinity:
      case ExprKind::None: return false;
      case ExprKind::Reference: return program_.storage(stmt->value->symbol) != nullptr;
      default: return true;
    }
  }

  bool follows_changes(const Stmt* stmt) const {
    bool follows = false;
    const auto look = [&](const Stmt* one) {
      for (const Expr* expr : ir::expressions_of(one)) follows = follows || changes_under_us(expr);
    };
    look(stmt);
    ir::walk(stmt->body, look);
    ir::walk(stmt->other, look);
    return follows;
  }

  static bool ends_item(const Stmt* stmt) {
    return stmt->kind == StmtKind::If && ir::contains(stmt->body, StmtKind::SkipItem);
  }

  void uniform_part(Stmt* stmt, Body& result) {
    switch (stmt->kind) {
      case StmtKind::NeighborLoop:
      case StmtKind::RangeLoop:
      case StmtKind::For: return loop(stmt, result);
      case StmtKind::If:
        if (contains_simd(stmt) || ends_item(stmt)) {
          stmt->condition = uniform(stmt->condition, "go_on", result);
          stmt->body = serial(stmt->body);
          stmt->other = serial(stmt->other);
        }
        result.push_back(stmt);
        return;
      case StmtKind::Unroll: return unroll(stmt, result);
      case StmtKind::ClearTally:
        stmt->stride = ir::Stride::Team;
        result.push_back(stmt);
        return sync("the tally is empty", result);
      case StmtKind::Ask:
        stmt->stride = ir::Stride::Team;
        sync("the tally holds what all lanes have counted", result);
        result.push_back(stmt);
        return;
      case StmtKind::Declare:
      case StmtKind::Assign:
        stmt->broadcast = stmt->value &&
                          (changes_under_us(stmt->value) || (stage_.team.leader && reads_memory(stmt->value)));
        result.push_back(stmt);
        return;
      default: result.push_back(stmt);
    }
  }

  void loop(Stmt* stmt, Body& result) {
    if (contains_simd(stmt)) uniform_bounds(stmt, result);
    if (goes_by_columns(stage_, stmt)) return by_columns(stmt, result);
    if (divides(stmt)) return stride(stmt, result);
    // Not strided itself: every lane goes through all iterations.
    if (contains_simd(stmt)) {
      stmt->body = serial(stmt->body, true);
      // A tally is not cleared anew while lanes read it.
      if (ir::contains(stmt->body, StmtKind::ClearTally)) sync("no lane reads the tally any more", stmt->body);
    }
    result.push_back(stmt);
  }

  // The team waits before it takes the next node.
  void unroll(Stmt* stmt, Body& result) {
    stmt->stride = ir::Stride::Team;
    stmt->body = serial(stmt->body);
    result.push_back(stmt);
  }

  void uniform_bounds(Stmt* loop, Body& result) {
    if (loop->kind == StmtKind::NeighborLoop) return;  // the graph does not change
    loop->first = uniform(loop->first, loop->symbol->name + "_first", result);
    loop->end = uniform(loop->end, loop->symbol->name + "_end", result);
    if (loop->value) loop->value = uniform(loop->value, loop->symbol->name + "_step", result);
  }

  // Lanes that see different values of what others change would part; one lane reads for all.
  const Expr* uniform(const Expr* value, const std::string& name, Body& result) {
    if (!changes_under_us(value) && !(stage_.team.leader && reads_memory(value))) return value;
    Stmt* read = arena_.stmt(StmtKind::Declare, value->location);
    read->symbol = arena_.local(name, value->scalar);
    read->value = value;
    read->broadcast = true;
    result.push_back(read);
    return arena_.reference(read->symbol);
  }

  bool changes_under_us(const Expr* expr) const {
    bool changes = false;
    ir::walk(expr, [&](const Expr* e) { changes = changes || (e->symbol && written_.count(e->symbol)); });
    return changes;
  }

  static bool reads_memory(const Expr* expr) {
    bool reads = false;
    ir::walk(expr, [&](const Expr* e) { reads = reads || e->kind == ExprKind::Element; });
    return reads;
  }

  // Serial statements with effects run in one lane. Locals defined there and used later are broadcast.
  void flush(Body& group, const Rest& rest, Body& result) {
    if (group.empty()) return;
    Stmt* leader = arena_.stmt(StmtKind::Leader, group.front()->location);
    leader->body = group;
    for (const Symbol* symbol : defined(group))
      if (rest.names(symbol) || (declared_.count(symbol) && !declares(group, symbol)))
        leader->symbols.push_back(symbol);
    predeclare(group, leader->symbols, result);
    result.push_back(leader);
    if (reads_any(rest, group)) sync("the team reads what lane 0 wrote", result);
    group.clear();
  }

  // What lanes wrote each for itself, the others see after they have waited for each other.
  void sync_behind(const Stmt* shared, const Rest& rest, Body& result) {
    if (!reads_any(rest, shared->body) && !reads_any(rest, shared->other)) return;
    sync("the team goes on with what its lanes wrote", result);
  }

  void predeclare(Body& group, const std::vector<const Symbol*>& symbols, Body& result) {
    std::unordered_map<const Symbol*, Stmt*> definitions;
    for (Stmt* stmt : group) {
      if (stmt->kind == StmtKind::Declare) definitions[stmt->symbol] = stmt;
      if (stmt->kind == StmtKind::Reduce) definitions[stmt->changed] = definitions[stmt->old] = stmt;
    }
    for (const Symbol* symbol : symbols) {
      const auto found = definitions.find(symbol);
      if (found == definitions.end()) continue;
      found->second->predeclared = true;
      Stmt* declaration = arena_.stmt(StmtKind::Declare);
      declaration->symbol = symbol;
      result.push_back(declaration);
    }
  }

  static bool declares(const Body& group, const Symbol* symbol) {
    return std::ranges::any_of(
        group, [&](const Stmt* stmt) { return stmt->kind == StmtKind::Declare && stmt->symbol == symbol; });
  }

  static std::vector<const Symbol*> defined(const Body& group) {
    std::vector<const Symbol*> symbols;
    for (const Stmt* stmt : group) {
      if (stmt->kind == StmtKind::Declare) symbols.push_back(stmt->symbol);
      for (const Symbol* symbol : {stmt->changed, stmt->old})
        if (symbol) symbols.push_back(symbol);
    }
    ir::walk(group, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Assign) symbols.push_back(stmt->symbol);
      const bool update = stmt->kind == StmtKind::Reduce || stmt->kind == StmtKind::Store;
      if (update && ir::is_local(stmt->target)) symbols.push_back(stmt->target->symbol);
    });
    return symbols;
  }

  bool reads_any(const Rest& rest, const Body& group) const {
    bool reads = false;
    ir::walk(group, [&](const Stmt* stmt) {
      const Symbol* symbol = effect(stmt) ? written_by(stmt) : nullptr;
      const bool element = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
      if (symbol) reads = reads || (element ? rest.names(stmt->target, apart_) : rest.names(symbol));
    });
    return reads;
  }

  bool contains_simd(const Stmt* stmt) const {
    if (stmt->kind == StmtKind::ClearTally || stmt->kind == StmtKind::Ask || stmt->kind == StmtKind::Unroll)
      return true;
    if (divides(stmt)) return true;
    // A range in order, or one that cannot be strided, is gone through by all lanes together, to share what is inside.
    const bool range = stmt->kind == StmtKind::For || stmt->kind == StmtKind::RangeLoop;
    const bool together = stmt->stride == ir::Stride::Together || (range && !ir::break_of(stmt->body));
    if (stmt->kind != StmtKind::If && !together) return false;
    for (const Body* body : {&stmt->body, &stmt->other})
      for (const Stmt* inner : *body)
        if (contains_simd(inner)) return true;
    return false;
  }

  // Whether the lanes of the team take the iterations of the loop in turns.
  bool divides(const Stmt* stmt) const {
    return ir::is_inner_loop(stmt) && stmt->stride != ir::Stride::Together && any_lane_runs(stage_, stmt);
  }

  // In the body, the team is the column.
  void by_columns(Stmt* loop, Body& result) {
    loop->batch = 1;
    loop->body = serial(loop->body, true);
    result.push_back(loop);
  }

  void stride(Stmt* loop, Body& result) {
    loop->stride = ir::Stride::Team;
    std::map<const Symbol*, std::pair<const Symbol*, const Stmt*>, ir::ById> carried;  // the part, a reduction to it
    ir::walk(loop->body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::Reduce && ir::is_local(stmt->target) && declared_.count(stmt->target->symbol) &&
          !carried.count(stmt->target->symbol))
        carried[stmt->target->symbol] = {
            arena_.local(stmt->target->symbol->name + "_part", stmt->target->scalar, ir::SymbolKind::Variable), stmt};
    });
    for (const auto& [symbol, part] : carried) {
      Stmt* declaration = arena_.stmt(StmtKind::DeclarePart);
      declaration->symbol = part.first;
      declaration->reduction = part.second->reduction;
      declaration->sum = part.second->sum;
      result.push_back(declaration);
    }
    loop->body = ir::clone(arena_, loop->body, [&](const Expr* e) -> const Expr* {
      const auto found = e->kind == ExprKind::Reference ? carried.find(e->symbol) : carried.end();
      return found == carried.end() ? nullptr : arena_.reference(found->second.first);
    });
    result.push_back(loop);
    for (const auto& [symbol, part] : carried) {
      Stmt* reduce = arena_.stmt(StmtKind::TeamReduce);
      reduce->symbol = symbol;
      reduce->old = part.first;
      reduce->reduction = part.second->reduction;
      reduce->sum = part.second->sum;
      result.push_back(reduce);
    }
  }

  const mapped::Program& program_;
  Arena& arena_;
  mapped::Stage& stage_;
  Apart apart_;
  std::set<const Symbol*> written_;      // properties and cells that the stage changes
  std::set<const Symbol*> declared_;     // locals of the SISD part that are in scope
  std::vector<const Symbol*> in_scope_;  // the same, in their order
};

}  // namespace

void lower_team(mapped::Program& program, mapped::Stage& stage) {
  if (stage.team.kind == mapped::TeamKind::Lane) return;
  if (stage.source.kind == mapped::SourceKind::Once || stage.source.kind == mapped::SourceKind::Grid)
    return;  // scans cooperate by themselves
  TeamLowering(program, stage).run();
}

}  // namespace maxwarp::mapping
