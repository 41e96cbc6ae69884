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
constexpr std::uint64_t max_blocks = 0x7fffffff;

bool has_seed(OrderKind kind) { return kind != OrderKind::Forward && kind != OrderKind::Reverse; }

/// The number after `NAME:`.
std::optional<std::uint64_t> number_after(std::string_view name, std::string_view text) {
  if (!text.starts_with(name) || text.substr(name.size(), 1) != ":") return std::nullopt;
  text.remove_prefix(name.size() + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool parse_kind(std::string_view text, Order& order) {
  for (const KindName& known : kinds) {
    const auto seed = has_seed(known.kind) ? number_after(known.name, text) : std::nullopt;
    if (!seed && (has_seed(known.kind) || text != known.name)) continue;
    order.kind = known.kind;
    order.seed = seed.value_or(1);
    return true;
  }
  return false;
}

/// `stale:SEED` or `blocks:N`, each once and in this order.
bool parse_extra(std::string_view text, Order& order) {
  if (const auto seed = number_after("stale", text); seed && !order.stale && order.blocks == 0) {
    order.stale = true;
    order.stale_seed = *seed;
    return true;
  }
  const auto blocks = number_after("blocks", text);
  if (!blocks || *blocks == 0 || *blocks > max_blocks || order.blocks != 0) return false;
  order.blocks = static_cast<unsigned>(*blocks);
  return true;
}

}  // namespace

std::optional<Order> parse_order(std::string_view text) {
  Order order;
  for (bool first = true;; first = false) {
    const std::size_t plus = text.find('+');
    const std::string_view part = text.substr(0, plus);
    if (!(first && parse_kind(part, order)) && !parse_extra(part, order)) return std::nullopt;
    if (plus == std::string_view::npos) return order;
    text.remove_prefix(plus + 1);
  }
}

std::string order_text(const Order& order) {
  std::string text;
  for (const KindName& known : kinds)
    if (known.kind == order.kind) text = known.name;
  if (has_seed(order.kind)) text += fmt::format(":{}", order.seed);
  if (order.kind == OrderKind::Forward && (order.stale || order.blocks != 0)) text.clear();
  const auto add = [&](const char* name, std::uint64_t number) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : "+", name, number);
  };
  if (order.stale) add("stale", order.stale_seed);
  if (order.blocks != 0) add("blocks", order.blocks);
  return text;
}

std::string order_forms() {
  std::string text;
  for (const KindName& known : kinds) text += fmt::format("{}{}, ", known.name, has_seed(known.kind) ? ":SEED" : "");
  return text + "with +stale:SEED, +blocks:N or both, or these alone";
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
  order.blocks = index % 3 == 0 ? 1 : 0;
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
