#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [H] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed.
export LIMIT=${LIMIT:-470} LONGEST=${LONGEST:-120} REPEAT=${REPEAT:-3}
source "$(dirname "$0")/measuring.sh"
begin "$@"

# R-MAT with parameters that give such graphs the largest degree which [R] tells of one.
nodes=4000000 sizes="500000 1000000 2000000 8000000" degrees="4 8 16 24 32" side=1500 skew=:.5,.142,.142
numbers="-P lat=random:4000000:-90:90 -P lng=random:4000000:-180:180" points=1000000 layer=4096:1024 count=16777216 matrix=2048x2048
if [ "${SIZES:-}" = tiny ]; then
  nodes=60 sizes="30 90" degrees="4 8" side=6 numbers="-P lat=random:90:-90:90 -P lng=random:90:-180:180" points=60 layer=20:10 count=300 matrix=20x20
fi
build_save
build_facts
save rmat "--graph=rmat:n=$nodes,m=$((12 * nodes))$skew" &
save random "--graph=uniform:$nodes:$((12 * nodes))" &
save mesh "--graph=mesh:$side:$side" &
for number in $sizes; do save "nodes$number" "--graph=rmat:n=$number,m=$((12 * number))$skew" & done
for degree in $degrees; do save "degree$degree" "--graph=rmat:n=$nodes,m=$((nodes * degree))$skew" & done
wait
echo "made graphs after $((SECONDS - started)) s"
source=--source=random:1:1
rmat=--graph=$(saved rmat)
for graph in rmat random ego-Twitter amazon0601 mesh; do
  file=$(saved $graph)
  [[ $graph != ego-Twitter && $graph != amazon0601 ]] || file=graphs/$graph.mwg
  [ -e "$file" ] || continue
  where=--graph=$file
  facts $graph "$where"
  measure "fig2-$graph" fig2 fig2,cpu1,cpu2,cpu4,cpu8,cpu16 "$where" "$source"
  measure "fig7-$graph" fig7 all "$where" "$source"
  for program in queues gathered graphs; do measure "$program-$graph" $program all "$where" "$source"; done
done
for figure in batches fig8b fig10; do measure "$figure-rmat" "$figure" all "$rmat" "$source"; done
REPEAT=1 measure fig8a-rmat fig8a all "$rmat" "$source"
sweep=thread,warp8,warp16,warp32,warp32_dynamic
for place in $(printf 'nodes%s ' $sizes) $(printf 'degree%s ' $degrees); do
  where=--graph=$(saved "$place")
  facts "$place" "$where"
  measure "fig2-$place" fig2 fig2,cpu1 "$where" "$source"
  measure "fig7-$place" fig7 $sweep "$where" "$source"
done
measure sssp-rmat sssp all "$rmat" --weights=random:1:64 "$source"
measure st_connectivity-rmat st_connectivity all "$rmat" "$source" --target=random:1:2
measure backprop backprop all -P "input=random:${layer%:*}:-1:1" -P "weight=random:${layer/:/x}:-1:1" -P "error=random:${layer#*:}:-1:1" \
  -P "old=random:${layer/:/x}:-1:1"
# shellcheck disable=SC2086
measure nearest_neighbor nearest_neighbor all $numbers -P x=30 -P y=90 -P k=5
measure kmeans kmeans all -P "point=random:${points}x8:0:1" -P k=5 -P limit=20
measure merge_sort merge_sort all -P "data=random:$count:0:1000000000"
measure lu lu_rows all -P "input=random:$matrix:1:2"
if [ -e handwritten.sh ]; then
  ./handwritten.sh > "$out/handwritten.txt" 2>&1 || { failed=1; tail -5 "$out/handwritten.txt"; }
fi
finish
