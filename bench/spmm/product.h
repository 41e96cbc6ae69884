// The sparse matrix product of cuSPARSE, which the sums over neighbors are measured against.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spmm {

/// One of the algorithms of cuSPARSE for a row-major dense matrix.
struct Product {
  std::string name;
  std::function<void()> run;  // asynchronous
};

/// The products out = A x, all on the device: A has a one for each edge, x and out have `columns` columns of float.
/// What they need besides stays allocated for the life of the process. Ends the process where the library reports an
/// error; empty without cuSPARSE, which is then said on stderr.
std::vector<Product> products(std::int32_t rows, std::int64_t edges, const std::int64_t* row_offsets,
                              const std::int32_t* targets, std::int64_t columns, const float* x, float* out);

}  // namespace spmm
