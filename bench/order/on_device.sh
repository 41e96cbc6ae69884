#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and compares sorting and sums with CUB. Needs nvcc. Usage:
# on_device.sh OUT. Environment: NVCC, ARCH (sm_90), JOBS (all cores), ELEMENTS (16777216), BUILD_ONLY=1.
set -euo pipefail
out=${1:?output folder}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")"
ARCH=${ARCH:-sm_90}
NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=build/$ARCH
mkdir -p "$build"
options="-O3 -std=c++20 -arch=$ARCH -I. -Iinclude -Iruntime/include"
mapfile -t sources < <(printf '%s\n' "$PWD"/{bench.cpp,cub.cu,runtime/device/order.cu}
  find "$PWD"/programs -name "*.cu" ! -name "*_entry.cu")
compile() {
  $NVCC $options -c "$1" -o "$build/$(echo "${1#"$PWD/"}" | tr /. _).o"
}
export -f compile
export NVCC options build
rm -f "$build"/*.o
printf '%s\0' "${sources[@]}" | xargs -0 -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'compile "$1"' compile {}
"$NVCC" "-arch=$ARCH" "$build"/*.o -o "$build/bench-order"
echo "compiled in $SECONDS s"
[ -z "${BUILD_ONLY:-}" ] || exit 0
{ nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null || echo "no GPU"; } | tee "$out/order.md"
timeout 200 "$build/bench-order" "${ELEMENTS:-16777216}" | tee -a "$out/order.md"
