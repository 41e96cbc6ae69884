// Control outside of parallel loops, lifted from one memory to several.
#include "test/differential/explorer/host.h"

#include <algorithm>
#include <bit>

namespace maxwarp::explorer {

using checked::Block;
using checked::Expr;
using checked::StmtKind;
using interpreter::Value;

namespace {

constexpr std::size_t most_worlds = 256;

template <typename List>
void move_into(List& list, List more) {
  std::ranges::move(more, std::back_inserter(list));
}

}  // namespace

Host::Host(const checked::Algorithm& algorithm, const Call& call, int rounds, Limits& limits, bool traced)
    : Recorder(algorithm, call), most_rounds_(rounds), limits_(limits) {
  if (traced) trace_.emplace(values());
  take_arguments();
}

std::vector<Ending> Host::run_all() {
  for (const Symbol* result : algorithm_.results) fill(*result, nullptr);
  Worlds worlds(1), broken;
  worlds[0].memory = std::exchange(places_, {});
  for (World& world : block_of(algorithm_.body, std::move(worlds), broken)) end(world, StatusCode::Ok);
  return std::move(endings_);
}

void Host::end(World& world, StatusCode fault) {
  Ending& ending = endings_.emplace_back();
  ending.fault = fault;
  ending.trace = std::move(world.trace);
  if (fault == StatusCode::Ok)
    for (const Symbol* result : algorithm_.results) ending.results.push_back(world.memory[result].values);
}

bool Host::in(World& world, const std::function<void()>& what) {
  steps_left_ = 1'000'000;
  std::swap(places_, world.memory);
  StatusCode fault = StatusCode::Ok;
  try {
    what();
  } catch (const interpreter::Stop& stop) {
    fault = stop.status.code;
  }
  std::swap(places_, world.memory);
  if (fault == StatusCode::Ok) return true;
  if (fault == StatusCode::TooManyRounds)
    limits_.truncated = true;
  else
    end(world, fault);
  return false;
}

std::pair<Host::Worlds, Host::Worlds> Host::parted(const Expr& condition, Worlds worlds) {
  std::pair<Worlds, Worlds> parts;
  for (World& world : worlds) {
    bool holds = false;
    active_ = std::popcount(world.active);
    if (in(world, [&] { holds = evaluate(condition).first.integer != 0; }))
      (holds ? parts.first : parts.second).push_back(std::move(world));
  }
  return parts;
}

Host::Worlds Host::block_of(const Block& statements, Worlds worlds, Worlds& broken) {
  for (const Stmt* stmt : statements) worlds = all(*stmt, std::move(worlds), broken);
  return worlds;
}

Host::Worlds Host::all(const Stmt& stmt, Worlds worlds, Worlds& broken) {
  if (worlds.empty()) return worlds;
  switch (stmt.kind) {
    case StmtKind::If: return branch(stmt, std::move(worlds), broken);
    case StmtKind::Foreach: return foreach_all(stmt, std::move(worlds));
    case StmtKind::Iterate: return iterate_all(stmt, std::move(worlds));
    case StmtKind::Repeat: return repeat_all(stmt, std::move(worlds));
    case StmtKind::While: return while_all(stmt, std::move(worlds));
    case StmtKind::For: return for_all(stmt, std::move(worlds));
    case StmtKind::Break: move_into(broken, std::move(worlds)); return {};
    default: break;
  }
  std::erase_if(worlds, [&](World& world) { return !in(world, [&] { statement(stmt); }); });
  return worlds;
}

Host::Worlds Host::branch(const Stmt& stmt, Worlds worlds, Worlds& broken) {
  auto [yes, no] = parted(*stmt.condition, std::move(worlds));
  Worlds after = block_of(stmt.body, std::move(yes), broken);
  move_into(after, block_of(stmt.other, std::move(no), broken));
  return after;
}

Host::Worlds Host::repeat_all(const Stmt& stmt, Worlds worlds) {
  if (!stmt.value) return repeat_up_to(std::numeric_limits<std::int64_t>::max(), stmt, std::move(worlds));
  Worlds done;
  for (World& world : worlds) {
    std::int64_t limit = 0;
    if (!in(world, [&] { limit = evaluate(*stmt.value).first.integer; })) continue;
    Worlds one;
    one.push_back(std::move(world));
    move_into(done, repeat_up_to(limit, stmt, std::move(one)));
  }
  return done;
}

Host::Worlds Host::repeat_up_to(std::int64_t limit, const Stmt& stmt, Worlds worlds) {
  const std::int64_t outer = round_;
  Worlds done;
  for (round_ = 1; round_ <= limit && !worlds.empty(); ++round_) {
    if (round_ > most_rounds_) {
      limits_.truncated = true;
      worlds.clear();
      break;
    }
    worlds = block_of(stmt.body, std::move(worlds), done);
    if (!stmt.condition) continue;
    auto [over, on] = parted(*stmt.condition, std::move(worlds));
    move_into(done, std::move(over));
    worlds = std::move(on);
  }
  round_ = outer;
  move_into(done, std::move(worlds));
  return done;
}

Host::Worlds Host::while_all(const Stmt& stmt, Worlds worlds) {
  const std::int64_t outer = round_;
  Worlds done;
  for (round_ = 1; !worlds.empty(); ++round_) {
    auto [on, over] = parted(*stmt.condition, std::move(worlds));
    move_into(done, std::move(over));
    worlds = std::move(on);
    if (round_ > 2 * most_rounds_ && !worlds.empty()) {
      limits_.truncated = true;
      break;
    }
    worlds = block_of(stmt.body, std::move(worlds), done);
  }
  round_ = outer;
  return done;
}

/// Each world by itself: it has items of its own.
Host::Worlds Host::for_all(const Stmt& stmt, Worlds worlds) {
  Worlds done;
  for (World& world : worlds) {
    std::vector<Item> items;
    const bool well = in(world, [&] {
      if (stmt.loop.domain == checked::LoopDomain::Range)
        items = range(stmt.loop);
      else
        for (const node_t v : first_active(stmt.loop)) items.push_back({v, -1});
    });
    if (!well) continue;
    Worlds here;
    here.push_back(std::move(world));
    for (const Item& item : items) {
      for (World& one : here) one.memory[stmt.loop.variable].values = {interpreter::whole(item.node)};
      here = block_of(stmt.body, std::move(here), done);
    }
    move_into(done, std::move(here));
  }
  return done;
}

/// Drops worlds that there are twice.
void Host::distinct(Worlds& worlds) {
  if (worlds.size() < 2) return;
  std::set<std::vector<int>> known;
  std::erase_if(worlds, [&](const World& world) { return !known.insert(code(world)).second; });
  if (worlds.size() <= most_worlds) return;
  limits_.exhausted = true;
  worlds.clear();
}

std::vector<int> Host::code(const World& world) {
  std::map<int, const interpreter::Place*> places;
  for (const auto& [symbol, place] : world.memory)
    if (symbol->type.space != checked::Space::Local) places[symbol->id] = &place;
  std::vector<int> code;
  for (const auto& [id, place] : places) {
    code.push_back(id);
    for (const Value& value : place->values) code.push_back(values().id(value));
    for (const auto& [key, count] : place->counts) code.insert(code.end(), {static_cast<int>(key), values().id(count)});
  }
  code.insert(code.end(), {static_cast<int>(world.active), static_cast<int>(world.active >> 32)});
  return code;
}

std::string Host::arguments() const {
  std::string text;
  for (const Symbol* symbol : algorithm_.parameters) {
    text += (text.empty() ? "" : ", ") + symbol->name + " =";
    for (const Value& value : places_.at(symbol).values) text += " " + text_of(symbol->type.scalar, value);
  }
  return text;
}

}  // namespace maxwarp::explorer
