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
# The same with the queue that the expansion itself fills, and with widths that are chosen: by a sample of the round's nodes, in rounds of many
# nodes or in all (sampled0), and by the histogram of the degrees.
times=()
for strategy in "${strategies[@]}"; do
  times+=("$strategy" "queue_${strategy/frontier=bitmask-compact/frontier=queue}")
done
chosen=(sampled=frontier=bitmask-compact,granularity=warp:auto,chunk=1 sampled0=frontier=bitmask-compact,granularity=warp:auto:0,chunk=1)
times+=("${chosen[@]}" static_width=frontier=bitmask-compact,granularity=warp:static,chunk=1)
observed bfs "$root/examples/bfs/bfs.gdsl" "${strategies[@]}"
counted bfs_lanes "$root/examples/bfs/bfs.gdsl" "${strategies[@]}"
program bfs_times "$root/examples/bfs/bfs.gdsl" "${times[@]}"
timed bfs_sampled "$root/examples/bfs/bfs.gdsl" "${chosen[@]}"
carry USA-road.FLA.tw.gr.xz FLA-road
carry amazon0601.txt.xz Amazon
cp "$here/graphs.sh" "$pack/"
finish "$here"
