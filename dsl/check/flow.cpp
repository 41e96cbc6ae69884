// A vertex for each symbol and statement: a statement is reached if it runs, or how often, or what it evaluates depends
// on an origin.
#include "dsl/check/flow.h"

#include <algorithm>

namespace maxwarp::checked {

Flow::Flow(const Algorithm& algorithm) : algorithm_(algorithm) { block(algorithm.body, {}); }

void Flow::block(const Block& body, Around around) {
  for (const Stmt* stmt : body) visit(*stmt, around);
}

void Flow::visit(const Stmt& stmt, Around around) {
  if (around.parent) edge(vertex(around.parent), vertex(&stmt));
  reads(stmt);
  changes(stmt, around);
  around.parent = &stmt;
  switch (stmt.kind) {
    case StmtKind::Iterate: around.rounds = &stmt; [[fallthrough]];
    case StmtKind::Foreach:
      if (!around.outermost) around.outermost = &stmt;
      [[fallthrough]];
    case StmtKind::Repeat:
    case StmtKind::While:
    case StmtKind::For: around.loop = &stmt; break;
    default: break;
  }
  block(stmt.body, around);
  block(stmt.other, around);
}

void Flow::reads(int reader, const Expr& expr) {
  if (expr.symbol) edge(vertex(expr.symbol), reader);
  for (const Expr* operand : expr.operands) reads(reader, *operand);
}

void Flow::reads(const Stmt& stmt) {
  const int reader = vertex(&stmt);
  for (const Symbol* set : {stmt.loop.set, stmt.loop.from_set})
    if (set) edge(vertex(set), reader);
  for_each_expression(stmt, [&](const Expr& expr) {
    if (&expr != stmt.target && &expr != stmt.payload_target) return reads(reader, expr);
    for (const Expr* index : expr.operands) reads(reader, *index);
  });
}

void Flow::changes(const Stmt& stmt, Around around) {
  const Loop& loop = stmt.loop;
  for (const Symbol* symbol : {stmt.symbol, stmt.target ? stmt.target->symbol : nullptr,
                               stmt.payload_target ? stmt.payload_target->symbol : nullptr, loop.variable, loop.target,
                               loop.edge, stmt.old, stmt.changed})
    if (symbol) edge(vertex(&stmt), vertex(symbol));
  // How often a loop goes on, and for which nodes, shows in all that it does.
  if (stmt.kind == StmtKind::Activate && around.rounds) edge(vertex(&stmt), vertex(around.rounds));
  if (stmt.kind == StmtKind::Break && around.loop) edge(vertex(&stmt), vertex(around.loop));
  if (stmt.kind != StmtKind::Reduce) return;
  for (const Symbol* outcome : {stmt.old, stmt.changed}) {
    if (!outcome) continue;
    edge(vertex(stmt.target->symbol), vertex(outcome));
    if (around.outermost) edge(outcomes(around.outermost), vertex(outcome));
  }
}

void Flow::edge(int from, int to) {
  next_[from].push_back(to);
  previous_[to].push_back(from);
}

int Flow::number(std::unordered_map<const void*, int>& numbers, const void* thing) {
  const auto [place, is_new] = numbers.try_emplace(thing, static_cast<int>(next_.size()));
  if (is_new) {
    next_.emplace_back();
    previous_.emplace_back();
    symbols_.push_back(nullptr);
  }
  return place->second;
}

int Flow::vertex(const Symbol* symbol) {
  const int vertex = number(vertices_, symbol);
  symbols_[vertex] = symbol;
  return vertex;
}

int Flow::vertex(const Stmt* stmt) { return number(vertices_, stmt); }
int Flow::outcomes(const Stmt* loop) { return number(outcomes_, loop); }

std::vector<int> Flow::starts(const Origins& origins) const {
  std::vector<int> found;
  const auto add = [&](const std::unordered_map<const void*, int>& numbers, const void* thing) {
    if (const auto place = numbers.find(thing); place != numbers.end()) found.push_back(place->second);
  };
  for (const Stmt* stmt : origins.readers) add(vertices_, stmt);
  for (const Stmt* stmt : origins.targets)
    for (const Symbol* symbol : {stmt->target->symbol, stmt->old, stmt->changed}) add(vertices_, symbol);
  for (const Stmt* stmt : origins.payloads) add(vertices_, stmt->payload_target->symbol);
  for (const Stmt* loop : origins.outcomes) add(outcomes_, loop);
  return found;
}

std::set<const Symbol*> Flow::reached_from(const Origins& origins) const {
  std::vector<bool> reached(next_.size());
  std::vector<int> open = starts(origins);
  for (const int start : open) reached[start] = true;
  while (!open.empty()) {
    const int from = open.back();
    open.pop_back();
    for (const int to : next_[from]) {
      if (!reached[to]) open.push_back(to);
      reached[to] = true;
    }
  }
  std::set<const Symbol*> symbols;
  for (std::size_t vertex = 0; vertex < reached.size(); ++vertex)
    if (reached[vertex] && symbols_[vertex]) symbols.insert(symbols_[vertex]);
  return symbols;
}

/// A bit for each of up to 64 results, at every vertex: they go against the dependences, so that a vertex is visited as
/// often as bits come to it, however many origins there are.
std::vector<std::uint64_t> Flow::shown_in(std::span<const Symbol* const> results) const {
  std::vector<std::uint64_t> shown(next_.size());
  std::vector<int> open;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto place = vertices_.find(results[i]);
    if (place == vertices_.end()) continue;
    shown[place->second] |= std::uint64_t{1} << i;
    open.push_back(place->second);
  }
  while (!open.empty()) {
    const int to = open.back();
    open.pop_back();
    for (const int from : previous_[to]) {
      if ((shown[to] & ~shown[from]) == 0) continue;
      shown[from] |= shown[to];
      open.push_back(from);
    }
  }
  return shown;
}

std::vector<std::vector<const Symbol*>> Flow::results_of(const std::vector<Origins>& origins) const {
  std::vector<std::vector<const Symbol*>> found(origins.size());
  const std::span<const Symbol* const> results = algorithm_.results;
  constexpr std::size_t most = 64;
  for (std::size_t first = 0; first < results.size(); first += most) {
    const auto some = results.subspan(first, std::min(most, results.size() - first));
    const std::vector<std::uint64_t> shown = shown_in(some);
    for (std::size_t origin = 0; origin < origins.size(); ++origin) {
      std::uint64_t bits = 0;
      for (const int start : starts(origins[origin])) bits |= shown[start];
      for (std::size_t i = 0; i < some.size(); ++i)
        if (bits >> i & 1) found[origin].push_back(some[i]);
    }
  }
  return found;
}

void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit) {
  const Loop& loop = stmt.loop;
  for (const Expr* expr : {stmt.target, stmt.value, stmt.payload_target, stmt.payload, stmt.condition, loop.of,
                           loop.where, loop.after_where, loop.low, loop.high, loop.step, loop.from_where, loop.until})
    if (expr) visit(*expr);
  for (const Expr* expr : loop.from) visit(*expr);
}

}  // namespace maxwarp::checked
