#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and runs the bench. Needs nvcc only.
# Usage: on_device.sh [NUMBERS [ROWS [GRAPH]]]      Environment: NVCC, ARCH (sm_90), JOBS (all cores)
set -euo pipefail
cd "$(dirname "$0")"
ARCH=${ARCH:-sm_90}
NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=build/$ARCH
mkdir -p "$build"
# What needs neither the runner nor the readers of files.
sources=(bench.cpp examples/handwritten/*.cu programs/{bfs/bfs,lu/lu}_[0-9]*.cu runtime/reference/traversal.cpp
  runtime/graph/generate/*.cpp runtime/graph/build/*.cpp runtime/graph/{array,graph,memory,parallel,parse}.cpp runtime/system/*.cpp)
compile() {
  "$NVCC" -O3 -std=c++20 "-arch=$ARCH" -DMAXWARP_WITHOUT_ZLIB -DMAXWARP_WITHOUT_LZMA -DMAXWARP_WITHOUT_ZSTD \
    -I. -Iinclude -Iruntime/include -c "$1" -o "$build/$(echo "${1%.*}" | tr / _).o"
}
export -f compile
export NVCC ARCH build
rm -f "$build"/*.o
printf '%s\0' "${sources[@]}" | xargs -0 -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'compile "$1"' compile {}
"$NVCC" "-arch=$ARCH" "$build"/*.o -o "$build/bench-handwritten"
exec "$build/bench-handwritten" "$@"
