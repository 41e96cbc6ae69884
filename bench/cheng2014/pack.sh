#!/usr/bin/env bash
# Writes what the figures of [C] need as a pack: bench/cheng2014/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT; back home:
# bench/cheng2014/plot.py OUT. Environment: SIZES=tiny for small graphs.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

# sm-1 to sm-32 as the paper has them: two phases, a group of lanes for each node of the queue.
strategies=(sm1=frontier=bitmask-compact,granularity=thread)
for lanes in 2 4 8 16 32; do
  strategies+=("sm$lanes=frontier=bitmask-compact,granularity=warp:$lanes,chunk=1")
done
observed bfs "$root/examples/bfs/bfs.gdsl" "${strategies[@]}"
counted bfs_lanes "$root/examples/bfs/bfs.gdsl" "${strategies[@]}"
carry USA-road.FLA.tw.gr.xz FLA-road
carry amazon0601.txt.xz Amazon
cp "$here/graphs.sh" "$pack/"
finish "$here"
