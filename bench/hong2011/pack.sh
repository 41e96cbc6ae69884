#!/usr/bin/env bash
# Writes what the figures of [H] need as a pack: bench/hong2011/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT; back home:
# bench/hong2011/plot.py OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

bfs=$root/examples/bfs/bfs.gdsl
all=activation=topology # what the paper's algorithm does
widths=() queues=() gathered=() graphs=()
for width in 2 4 8 16 32; do
  widths+=("warp$width=granularity=warp:$width,$all")
  queues+=("queue$width=granularity=warp:$width,push=warp")
  gathered+=("warp$width=granularity=warp:$width,gather=4,$all" "queue$width=granularity=warp:$width,worklist=hierarchical")
  graphs+=("warp$width=granularity=warp:$width,gather=4,loop=graph,$all" "queue$width=granularity=warp:$width,worklist=hierarchical,loop=graph")
done
warp=granularity=warp:32,$all
program fig7 "$bfs" "thread=granularity=thread,$all" "thread_defer=outliers=defer,$all" "${widths[@]}" \
  "warp32_defer=outliers=defer,$warp" "warp32_dynamic=distribution=dynamic,$warp"
program queues "$bfs" thread=granularity=thread "${queues[@]}"
# Beyond the paper: several reads of an edge under way, rooms reserved by blocks, rounds without the host.
program gathered "$bfs" "thread=granularity=thread,gather=4,$all" "defer=outliers=defer:32,gather=4,$all" "${gathered[@]}"
program graphs "$bfs" "thread=granularity=thread,gather=4,loop=graph,$all" "defer=outliers=defer:32,gather=4,loop=graph,$all" "${graphs[@]}"
defer=() batch=()
for degree in 16 32 64 128 256 512 1024 2048; do
  # A launch each for all nodes of more than a few edges takes seconds.
  [ $degree -lt 64 ] || defer+=("thread_$degree=outliers=defer:$degree:kernel,$all" "warp32_$degree=outliers=defer:$degree:kernel,$warp")
  batch+=("thread_$degree=outliers=defer:$degree,$all" "warp32_$degree=outliers=defer:$degree,$warp")
done
program fig8a "$bfs" "${defer[@]}"
program batches "$bfs" "${batch[@]}"
dynamic=()
for chunk in 32 64 128 256 512 1024 2048 4096; do dynamic+=("chunk_$chunk=distribution=dynamic:$chunk,$warp"); done
program fig8b "$bfs" "${dynamic[@]}"
limits=()
for warps in 1 2 4 8 16 32 64; do limits+=("warps_$warps=distribution=dynamic,resident=$warps,$warp,block=32"); done
for number in 8 16 32 64 96 132; do limits+=("sms_$number=distribution=dynamic,resident=16,sms=$number,$warp,block=32"); done
program fig10 "$bfs" "${limits[@]}"
for name in sssp st_connectivity; do
  program "$name" "$root/examples/$name/$name.gdsl" "warp1=granularity=thread,$all" "${widths[@]}"
done
for name in backprop nearest_neighbor kmeans; do
  program "$name" "$root/examples/$name/$name.gdsl" warp1=granularity=thread warp2=granularity=warp:2 warp4=granularity=warp:4 \
    warp8=granularity=warp:8 warp16=granularity=warp:16 warp32=granularity=warp:32
done
# Fig. 11 has a sublist for each virtual warp in merge_sort, here a piece of it; and a row of the matrix in LU.
rows=(warp1=granularity=thread)
for width in 2 4 8 16 32; do rows+=("warp$width=granularity=warp:$width,chunk=1"); done
program merge_sort "$here/merge_sort.gdsl" "${rows[@]}"
program lu_rows "$root/examples/lu/lu.gdsl" "${rows[@]}"
if wanted handwritten; then
  "$root/bench/handwritten/pack.sh" "$pack" > /dev/null
  mv "$pack/on_device.sh" "$pack/handwritten.sh"
fi
if wanted fig2; then
  mkdir -p "$pack/programs/fig2"
  cp "$here"/fig2/* "$pack/programs/fig2/"
fi
# Stand-ins: a social network for LiveJournal, a graph of small even degrees for Patents.
carry ego-Twitter.txt.xz ego-Twitter
carry amazon0601.txt.xz amazon0601
finish "$here"
