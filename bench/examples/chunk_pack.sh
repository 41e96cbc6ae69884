#!/usr/bin/env bash
# Writes BFS, SSSP and PageRank under virtual warps with chunks of 1 to 32 nodes as a pack: chunk_pack.sh DIR
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
pack=${1:?folder for the pack}
maps=(--map=thread:granularity=thread)
for width in 8 32; do
  for chunk in 1 2 4 8 16 32; do
    maps+=("--map=w${width}c$chunk:granularity=warp:$width,chunk=$chunk")
  done
  for chunk in 1 4; do
    maps+=("--map=w${width}d$chunk:granularity=warp:$width,chunk=$chunk,stage=direct")
  done
done
for program in bfs sssp pagerank; do
  "${BIN:-$root/build/bin}/gdsl" build "$root/examples/$program/$program.gdsl" --pack="$pack" "${maps[@]}" >/dev/null
done
cp "$root/bench/examples/chunk_on_device.sh" "$root/bench/examples/table.py" "$pack/"
