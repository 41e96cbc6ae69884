// JSON as all tools write it: in ASCII, so that nothing in a name or path steers the terminal that shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace maxwarp {

/// The text with its line end; `indent` -1: on one line. Bytes of a name that are no UTF-8 become U+FFFD.
inline std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', /*ensure_ascii=*/true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace maxwarp
