// Orders of execution as text, for those who choose among them. Kernels do not include this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "maxwarp_simt.h"

namespace maxwarp::simt {

/// `reverse`, `starve:3`, `random:7+stale:5+blocks:1`; `stale:5` is `forward+stale:5`. Empty where the text is no
/// order.
std::optional<Order> parse_order(std::string_view text);
/// The order as parse_order takes it.
std::string order_text(const Order& order);
/// What parse_order takes, for messages.
std::string order_forms();

/// A series of orders that differ from one another: forward, reverse, then a random one and one made to provoke in
/// turns, every second with stale values.
Order order_of_series(std::uint64_t index);

}  // namespace maxwarp::simt
