// LU decomposition without pivoting, right-looking: a virtual warp a row ([H] §4.3). One launch a column.
#include <maxwarp/kernel.cuh>

#include "handwritten.h"

namespace handwritten {
namespace {

/// Subtracts multiples of row k from the rows below it, so that column k becomes zero there; the factors take its
/// place.
template <int W>
__global__ void eliminate(double* matrix, std::int64_t n, std::int64_t k) {
  const Tile<W> tile;
  const double* top = matrix + k * n;
  for (const Piece rows : static_pieces(tile, n - k - 1, 1)) {
    double* row = matrix + (k + 1 + rows.first) * n;
    // SISD: one lane replaces the element by the factor, all take it.
    const double factor = tile.run_on_leader([=] { return row[k] /= top[k]; });
    // SIMD: the rest of the row.
    for (const std::int64_t j : tile.strided(k + 1, n)) row[j] -= factor * top[j];
  }
}

}  // namespace

Status lu(int width, double* matrix, std::int64_t n, cudaStream_t stream) {
  Stream gpu(stream);
  const bool known = with_width(width, [&](auto w) {
    for (std::int64_t k = 0; k < n - 1; ++k) gpu.launch(eliminate<w>, grid_for((n - k - 1) * w, 128), matrix, n, k);
  });
  if (!known) return {StatusCode::BadArgument, 0, "width"};
  gpu.wait();
  return gpu.status();
}

}  // namespace handwritten
