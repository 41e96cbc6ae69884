// No argument can bring a nan in: the texts of arguments, arrays and graphs are refused where they have one. So every
// nan among the results was made by the program.
#include "runtime/runner/not_a_number.h"

#include <cmath>
#include <cstdint>

#include "runtime/runner/difference.h"

namespace maxwarp::runner {

std::optional<std::string> first_nan(const Algorithm& algorithm, const Graph& graph, const RunResult& result) {
  for (int i = 0; i < algorithm.result_count; ++i) {
    const ResultInfo& info = algorithm.results[i];
    if (!is_real(info.type)) continue;
    if (info.space == ValueSpace::Global && std::isnan(result.scalars[static_cast<std::size_t>(i)].real))
      return info.name;
    const HostArray& array = result.arrays[static_cast<std::size_t>(i)];
    for (std::int64_t k = 0; k < array.size(); ++k)
      if (std::isnan(array[k].real)) return element_name(info.name, info.space, graph.labels, k);
  }
  return std::nullopt;
}

}  // namespace maxwarp::runner
