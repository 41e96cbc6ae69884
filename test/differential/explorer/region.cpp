// The search: states are visited once, and where groups of iterations have nothing to do with each other, one group
// after the other goes on.
#include "test/differential/explorer/region.h"

#include <algorithm>

#include "test/differential/explorer/trace.h"

namespace maxwarp::explorer {

Region::Region(Recorder& recorder, const Stmt& loop, Limits& limits, Trace* trace)
    : recorder_(recorder), loop_(loop), limits_(limits), trace_(trace), scope_(scope_of(loop)), elements_(paths_) {}

Region::~Region() { recorder_.leave(); }

std::vector<Outcome> Region::run(const std::vector<Item>& items) {
  recorder_.enter(loop_, scope_, paths_, elements_, loop_.loop.after != nullptr);
  do {
    const Trace::Mark mark(trace_);
    abandoned_ = false;
    elements_.take_news();
    visited_.clear();
    outcomes_.clear();
    State first = start(items);
    explore(first);
  } while (abandoned_ && !limits_.exhausted);
  std::vector<Outcome> found;
  for (auto& [code, outcome] : outcomes_) {
    found.push_back(std::move(outcome));
  }
  recorder_.leave();
  return found;
}

State Region::start(const std::vector<Item>& items) {
  State state;
  for (const Item& item : items) {
    Point& point = recorder_.begin(item);
    Unit& unit = state.unit(point.origin->path);
    unit.stage = loop_.loop.after ? Stage::Waiting : Stage::Running;
    unit.point = &point;
  }
  if (loop_.loop.after) {
    release(state);
  } else {
    for (std::size_t path = 0; path < state.units.size(); ++path)
      if (paths_.parent(static_cast<int>(path)) == Paths::outside) settle(state, static_cast<int>(path));
  }
  return state;
}

void Region::explore(State& state) {
  if (abandoned_ || limits_.exhausted || (limits_.single && !outcomes_.empty())) return;
  if (limits_.steps-- <= 0) {
    limits_.exhausted = true;
    return;
  }
  if (state.fault != StatusCode::Ok) return finish(state);
  const std::vector<int> next = persistent(state);
  if (next.empty()) return finish(state);
  if (!visited_.insert(state.code())) return;
  std::set<int> cuts;
  for (const int path : next) {
    const int around = paths_.parent(path);
    if (around != Paths::outside && may_cut(state, around)) cuts.insert(around);
    if (state.units[static_cast<std::size_t>(path)].stage != Stage::Waiting) step(state, path);
  }
  for (const int path : cuts) cut(state, path);
}

/// Iterations whose next steps, with all that may follow, have nothing to do with those of all others.
std::vector<int> Region::persistent(const State& state) const {
  std::vector<int> left, group;
  for (std::size_t path = 0; path < state.units.size(); ++path) {
    const Stage stage = state.units[path].stage;
    const bool next = stage == Stage::Fresh || stage == Stage::Running;
    if (next && group.empty())
      group.push_back(static_cast<int>(path));
    else if (next || stage == Stage::Waiting)
      left.push_back(static_cast<int>(path));
  }
  for (std::size_t i = 0; i < group.size(); ++i)
    std::erase_if(left, [&](int other) {
      const bool together = depend(state, group[i], other);
      if (together) group.push_back(other);
      return together;
    });
  return group;
}

bool Region::depend(const State& state, int a, int b) const {
  const bool waits = state.units[static_cast<std::size_t>(a)].stage == Stage::Waiting ||
                     state.units[static_cast<std::size_t>(b)].stage == Stage::Waiting;
  if (waits || loop_.loop.after) return true;
  const auto [one, other] = paths_.parted(a, b);
  if (one == other) return false;
  const int around = paths_.parent(one);
  const bool breaks = around != Paths::outside && state.units[static_cast<std::size_t>(around)].point->fork->breaks;
  return breaks || elements_.depend(one, other);
}

/// Goes on with the iteration up to its next change of an element that others touch, and over all that is its own
/// after that.
void Region::step(State state, int path) {
  const Trace::Mark mark(trace_);
  if (state.unit(path).stage == Stage::Fresh) state.unit(path).stage = Stage::Running;
  while (state.unit(path).stage == Stage::Running && state.fault == StatusCode::Ok) {
    const Access& access = current(state, path);
    if (is_silent(access)) {
      silent(state, path);
      continue;
    }
    if (access.act != Act::Load) {
      perform(state, path, access);
      settle(state, path);
      break;
    }
    elements_.touch(access.element, {Touch::Kind::Load, path, 0});
    const std::size_t count = held(state, access.element).size();
    for (std::size_t i = count; i-- > state.seen(path, access.element);) find(state, path, i);
    return;
  }
  explore(state);
}

/// The iteration finds the value of that index, and goes on.
void Region::find(const State& state, int path, std::size_t index) {
  const Trace::Mark mark(trace_);
  State next = state;
  const Access& access = current(next, path);
  const ValueId value = plain(access.element, held(next, access.element)[index]);
  if (trace_) trace_->found(*next.unit(path).point->origin, elements_.key(access.element), access, value);
  next.see(path, access.element, index);
  answer(next, path, {value});
  step(std::move(next), path);
}

bool Region::may_cut(const State& state, int path) const {
  const Unit& unit = state.units[static_cast<std::size_t>(path)];
  if (!unit.broken) return false;
  int fresh = 0;
  for (const auto& origin : unit.point->fork->origins)
    fresh += state.units[static_cast<std::size_t>(origin->path)].stage == Stage::Fresh;
  return fresh == unit.left;
}

/// After a `break` the iterations that have not begun are left out.
void Region::cut(State state, int path) {
  const Trace::Mark mark(trace_);
  if (trace_) trace_->left_out(*state.unit(path).point->origin);
  for (const auto& origin : state.unit(path).point->fork->origins) state.unit(origin->path) = {};
  join(state, path);
  settle(state, path);
  explore(state);
}

void Region::finish(const State& state) {
  if (elements_.has_news()) {
    abandoned_ = true;
    return;
  }
  Outcome outcome;
  outcome.fault = state.fault;
  for (const Unit& unit : state.units)
    if (unit.stage == Stage::Waiting && outcome.fault == StatusCode::Ok) outcome.fault = StatusCode::CyclicOrder;
  std::vector<int> code{static_cast<int>(outcome.fault)};
  if (outcome.fault == StatusCode::Ok) {
    outcome.activated = state.activated;
    code.insert(code.end(), {static_cast<int>(state.activated), static_cast<int>(state.activated >> 32)});
    for (std::size_t i = 0; i < state.held.size(); ++i) {
      const int element = static_cast<int>(i);
      if (state.held[i].empty()) continue;
      const ValueId value = plain(element, state.held[i].back());
      if (value == recorder_.initial(element)) continue;
      code.insert(code.end(), {element, value});
      outcome.values.emplace_back(elements_.key(element), value);
    }
  }
  if (outcomes_.contains(code)) return;
  if (trace_) outcome.trace = trace_->lines();
  outcomes_.emplace(std::move(code), std::move(outcome));
}

}  // namespace maxwarp::explorer
