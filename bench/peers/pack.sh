#!/usr/bin/env bash
# Writes the programs that are compared with other systems as a pack: bench/peers/pack.sh DIR. On the GPU machine:
# DIR/on_device.sh OUT; back home: bench/peers/page.py OUT. With a GPU here, bench/peers/run does all three.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

# A variant is called by the large graph whose kind it suits: what is behind the last _ .
rounds=$here/../rounds/maps
cut=granularity=decompose
pairs() { # pairs PROGRAM GRAPH…: the host loop and the resident kernel that bench/rounds found to be the fastest
  local program=$1 graph
  shift
  for graph in "$@"; do
    variants+=("host_$graph=$rounds/$program-$graph-host.map" "resident_$graph=$rounds/$program-$graph-resident.map")
  done
}
example() { # example NAME
  program "$1" "$root/examples/$1/$1.gdsl" "${variants[@]}"
  variants=()
}
on_all() { # on_all NAME=MAPPING…
  local one graph
  for one in "$@"; do
    for graph in kron22 urand24 road; do variants+=("${one%%=*}_$graph=${one#*=}"); done
  done
}
variants=()
for graph in kron22 urand24; do variants+=("switch_$graph=$here/maps/bfs.map" "switch32_$graph=$here/maps/bfs-32.map"); done
variants+=("pieces_road=$here/maps/bfs-road.map")
example bfs
pairs sssp kron22 urand24 road
integer_sssp
program sssp "$texts/sssp_int.gdsl" "${variants[@]}"
variants=()
pairs pagerank kron22 urand24 road
example pagerank
pairs components kron22 urand24 road
on_all "union=closure=union,granularity=warp:8,index=auto"
example components
on_all "cut=$cut,index=auto" "cut_resident=$cut,index=auto,loop=persistent" thread=granularity=thread,index=auto
example components_hook
pairs mst kron22 urand24 road
example mst
pairs mis kron22 urand24 road
example mis
pairs betweenness kron22 urand24
example betweenness
pairs betweenness_scaled road
example betweenness_scaled
on_all warp8=granularity=warp:8 twc=granularity=twc
example triangles
on_all warp8=granularity=warp:8 twc=granularity=twc thread=granularity=thread,gather=4
example coloring
on_all warp8=granularity=warp:8 twc=granularity=twc thread=granularity=thread
example kcore
carry USA-road.NE.tw.gr.xz road_NE
carry cnr-2000.txt.xz web
finish "$here"
