// Everything that a hand-written kernel of virtual warps needs ([H] §3.1, Fig. 5); docs/handwritten.md shows how.
// Generated kernels use the same functions.
//
// | [H] Fig. 4, 5                   | here                                                                   |
// |---------------------------------|------------------------------------------------------------------------|
// | BEGIN_WARP_KERNEL, W_OFF, W_ID  | template <int W> and const Tile<W> tile; tile.lane(), tile.index()      |
// | USE_PRIV_MEM, MY                | __shared__ WarpPrivate<T, W, Threads> memory; T &mine = memory.of(tile) |
// | DO_SIMD, BEGIN_SIMD_DEF         | do_simd(tile, count, function), for (… : tile.strided(first, end))      |
// | memcpy_SIMD                     | copy_simd(tile, count, to, from)                                        |
// | SISD code                       | any code (each lane repeats it), tile.run_on_leader(function) (one lane does) |
// | v_ = N / NUM_WARPS * W_ID       | for (const Piece piece : static_pieces(tile, count, chunk))             |
// | AtomicAdd(work_q, CHUNK_SZ)     | for (const Piece piece : dynamic_pieces(tile, taken, count, chunk))     |
// | __threadfence_block()           | tile.sync()                                                            |
#pragma once

#include "maxwarp/device.cuh"
#include "maxwarp/distribution.cuh"
#include "maxwarp/stream.cuh"
#include "maxwarp/width.h"
