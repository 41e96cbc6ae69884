// The order of execution: from the program or from the environment, and as text.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <iterator>

#include "runtime/simt/device_state.h"
#include "runtime/simt/engine.h"
#include "runtime/simt/include/simt/orders.h"

namespace maxwarp::simt {

namespace {

bool order_set = false;

struct KindName {
  OrderKind kind;
  std::string_view name;
};
/// In the order in which a series takes those that are made to provoke.
constexpr KindName kinds[] = {
    {OrderKind::Forward, "forward"}, {OrderKind::Reverse, "reverse"}, {OrderKind::Random, "random"},
    {OrderKind::Flip, "flip"},       {OrderKind::Pause, "pause"},     {OrderKind::Solo, "solo"},
    {OrderKind::Starve, "starve"},   {OrderKind::Split, "split"},     {OrderKind::Latest, "latest"},
};
constexpr std::size_t first_provoking = 3;

bool has_seed(OrderKind kind) { return kind != OrderKind::Forward && kind != OrderKind::Reverse; }

/// Takes `NAME:` and the number after it.
std::optional<std::uint64_t> seed_after(std::string_view name, std::string_view text) {
  if (!text.starts_with(name) || text.substr(name.size(), 1) != ":") return std::nullopt;
  text.remove_prefix(name.size() + 1);
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

bool parse_kind(std::string_view text, Order& order) {
  for (const KindName& known : kinds) {
    const auto seed = has_seed(known.kind) ? seed_after(known.name, text) : std::nullopt;
    if (!seed && (has_seed(known.kind) || text != known.name)) continue;
    order.kind = known.kind;
    order.seed = seed.value_or(1);
    return true;
  }
  return false;
}

}  // namespace

std::optional<Order> parse_order(std::string_view text) {
  Order order;
  const std::size_t plus = text.find('+');
  const std::string_view last = plus == std::string_view::npos ? text : text.substr(plus + 1);
  if (const auto seed = seed_after("stale", last)) {
    order.stale = true;
    order.stale_seed = *seed;
    if (plus == std::string_view::npos) return order;
    text = text.substr(0, plus);
  }
  return parse_kind(text, order) ? std::optional(order) : std::nullopt;
}

std::string order_text(const Order& order) {
  std::string text;
  for (const KindName& known : kinds)
    if (known.kind == order.kind) text = known.name;
  if (has_seed(order.kind)) text += fmt::format(":{}", order.seed);
  if (!order.stale) return text;
  return (order.kind == OrderKind::Forward ? "" : text + "+") + fmt::format("stale:{}", order.stale_seed);
}

std::string order_forms() {
  std::string text;
  for (const KindName& known : kinds) text += fmt::format("{}{}, ", known.name, has_seed(known.kind) ? ":SEED" : "");
  return text + "stale:SEED or one of them +stale:SEED";
}

Order order_of_series(std::uint64_t index) {
  if (index < 2) return {index == 0 ? OrderKind::Forward : OrderKind::Reverse};
  constexpr std::uint64_t provoking = std::size(kinds) - first_provoking;
  const std::uint64_t turn = (index - 2) / 2, seed = turn + 1;
  const bool random = index % 2 == 0;
  Order order{random ? OrderKind::Random : kinds[first_provoking + turn % provoking].kind, seed};
  // Each kind comes with stale values and without, from one turn of all kinds to the next.
  order.stale = (turn + turn / provoking + (random ? 0 : 1)) % 2 == 0;
  order.stale_seed = seed;
  return order;
}

void set_order(Order order) {
  engine.order = order;
  order_set = true;
}

std::uint64_t lane_steps() { return engine.steps; }

bool resolve_order() {
  if (order_set) return true;
  const char* text = std::getenv("MAXWARP_SIMT_ORDER");
  const std::optional<Order> order = parse_order(text == nullptr ? "forward" : text);
  if (!order) {
    fmt::print(stderr, "error: MAXWARP_SIMT_ORDER is `{}`; write {}\n", text, order_forms());
    return false;
  }
  set_order(*order);
  return true;
}

}  // namespace maxwarp::simt
