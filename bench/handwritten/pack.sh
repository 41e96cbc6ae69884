#!/usr/bin/env bash
# Writes the hand-written examples, what gdslc makes of bfs and lu for the same virtual warps, and the bench as a pack:
# bench/handwritten/pack.sh DIR
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
pack=${1:?folder for the pack}
gdsl=${BIN:-$root/build/bin}/gdsl
bfs=(--map=w1:granularity=thread,activation=topology)
lu=(--map=w1:granularity=thread)
for width in 2 4 8 16 32; do
  bfs+=("--map=w$width:granularity=warp:$width,activation=topology")
  lu+=("--map=w$width:granularity=warp:$width,chunk=1")
done
"$gdsl" build "$root/examples/bfs/bfs.gdsl" "--pack=$pack" "${bfs[@]}" > /dev/null
"$gdsl" build "$root/examples/lu/lu.gdsl" "--pack=$pack" "${lu[@]}" > /dev/null
mkdir -p "$pack/examples/handwritten"
cp "$root"/examples/handwritten/*.{cu,h} "$pack/examples/handwritten/"
cp "$root"/bench/handwritten/{bench.cpp,on_device.sh} "$root/bench/common/on_device.h" "$pack/"
echo "wrote $pack; on the GPU machine: $pack/on_device.sh"
