#!/usr/bin/env bash
# Writes the programs that are compared with other systems as a pack: bench/peers/pack.sh DIR. On the GPU machine:
# DIR/on_device.sh OUT; back home: bench/peers/page.py OUT. With a GPU here, bench/peers/run does all three.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
resident=loop=persistent
cut=(decompose=granularity=decompose decompose_resident=granularity=decompose,$resident)
warps=(warp8=granularity=warp:8 warp8_resident=granularity=warp:8,$resident)
auto=("switch=$here/maps/bfs.map")
few=(small=granularity=thread,$resident,small=grid:132,push=atomic,gather=4 unguarded=granularity=thread,$resident,small=grid:132,push=atomic,guard=off)
example() { # example NAME VARIANT=MAPPING…
  local name=$1
  shift
  program "$name" "$root/examples/$name/$name.gdsl" "$@"
}
example bfs "${auto[@]}" "road=$here/maps/bfs-road.map" "${cut[@]}" "${warps[@]}" "${few[0]}" bitmap=frontier=bitmap,granularity=warp:8 pull=direction=pull,activation=topology
example bfs_relax "${cut[@]}" "${warps[@]}" "${few[@]}"
program sssp "$texts/sssp_int.gdsl" "${cut[@]}" "${warps[@]}" "${few[@]}"
example pagerank warp8=granularity=warp:8 warp32=granularity=warp:32 split=split=256,granularity=warp:32 edge=granularity=edge
example components "${cut[@]}" "${warps[@]}"
example components_hook "${cut[@]}" thread=granularity=thread
example triangles warp8=granularity=warp:8 twc=granularity=twc
example betweenness "${cut[@]}" "${warps[@]}"
example mst "${cut[@]}" thread=granularity=thread
example mis "${cut[@]}" "${warps[@]}"
example coloring "${warps[@]}" twc=granularity=twc
example kcore warp8=granularity=warp:8 twc=granularity=twc
carry USA-road.NE.tw.gr.xz road_NE
carry cnr-2000.txt.xz web
finish "$here"
