#!/usr/bin/env bash
# Writes BFS, SSSP and PageRank under several mappings as a pack for ncu.sh: bench/simt/pack.sh DIR
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
pack=${1:?folder for the pack}
gdsl=${BIN:-$root/build/bin}/gdsl
"$gdsl" build "$root/examples/bfs/bfs.gdsl" "--pack=$pack" \
  --map=thread_data:granularity=thread,activation=data --map=thread_topology:granularity=thread,activation=topology \
  --map=warp_data:granularity=warp:32,activation=data --map=warp_topology:granularity=warp:32,activation=topology \
  --map=thread_atomic:granularity=thread,push=atomic --map=warp_atomic:granularity=warp:32,push=atomic
for program in sssp pagerank; do
  "$gdsl" build "$root/examples/$program/$program.gdsl" "--pack=$pack" \
    --map=thread:granularity=thread --map=warp8:granularity=warp:8 --map=warp32:granularity=warp:32
done
cp "$root/bench/simt/ncu.sh" "$root/bench/simt/ncu_table.py" "$pack/"
