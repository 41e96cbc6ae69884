// An iteration is played from its beginning: what comes before its last answer is known and passed over, what comes
// after is written down, up to the next question.
#include "test/differential/explorer/behavior.h"

#include <algorithm>

namespace maxwarp::explorer {

using checked::Space;
using interpreter::Element;
using interpreter::Flow;
using interpreter::Update;
using interpreter::Value;

namespace {

/// An iteration has come to a question whose answer is not known.
struct Pause {};

/// More than any iteration of a program that ends takes.
constexpr std::int64_t longest = 20'000;

}  // namespace

void Recorder::enter(const Stmt& region, const Scope& scope, Paths& paths, Elements& elements, bool ordered) {
  region_ = &region;
  scope_ = &scope;
  paths_ = &paths;
  elements_ = &elements;
  ordered_ = ordered;
  begins_.clear();
  origins_.clear();
}

std::unique_ptr<Point> Recorder::make_point(const Origin& origin) const {
  auto point = std::make_unique<Point>();
  point->id = points_++;
  point->origin = &origin;
  return point;
}

Point& Recorder::begin(const Item& item) {
  const auto number = item.edge >= 0 ? item.edge : item.node;
  const int path = paths_->child(Paths::outside, 0, static_cast<int>(number));
  std::unique_ptr<Point>& point = begins_[path];
  if (!point) {
    origins_.push_back(std::make_unique<Origin>(Origin{region_, item, nullptr, path}));
    point = make_point(*origins_.back());
  }
  return *point;
}

Point& Recorder::after(Point& point, Answer answer) {
  for (const std::unique_ptr<Point>& one : point.next)
    if (one->answer == answer) return *one;
  std::unique_ptr<Point> made = make_point(*point.origin);
  made->before = &point;
  made->answer = std::move(answer);
  made->forks = point.forks + (point.fork ? 1 : 0);
  return *point.next.emplace_back(std::move(made));
}

void Recorder::look(Point& point) {
  if (std::exchange(point.known, true)) return;
  answers_.clear();
  answered_ = 0;
  for (const Point* one = &point; one->before; one = one->before) answers_.push_back(one);
  std::ranges::reverse(answers_);
  point_ = &point;
  steps_left_ = longest;
  const std::int64_t round = round_;
  parallel_ = 1;
  try {
    play(point);
  } catch (const Pause&) {
  } catch (const interpreter::Stop& stop) {
    Access fault{Act::Fault};
    fault.fault = stop.status.code;
    record(fault);
  }
  parallel_ = 0;
  round_ = round;
  point_ = nullptr;
}

void Recorder::play(const Point& point) {
  const Origin& origin = *point.origin;
  if (origin.fork)
    for (std::size_t i = 0; i < scope_->locals.size(); ++i) places_[scope_->locals[i]] = origin.fork->locals[i];
  here_ = origin.loop->location;
  bool visited = true;
  if (ordered_ && !origin.fork)  // its conditions are asked before the loop
    places_[origin.loop->loop.variable].values = {interpreter::whole(origin.item.node)};
  else
    visited = is_visited(origin.loop->loop, origin.item);
  const Flow flow = visited ? block(origin.loop->body) : Flow::On;
  if (flow == Flow::Break) record({Act::Break});
  record({Act::End});
}

void Recorder::record(Access access) {
  if (is_replaying()) return;
  access.location = here_;
  point_->accesses.push_back(access);
}

void Recorder::ask(Access access) {
  record(access);
  throw Pause{};
}

int Recorder::shared(const Element& element) {
  if (!point_) return -1;
  int owner = Paths::outside;
  if (element.symbol->type.space == Space::Local) {
    const Fork* fork = point_->origin->fork;
    if (!fork) return -1;
    const auto cell = fork->cells.find(element.symbol);
    if (cell == fork->cells.end()) return -1;
    owner = cell->second;
  } else if (!scope_->written.contains(element.symbol)) {
    return -1;
  }
  return elements_->number({owner, element.symbol, element.index});
}

Value Recorder::load(const Element& element) {
  const int number = shared(element);
  if (number < 0) return Machine::load(element);
  if (is_replaying()) return values_[next_answer()[0]];
  ask({Act::Load, number});
}

void Recorder::store(const Element& element, const Value& value) {
  const int number = shared(element);
  if (number < 0) return Machine::store(element, value);
  Access access{Act::Store, number};
  access.value = values_.id(value);
  record(access);
}

Value Recorder::update(const Update& update) {
  const int number = shared(update.target);
  if (number < 0) return Machine::update(update);
  const bool asks = update.stmt.changed || update.stmt.old;
  if (asks && is_replaying()) return values_[next_answer()[0]];
  Access access{Act::Update, number};
  access.value = values_.id(update.value);
  access.stmt = &update.stmt;
  if (update.stmt.payload) {
    access.payload_element = shared(update.payload_target);
    access.payload = values_.id(update.payload);
  }
  if (asks) ask(access);
  record(access);
  return update.value;
}

void Recorder::count(const Symbol& tally, std::int64_t key, const Value& amount) {
  const int number = shared({&tally, key});
  if (number < 0) return Machine::count(tally, key, amount);
  Access access{Act::Count, number};
  access.value = values_.id(amount);
  record(access);
}

void Recorder::activate(node_t node) {
  if (!point_) return Machine::activate(node);
  Access access{Act::Activate};
  access.node = node;
  record(access);
}

Flow Recorder::statement(const Stmt& stmt) {
  here_ = stmt.location;
  return Machine::statement(stmt);
}

void Recorder::foreach_loop(const Stmt& stmt) {
  if (!point_) return Machine::foreach_loop(stmt);
  std::vector<Item> found = items(stmt.loop);
  if (found.empty()) return;
  if (is_replaying()) return join(*answers_[answered_]->before->fork, next_answer());
  Access access{Act::Fork};
  access.stmt = &stmt;
  point_->fork = fork(stmt, std::move(found));
  ask(access);
}

std::unique_ptr<Fork> Recorder::fork(const Stmt& stmt, std::vector<Item> items) {
  auto made = std::make_unique<Fork>();
  made->loop = &stmt;
  made->breaks = scope_->broken.contains(&stmt);
  for (const Symbol* symbol : scope_->locals) made->locals.push_back(places_[symbol]);
  const Origin& here = *point_->origin;
  made->around = &here;
  if (here.fork) made->cells = here.fork->cells;
  for (const Symbol* symbol : scope_->carried.at(&stmt))
    if (made->cells.try_emplace(symbol, here.path).second) made->own.push_back(symbol);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int path = paths_->child(here.path, point_->forks, static_cast<int>(i));
    made->origins.push_back(std::make_unique<Origin>(Origin{&stmt, items[i], made.get(), path}));
    made->begins.push_back(make_point(*made->origins.back()));
  }
  return made;
}

/// The answer has a value for each local variable, and for each tally how many keys, and the keys and counts.
void Recorder::join(const Fork& fork, const Answer& answer) {
  std::size_t at = 0;
  const auto take = [&] { return values_[answer[at++]]; };
  for (const Symbol* symbol : fork.own) {
    if (!symbol->type.is_tally) {
      places_[symbol].values = {take()};
      continue;
    }
    for (std::int64_t left = take().first.integer; left > 0; --left) {
      const std::int64_t key = take().first.integer;
      places_[symbol].counts[key] = take();
    }
  }
}

ValueId Recorder::initial(int element) {
  const Key& key = elements_->key(element);
  if (key.symbol->type.is_tally) {
    const std::map<std::int64_t, interpreter::Value>& counts = places_[key.symbol].counts;
    const auto counted = counts.find(key.index);
    return values_.id(counted == counts.end() ? interpreter::zero_of(interpreter::sum_type(*key.symbol))
                                              : counted->second);
  }
  return values_.id(at({key.symbol, key.index}));
}

}  // namespace maxwarp::explorer
