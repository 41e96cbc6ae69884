#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and compares the mappings with cuSPARSE. Needs nvcc, and cuSPARSE for the
# comparison. Usage: on_device.sh OUT. Environment: COMPONENTS (64), GRAPHS (several words an entry, entries separated by `;`);
# those of compiling.sh.
source "$(dirname "$0")/compiling.sh"
begin "$@"
options+=" -DMAXWARP_WITHOUT_ZLIB -DMAXWARP_WITHOUT_LZMA -DMAXWARP_WITHOUT_ZSTD"
library=-lcusparse
if ! echo '#include <cusparse.h>' | "$NVCC" -x cu -c - -o "$build/probe.o" 2> /dev/null; then
  echo "no cusparse.h: compiled without cuSPARSE, so there is nothing to compare with" >&2
  options+=" -DMAXWARP_WITHOUT_CUSPARSE"
  library=
fi
mapfile -t sources < <(find runtime/{graph,system} -name '*.cpp')
compile bench-spmm "$library" bench.cpp cusparse.cu "${sources[@]}"
name_device "$out/spmm.md"
failed=0
while IFS= read -r graph; do
  # shellcheck disable=SC2086
  timeout 200 "$build/bench-spmm" "${COMPONENTS:-64}" $graph | tee -a "$out/spmm.md" || failed=1
  echo "after $SECONDS s"
done < <(echo "${GRAPHS:---graph=kron:20:16 --symmetrize --self-loops=drop --duplicates=first;--graph=uniform:1000000:16000000}" |
  tr ';' '\n')
exit $failed
