#!/usr/bin/env bash
# Writes programs whose rounds the host drives, and the same as resident kernels, as a pack: bench/rounds/pack.sh DIR. On the GPU
# machine: DIR/on_device.sh OUT; back home: bench/rounds/pairs.py OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
peers=$here/../peers/maps
resident=loop=persistent
# Each mapping with a host loop (_h), as a resident kernel (_p), and in other shapes of that: large blocks (_b), registers for more warps
# (_r40, _r64), few blocks (_f); with gather=4, two of them.
both() { # both PROGRAM TEXT NAME=MAPPING…
  local program=$1 text=$2 variants=() one
  shift 2
  for one in "$@"; do
    local name=${one%%=*} map=${one#*=}
    variants+=("${name}_h=$map" "${name}_p=$map,$resident" "${name}_b=$map,$resident,block=512" "${name}_f=$map,$resident,small=grid:264"
      "${name}_r40=$map,$resident,block=256,resident=40" "${name}_r64=$map,$resident,block=256,resident=64"
      "${name}4_h=$map,gather=4" "${name}4_b=$map,gather=4,$resident,block=512")
  done
  program "$program" "$text" "${variants[@]}" "${more_variants[@]}"
}
example() { # example NAME NAME=MAPPING…
  local name=$1
  shift
  both "$name" "$root/examples/$name/$name.gdsl" "$@"
}
thread=thread=granularity=thread warp=warp8=granularity=warp:8 few=warp8=granularity=warp:8,chunk=1
cut=decompose=granularity=decompose pieces=pieces=granularity=pieces:64

more_variants=("auto_p=$peers/bfs.map" "road_p=$peers/bfs-road.map"
  auto_h=direction=auto,frontier=bitmask-compact,granularity=decompose,update=lazy,block=512
  road_h=granularity=pieces,push=warp,dedup=bits,guard=off,block=256)
example bfs "$thread" "$few" "$cut" "$pieces"
more_variants=()
example bfs_relax "$thread" "$few" "$cut" "$pieces"
both sssp "$texts/sssp_int.gdsl" "$thread" "$few" "$cut" "$pieces"
example pagerank "$thread" "$warp" "$cut"
example components "$thread" "$warp" "$cut"
example betweenness "$warp" "$cut"
example betweenness_scaled "$thread" "$warp"
example mis "$thread" "$cut"
# What is left out from edges holds for the loop that runs every round, not for the one before them.
of_rounds() { echo "$1=granularity=decompose,lightest.granularity=$2"; }
example mst "$(of_rounds thread thread)" "$(of_rounds warp8 warp:8)" "$cut" "$(of_rounds alive edge:alive)"
finish "$here"
