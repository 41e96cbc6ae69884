#!/usr/bin/env bash
# The out-degrees of the graphs of [C], for Fig. 3: bench/cheng2014/degrees.sh PACK OUT writes OUT/degrees.csv. It needs no GPU.
# Environment: BIN (build/bin), GRAPHS (only these), SIZES=tiny for small graphs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pack=${1:?folder of the pack} out=${2:?output folder}
gdsl=${BIN:-$here/../../build/bin}/gdsl
source "$here/graphs.sh"
mkdir -p "$out"

echo graph,least,25%,median,75%,largest > "$out/degrees.csv"
for graph in ${GRAPHS:-mesh FLA_road grid kron20 rmat1 rmat2 random1 random2 random3 Amazon}; do
  file=${!graph} options=()
  [[ $file != graphs/* ]] || file=$(ls "$pack/$file" "$pack/$file.gz" 2> /dev/null | head -1) || true
  [ -n "$file" ] || { echo "$graph: not in the pack, left out"; continue; }
  [[ $graph != kron20 ]] || options=(--symmetrize)
  "$gdsl" graph info "$file" "${options[@]}" --json=- | python3 -c '
import json, sys
print(sys.argv[1], *json.load(sys.stdin)["outdegree"]["quartiles"], sep=",")' "$graph" >> "$out/degrees.csv"
done
