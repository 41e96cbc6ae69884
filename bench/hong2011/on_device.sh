#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [H] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed.
export LIMIT=${LIMIT:-470} LONGEST=${LONGEST:-120} REPEAT=${REPEAT:-5}
source "$(dirname "$0")/measuring.sh"
begin "$@"

nodes=4000000 sizes="500000 1000000 2000000 8000000" degrees="4 8 16 24 32" side=1500
numbers="-P lat=random:4000000:-90:90 -P lng=random:4000000:-180:180" points=1000000 layer=4096:1024
if [ "${SIZES:-}" = tiny ]; then
  nodes=60 sizes="30 90" degrees="4 8" side=6 numbers="-P lat=random:90:-90:90 -P lng=random:90:-180:180" points=60 layer=20:10
fi
source=--source=random:1:1
rmat=--graph=rmat:n=$nodes,m=$((12 * nodes))
for graph in rmat random ego-Twitter amazon0601 mesh; do
  case $graph in
    rmat) where=$rmat ;;
    random) where=--graph=uniform:$nodes:$((12 * nodes)) ;;
    mesh) where=--graph=mesh:$side:$side ;;
    *) where=--graph=graphs/$graph.mwg; [ -e "graphs/$graph.mwg" ] || continue ;;
  esac
  measure "fig2-$graph" fig2 fig2,cpu1,cpu2,cpu4,cpu8,cpu16 "$where" "$source"
  measure "fig7-$graph" fig7 all "$where" "$source"
  for program in queues gathered graphs; do measure "$program-$graph" $program all "$where" "$source"; done
done
for figure in fig8a batches fig8b fig10; do measure "$figure-rmat" "$figure" all "$rmat" "$source"; done
sweep=thread,warp8,warp16,warp32,warp32_dynamic
for number in $sizes; do
  measure "fig2-nodes$number" fig2 fig2,cpu1 "--graph=rmat:n=$number,m=$((12 * number))" "$source"
  measure "fig7-nodes$number" fig7 $sweep "--graph=rmat:n=$number,m=$((12 * number))" "$source"
done
for degree in $degrees; do
  measure "fig2-degree$degree" fig2 fig2,cpu1 "--graph=rmat:n=$nodes,m=$((nodes * degree))" "$source"
  measure "fig7-degree$degree" fig7 $sweep "--graph=rmat:n=$nodes,m=$((nodes * degree))" "$source"
done
measure sssp-rmat sssp all "$rmat" --weights=random:1:64 "$source"
measure st_connectivity-rmat st_connectivity all "$rmat" "$source" --target=random:1:2
measure backprop backprop all -P "input=random:${layer%:*}:-1:1" -P "weight=random:${layer/:/x}:-1:1" -P "error=random:${layer#*:}:-1:1" \
  -P "old=random:${layer/:/x}:-1:1"
# shellcheck disable=SC2086
measure nearest_neighbor nearest_neighbor all $numbers -P x=30 -P y=90 -P k=5
measure kmeans kmeans all -P "point=random:${points}x8:0:1" -P k=5 -P limit=20
if [ -e handwritten.sh ]; then
  ./handwritten.sh > "$out/handwritten.txt" 2>&1 || { failed=1; tail -5 "$out/handwritten.txt"; }
fi
finish
