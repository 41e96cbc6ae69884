// What accesses do to a state.
#include <algorithm>

#include "dsl/check/spelling.h"
#include "test/differential/explorer/exact_sum.h"
#include "test/differential/explorer/region.h"
#include "test/differential/explorer/trace.h"

namespace maxwarp::explorer {

using checked::Reduction;
using checked::Scalar;
using interpreter::Value;
using interpreter::whole;

namespace {

/// As far as the order of changes matters: sums of real numbers are rounded in one way or another, which is named.
Touch touch_of(const Access& access, int path) {
  if (access.act == Act::Store) return {Touch::Kind::Store, path, access.value};
  if (access.act == Act::Count) return {Touch::Kind::Commute, path, static_cast<int>(Reduction::Add)};
  const checked::Stmt& stmt = *access.stmt;
  const bool directed = stmt.reduction == Reduction::Min || stmt.reduction == Reduction::Max;
  const bool zeros = directed && interpreter::is_real(stmt.target->scalar);
  if (stmt.changed || stmt.old || stmt.payload || zeros || stmt.reduction == Reduction::Exchange)
    return {Touch::Kind::Exclusive, path, 0};
  if (stmt.reduction == Reduction::Any) return {Touch::Kind::Store, path, access.value};
  return {Touch::Kind::Commute, path, static_cast<int>(stmt.reduction)};
}

}  // namespace

const Access& Region::current(State& state, int path) {
  Unit& unit = state.unit(path);
  recorder_.look(*unit.point);
  return unit.point->accesses[static_cast<std::size_t>(unit.at)];
}

bool Region::is_silent(const Access& access) const {
  const bool contested = access.element >= 0 && elements_.is_contested(access.element);
  return !contested && (access.payload_element < 0 || !elements_.is_contested(access.payload_element));
}

/// Goes on for as long as it is nobody else's business.
void Region::settle(State& state, int path) {
  while (state.unit(path).stage == Stage::Running && state.fault == StatusCode::Ok && is_silent(current(state, path)))
    silent(state, path);
}

void Region::silent(State& state, int path) {
  const Access& access = current(state, path);
  switch (access.act) {
    case Act::Load: {
      elements_.touch(access.element, {Touch::Kind::Load, path, 0});
      const ValueId value = plain(access.element, held(state, access.element).back());
      if (trace_) trace_->found(*state.unit(path).point->origin, elements_.key(access.element), access, value);
      return answer(state, path, {value});
    }
    case Act::Store:
    case Act::Update:
    case Act::Count: return perform(state, path, access);
    case Act::Activate: state.activated |= std::uint64_t{1} << access.node; break;
    case Act::Break: state.unit(paths_.parent(path)).broken = true; break;
    case Act::Fork: return fork(state, path);
    case Act::End: return over(state, path);
    case Act::Fault:
      limits_.truncated |= access.fault == StatusCode::TooManyRounds;
      state.fault = access.fault;
      return;
  }
  ++state.unit(path).at;
}

void Region::perform(State& state, int path, const Access& access) {
  elements_.touch(access.element, touch_of(access, path));
  if (access.payload_element >= 0) elements_.touch(access.payload_element, {Touch::Kind::Exclusive, path, 0});
  if (access.act == Act::Update) return update(state, path, access);
  if (access.act == Act::Count) return count(state, path, access);
  if (trace_) trace_->changes(*state.unit(path).point->origin, elements_.key(access.element), access, access.value);
  put(state, path, access.element, access.value);
  ++state.unit(path).at;
}

void Region::update(State& state, int path, const Access& access) {
  const checked::Stmt& stmt = *access.stmt;
  Values& values = recorder_.values();
  const ValueId old = held(state, access.element).back();
  const Scalar scalar = stmt.target->scalar;
  const Value made = is_exact_sum(stmt)
                         ? added_exactly(scalar, values[old], values[access.value])
                         : interpreter::reduced(stmt.reduction, scalar, values[old], values[access.value]);
  const ValueId now = values.id(made);
  const bool changed = interpreter::differ(scalar, values[old], made);
  if (stmt.reduction == Reduction::Add && checked::is_integer(scalar)) note_saturation(access, old, now);
  if (trace_) trace_->changes(*state.unit(path).point->origin, elements_.key(access.element), access, now);
  put(state, path, access.element, now);
  if (access.payload_element >= 0 && changed) put(state, path, access.payload_element, access.payload);
  if (stmt.changed || stmt.old) return answer(state, path, {plain(access.element, old)});
  ++state.unit(path).at;
}

void Region::count(State& state, int path, const Access& access) {
  Values& values = recorder_.values();
  const ValueId old = held(state, access.element).back();
  const Scalar scalar = interpreter::sum_type(*elements_.key(access.element).symbol);
  const Value made = interpreter::binary(checked::BinaryOp::Add, scalar, values[old], values[access.value]);
  put(state, path, access.element, values.id(made));
  ++state.unit(path).at;
}

/// Where an addition saturates, the order of all additions to the element is tried out.
void Region::note_saturation(const Access& access, ValueId old, ValueId now) {
  if (is_exact_sum(*access.stmt)) return;
  const Values& values = recorder_.values();
  const auto number = [&](ValueId id) { return values[id].first.integer; };
  const std::int64_t top = interpreter::infinity_of(access.stmt->target->scalar).first.integer, low = -top - 1;
  const auto reaches = [&](std::int64_t end) {
    return number(now) == end && number(old) != end && number(access.value) != end;
  };
  if (reaches(top) || reaches(low)) elements_.saturate(access.element);
}

void Region::put(State& state, int path, int element, ValueId value) {
  std::vector<ValueId>& values = held(state, element);
  const bool remembered = elements_.is_contested(element) && elements_.is_loaded(element);
  if (!remembered)
    values.back() = value;
  else if (values.back() != value)
    values.push_back(value);
  state.see(path, element, values.size() - 1);
}

void Region::answer(State& state, int path, Answer answer) {
  Unit& unit = state.unit(path);
  unit.point = &recorder_.after(*unit.point, std::move(answer));
  unit.at = 0;
}

void Region::fork(State& state, int path) {
  const Fork& fork = *state.unit(path).point->fork;
  state.unit(path).stage = Stage::Forked;
  state.unit(path).left = static_cast<int>(fork.begins.size());
  for (const Symbol* symbol : fork.own)
    if (!symbol->type.is_tally) held(state, elements_.number({path, symbol, 0}));
  for (std::size_t i = 0; i < fork.begins.size(); ++i) {
    const int inner = fork.origins[i]->path;
    Unit& unit = state.unit(inner);
    unit.stage = fork.breaks ? Stage::Fresh : Stage::Running;
    unit.point = fork.begins[i].get();
    unit.at = 0;
    unit.seen = state.unit(path).seen;
  }
  for (const auto& origin : fork.origins) settle(state, origin->path);
}

void Region::over(State& state, int path) {
  const int around = paths_.parent(path);
  if (around == Paths::outside) {
    if (!loop_.loop.after) {
      state.unit(path) = {};
    } else {
      state.unit(path).stage = Stage::Over;
      release(state);
    }
    return;
  }
  state.pass_on(path, around);
  state.unit(path) = {};
  if (--state.unit(around).left > 0) return;
  join(state, around);
  settle(state, around);
}

/// Iterations of a loop in order begin that wait for nobody any more.
void Region::release(State& state) {
  for (std::size_t i = 0; i < state.units.size(); ++i) {
    const int path = static_cast<int>(i);
    if (state.unit(path).stage != Stage::Waiting) continue;
    bool waits = false;
    for (std::size_t other = 0; other < state.units.size(); ++other)
      waits |= paths_.is_before(static_cast<int>(other), path) && state.units[other].stage != Stage::Over &&
               state.units[other].point;
    if (waits) continue;
    for (std::size_t other = 0; other < state.units.size(); ++other)
      if (paths_.is_before(static_cast<int>(other), path)) state.pass_on(static_cast<int>(other), path);
    state.unit(path).stage = Stage::Running;
    settle(state, path);
  }
}

/// The local variables that a loop has changed become the iteration's own again.
void Region::join(State& state, int path) {
  state.unit(path).stage = Stage::Running;
  state.unit(path).broken = false;
  state.unit(path).left = 0;
  Answer answer;
  Values& values = recorder_.values();
  for (const Symbol* symbol : state.unit(path).point->fork->own) {
    const std::vector<int> elements = elements_.of(path, *symbol);
    const auto used = std::ranges::count_if(elements, [&](int element) { return !state.values(element).empty(); });
    if (symbol->type.is_tally) answer.push_back(values.id(whole(used)));
    for (const int element : elements) {
      std::vector<ValueId>& held = state.values(element);
      if (held.empty()) continue;
      if (symbol->type.is_tally) answer.push_back(values.id(whole(elements_.key(element).index)));
      answer.push_back(plain(element, held.back()));
      held.clear();
    }
  }
  this->answer(state, path, std::move(answer));
}

std::vector<ValueId>& Region::held(State& state, int element) {
  if (state.values(element).empty()) {
    const ValueId value = initial(state, element);
    state.values(element).push_back(value);
  }
  return state.values(element);
}

/// The value as the program sees it.
ValueId Region::plain(int element, ValueId value) const {
  const Symbol& symbol = *elements_.key(element).symbol;
  const Scalar scalar = symbol.type.is_tally ? interpreter::sum_type(symbol) : symbol.type.scalar;
  return settled_sum(recorder_.values(), value, scalar);
}

/// What the element holds before any iteration changes it; of a local variable when the loop inside begins.
ValueId Region::initial(const State& state, int element) {
  const Key& key = elements_.key(element);
  if (key.owner == Paths::outside) return recorder_.initial(element);
  const Fork& fork = *state.units[static_cast<std::size_t>(key.owner)].point->fork;
  const auto place = std::ranges::find(scope_.locals, key.symbol) - scope_.locals.begin();
  const interpreter::Place& local = fork.locals[static_cast<std::size_t>(place)];
  Values& values = recorder_.values();
  if (!key.symbol->type.is_tally) return values.id(local.values[0]);
  const auto counted = local.counts.find(key.index);
  return values.id(counted == local.counts.end() ? interpreter::zero_of(interpreter::sum_type(*key.symbol))
                                                 : counted->second);
}

}  // namespace maxwarp::explorer
