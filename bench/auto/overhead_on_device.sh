#!/usr/bin/env bash
# On the GPU machine: what choosing costs, of each mapping of each program; appends to OUT/overhead.txt.
# Usage: on_device.sh OUT [--times=N]. Environment: GRAPH (options of a graph on which all take at least ROUNDS rounds).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?folder for the results}
mkdir -p "$out"
read -ra graph <<< "${GRAPH:---graph=road:1000:1000:.7:.015 --symmetrize}"
bin=${BUILD:-$here/build/${ARCH:-sm_90}}/bin
"$here/run" --build --quiet
while read -r name variant; do
  echo "$name" >> "$out/overhead.txt"
  python3 "$here/overhead.py" "$bin/${name}_auto" "$bin/${name}_$variant" "--variant=$variant" "--rounds=${ROUNDS:-1000}" "${@:2}" \
    -- "${graph[@]}" --weights=random:1:64 --source=0 2>&1 | tee -a "$out/overhead.txt" || true
done < "$here/pairs"
