// Loops: what they run at, in which order, and when they end.
#include <algorithm>

#include "tools/interpreter/machine.h"

namespace maxwarp::interpreter {

using checked::Loop;
using checked::LoopDomain;
using checked::Stmt;
using checked::StmtKind;
using checked::Symbol;

void Machine::shuffle(std::vector<Item>& items) {
  if (order_.turns == Turns::Reverse) std::ranges::reverse(items);
  if (order_.turns == Turns::Shuffled) std::ranges::shuffle(items, random_);
}

std::vector<Item> Machine::neighbors(LoopDomain domain, node_t node) const {
  std::vector<Item> found;
  if (domain != LoopDomain::InNeighbors)
    for (edge_t e = graph_.row_offsets[node]; e < graph_.row_offsets[node + 1]; ++e)
      found.push_back({graph_.targets[e], e});
  if (domain != LoopDomain::Neighbors)
    for (edge_t e = graph_.column_offsets[node]; e < graph_.column_offsets[node + 1]; ++e)
      found.push_back({graph_.sources[e], graph_.column_edges[e]});
  if (domain != LoopDomain::Adjacent) return found;
  std::set<std::int64_t> others;
  for (const Item& item : found) others.insert(item.node);
  others.erase(node);
  found.clear();
  for (const std::int64_t other : others) found.push_back({other, -1});
  return found;
}

std::vector<Item> Machine::range(const Loop& loop) {
  const std::int64_t low = evaluate(*loop.low).first.integer, high = evaluate(*loop.high).first.integer;
  const std::int64_t step = loop.step ? evaluate(*loop.step).first.integer : 1;
  std::vector<Item> found;
  for (std::int64_t i = low; step > 0 && i < high; i += step) {
    tick();
    found.push_back({i, -1});
    if (high - i <= step) break;  // the next one may be beyond all numbers
  }
  return found;
}

std::vector<Item> Machine::items(const Loop& loop) {
  std::vector<Item> found;
  switch (loop.domain) {
    case LoopDomain::Nodes:
      if (loop.set && !loop.set->type.is_marks) {
        for (const Value& member : places_[loop.set].values) found.push_back({member.first.integer, -1});
        break;
      }
      for (node_t v = 0; v < graph_.nodes; ++v)
        if (!loop.set || places_[loop.set].values[static_cast<std::size_t>(v)].first.integer) found.push_back({v, -1});
      break;
    case LoopDomain::Edges:
      for (node_t v = 0; v < graph_.nodes; ++v)
        for (edge_t e = graph_.row_offsets[v]; e < graph_.row_offsets[v + 1]; ++e) found.push_back({v, e});
      break;
    case LoopDomain::Range: return range(loop);
    case LoopDomain::Keys:
      for (const auto& [key, sum] : places_[loop.of->symbol].counts) found.push_back({key, -1});
      break;
    default: return neighbors(loop.domain, node(*loop.of));
  }
  return found;
}

/// Gives the loop's names their values; whether the iteration runs.
bool Machine::is_visited(const Loop& loop, const Item& item) {
  places_[loop.variable].values = {whole(item.node)};
  if (loop.target) places_[loop.target].values = {whole(graph_.targets[item.edge])};
  if (loop.edge) places_[loop.edge].values = {whole(item.edge)};
  return !loop.where || evaluate(*loop.where).first.integer;
}

void Machine::foreach_loop(const Stmt& stmt) {
  std::vector<Item> all = items(stmt.loop);
  shuffle(all);
  ++parallel_;
  for (const Item& item : all)
    if (is_visited(stmt.loop, item) && block(stmt.body) == Flow::Break) break;
  --parallel_;
  settle();
}

/// Conditions are asked before the first iteration; each runs when all that it waits for have run.
void Machine::ordered_loop(const Stmt& stmt) {
  const Loop& loop = stmt.loop;
  std::vector<Item> members;
  for (const Item& item : items(loop))
    if (is_visited(loop, item)) members.push_back(item);
  shuffle(members);
  std::set<std::int64_t> waiting;
  for (const Item& item : members) waiting.insert(item.node);
  std::map<std::int64_t, std::vector<std::int64_t>> earlier;
  for (const Item& item : members)
    for (const Item& other : neighbors(loop.after_domain, static_cast<node_t>(item.node))) {
      places_[loop.variable].values = {whole(item.node)};
      places_[loop.after].values = {whole(other.node)};
      if (waiting.contains(other.node) && (!loop.after_where || evaluate(*loop.after_where).first.integer))
        earlier[item.node].push_back(other.node);
    }
  ++parallel_;
  for (bool ran = true; ran && !waiting.empty();) {
    ran = false;
    for (const Item& item : members) {
      const auto is_waiting = [&](std::int64_t other) { return waiting.contains(other); };
      if (!is_waiting(item.node) || std::ranges::any_of(earlier[item.node], is_waiting)) continue;
      places_[loop.variable].values = {whole(item.node)};
      block(stmt.body);
      waiting.erase(item.node);
      ran = true;
    }
  }
  --parallel_;
  settle();
  if (!waiting.empty()) throw Stop{{StatusCode::CyclicOrder, 0, "after", *waiting.begin()}};
}

std::set<node_t> Machine::first_active(const Loop& loop) {
  std::set<node_t> active;
  if (loop.from_set)
    for (const Value& member : places_[loop.from_set].values) active.insert(static_cast<node_t>(member.first.integer));
  for (const checked::Expr* expr : loop.from) active.insert(node(*expr));
  for (node_t v = 0; loop.from_all && v < graph_.nodes; ++v) {
    if (loop.from_where) places_[loop.from_node].values = {whole(v)};
    if (!loop.from_where || evaluate(*loop.from_where).first.integer) active.insert(v);
  }
  return active;
}

/// A round of a loop outside of parallel ones that has no limit of its own begins.
void Machine::begin_round(const char* loop) const {
  const std::int64_t most = call_.max_rounds > 0 ? call_.max_rounds : graph_.nodes + std::int64_t{1000001};
  if (round_ > most) throw Stop{{StatusCode::TooManyRounds, 0, loop}};
}

void Machine::iterate(const Stmt& stmt) {
  const std::int64_t outer = round_;
  std::set<node_t> active = first_active(stmt.loop);
  for (round_ = 1; !active.empty(); ++round_) {
    begin_round("`iterate` does not end");
    ++rounds_;
    std::vector<Item> all;
    for (const node_t v : active) all.push_back({v, -1});
    shuffle(all);
    activated_.clear();
    ++parallel_;
    for (const Item& item : all)
      if (is_visited(stmt.loop, item)) block(stmt.body);
    --parallel_;
    settle();
    active = std::move(activated_);
    active_ = static_cast<std::int64_t>(active.size());
    activated_.clear();
    block(stmt.other);
    if (stmt.loop.until && evaluate(*stmt.loop.until).first.integer) break;
  }
  round_ = outer;
}

Flow Machine::repeat(const Stmt& stmt) {
  const std::int64_t outer = round_;
  const std::int64_t limit = stmt.value ? evaluate(*stmt.value).first.integer
                                        : std::numeric_limits<std::int64_t>::max();
  for (std::int64_t round = 1; round <= limit; ++round) {
    round_ = round;
    tick();
    if (!parallel_ && !stmt.value) begin_round("`repeat` does not end");
    if (!parallel_) ++rounds_;
    if (block(stmt.body) == Flow::Break || (stmt.condition && evaluate(*stmt.condition).first.integer)) break;
  }
  round_ = outer;
  return Flow::On;
}

void Machine::while_loop(const Stmt& stmt) {
  const std::int64_t outer = round_;
  if (!parallel_) round_ = 1;
  while (evaluate(*stmt.condition).first.integer) {
    if (!parallel_) begin_round("`while` does not end");
    if (block(stmt.body) == Flow::Break) break;
    if (!parallel_) ++round_;
  }
  round_ = outer;
}

void Machine::for_loop(const Stmt& stmt) {
  const Loop& loop = stmt.loop;
  std::vector<Item> all;
  if (loop.domain == LoopDomain::Range)
    all = range(loop);
  else
    for (const node_t v : first_active(loop)) all.push_back({v, -1});
  for (const Item& item : all) {
    places_[loop.variable].values = {whole(item.node)};
    if (block(stmt.body) == Flow::Break) break;
  }
}

}  // namespace maxwarp::interpreter
