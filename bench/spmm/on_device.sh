#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and compares the mappings with cuSPARSE. Needs nvcc, and cuSPARSE for the
# comparison. Usage: on_device.sh OUT. Environment: NVCC, ARCH (sm_90), JOBS (all cores), COMPONENTS (64), BUILD_ONLY=1,
# GRAPHS (several words an entry, entries separated by `;`).
set -euo pipefail
out=${1:?output folder}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")"
ARCH=${ARCH:-sm_90}
NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=build/$ARCH
mkdir -p "$build"
options="-O3 -std=c++20 -arch=$ARCH -DMAXWARP_WITHOUT_ZLIB -DMAXWARP_WITHOUT_LZMA -DMAXWARP_WITHOUT_ZSTD -I. -Iinclude -Iruntime/include"
libraries=-lcusparse
if ! echo '#include <cusparse.h>' | "$NVCC" -x cu -c - -o "$build/probe.o" 2> /dev/null; then
  echo "no cusparse.h: compiled without cuSPARSE, so there is nothing to compare with" >&2
  options+=" -DMAXWARP_WITHOUT_CUSPARSE"
  libraries=
fi
mapfile -t sources < <(printf '%s\n' "$PWD"/{bench.cpp,cusparse.cu}
  find "$PWD"/programs -name "*.cu" ! -name "*_entry.cu"
  find "$PWD"/runtime/{graph,system} -name '*.cpp')
compile() {
  $NVCC $options -c "$1" -o "$build/$(echo "${1#"$PWD/"}" | tr /. _).o"
}
export -f compile
export NVCC options build
rm -f "$build"/*.o
printf '%s\0' "${sources[@]}" | xargs -0 -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'compile "$1"' compile {}
"$NVCC" "-arch=$ARCH" "$build"/*.o -o "$build/bench-spmm" $libraries
echo "compiled in $SECONDS s"
[ -z "${BUILD_ONLY:-}" ] || exit 0
{ nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null || echo "no GPU"; } | tee "$out/spmm.md"
failed=0
while IFS= read -r graph; do
  # shellcheck disable=SC2086
  timeout 200 "$build/bench-spmm" "${COMPONENTS:-64}" $graph | tee -a "$out/spmm.md" || failed=1
  echo "after $SECONDS s"
done < <(echo "${GRAPHS:---graph=kron:20:16 --symmetrize --self-loops=drop --duplicates=first;--graph=uniform:1000000:16000000}" |
  tr ';' '\n')
exit $failed
