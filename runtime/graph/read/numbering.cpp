// Numbering by a direct table where the ids lie close together, else by binary search.
#include "runtime/graph/read/numbering.h"

#include <algorithm>
#include <cstdint>

namespace maxwarp {
namespace {

/// Sorted distinct ids through a bitmap over their range.
std::vector<std::int64_t> distinct_close(const std::vector<std::int64_t>& ids, std::int64_t low,
                                         std::uint64_t range) {
  std::vector<char> occurs(range, 0);
  for (std::int64_t id : ids) occurs[id - low] = 1;
  std::vector<std::int64_t> distinct;
  for (std::uint64_t i = 0; i < range; ++i)
    if (occurs[i]) distinct.push_back(low + static_cast<std::int64_t>(i));
  return distinct;
}

std::vector<std::int64_t> distinct_sorted(std::vector<std::int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

Numbering::Numbering(const std::vector<std::int64_t>& ids) {
  if (ids.empty()) return;
  auto [low, high] = std::minmax_element(ids.begin(), ids.end());
  labels_.first = *low;
  std::uint64_t range = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low) + 1;
  bool close = range != 0 && range <= ids.size() * 4 + 4096;
  if (close) {
    labels_.list = distinct_close(ids, *low, range);
  } else {
    labels_.list = distinct_sorted(ids);
  }
  count_ = static_cast<std::int64_t>(labels_.list.size());
  if (static_cast<std::uint64_t>(count_) == range) {
    labels_.list = {};
  } else if (close && count_ <= infinity<node_t>()) {
    table_.assign(range, no_node);
    for (std::int64_t v = 0; v < count_; ++v)
      table_[labels_.list[v] - labels_.first] = static_cast<node_t>(v);
  }
}

node_t Numbering::find(std::int64_t id) const {
  if (table_.empty()) return labels_.find(id, static_cast<node_t>(count_));
  if (id < labels_.first || id > labels_.list.back()) return no_node;
  return table_[id - labels_.first];
}

}  // namespace maxwarp
