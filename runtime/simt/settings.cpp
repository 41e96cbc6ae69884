// The order of execution: from the program or from the environment.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "runtime/simt/device_state.h"
#include "runtime/simt/engine.h"

namespace maxwarp::simt {

namespace {

bool order_set = false;

std::optional<Order> parse_order(std::string_view text) {
  if (text == "forward") return Order{OrderKind::Forward, 1};
  if (text == "reverse") return Order{OrderKind::Reverse, 1};
  constexpr std::string_view prefix = "random:";
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  Order order{OrderKind::Random, 0};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), order.seed);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return order;
}

}  // namespace

void set_order(Order order) {
  engine.order = order;
  order_set = true;
}

std::uint64_t lane_steps() { return engine.steps; }

bool resolve_order() {
  if (order_set) return true;
  const char* text = std::getenv("MAXWARP_SIMT_ORDER");
  std::optional<Order> order = parse_order(text == nullptr ? "forward" : text);
  if (!order) {
    fmt::print(stderr, "error: MAXWARP_SIMT_ORDER is `{}`; write forward, reverse or random:SEED\n", text);
    return false;
  }
  set_order(*order);
  return true;
}

}  // namespace maxwarp::simt
