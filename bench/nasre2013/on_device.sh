#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [N] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed.
source "$(dirname "$0")/measuring.sh"
begin "$@"

# The paper's sizes; the road network is smaller (1.5 instead of 23 million nodes). Formulas of 1, 3 and 5 million literals.
rmat=rmat:22:8:.5,.142,.142 random=uniform:8388608:33554432 road=graphs/road.mwg suffix=
trees="1000000 4000000 10000000" formulas="79365 238095 396825"
rmat12=rmat:12:7:.5,.142,.142 NY=graphs/NY.mwg grid20=grid:1024:1024
[ -e graphs/road.mwg ] || road=road:1200:1200
[ -e graphs/NY.mwg ] || NY=road:400:400
if [ "${SIZES:-}" = tiny ]; then
  rmat=rmat:6:8 random=uniform:60:240 road=road:8:8 trees="60 90" formulas=60 suffix=tiny rmat12=rmat:5:7 NY=road:7:7 grid20=grid:6:6
fi
build_save
build_facts
for graph in rmat random road; do
  [[ ${!graph} == graphs/* ]] || { save "$graph" --graph="${!graph}"; declare "$graph=$(saved "$graph")"; }
  facts "$graph" --graph="${!graph}"
done
weights=--weights=random:1:100
for graph in road rmat random; do
  where=(--graph="${!graph}" --source=random:1:1)
  grown=${suffix:-$graph}
  for name in bfs sssp; do
    [ $name = bfs ] || where+=($weights)
    measure "$name-data-$graph" ${name}_data all "${where[@]}"
    measure "$name-topology-$graph" ${name}_topology all "${where[@]}"
    measure "$name-grow-$graph" ${name}_grow "fixed,$grown,fixed_duplicates,${grown}_duplicates" "${where[@]}"
    [ $graph = random ] || measure "$name-hybrid-$graph" ${name}_hybrid all "${where[@]}"
  done
done
where=(--graph="$road" --source=random:1:1 $weights)
# In each of thousands of rounds the nodes are fetched, too.
LONGEST=${LONGEST:-150} observe relaxed-road sssp_relaxed all "${where[@]}" --repeat=1 --verify
# A thread that has one node has nothing to donate: so this is to be seen where there are more active nodes than threads.
for graph in road rmat; do
  observe "donated-$graph" sssp_donated all --graph="${!graph}" --source=random:1:1 $weights --repeat=1 --verify
done
variants=all
for tree in $trees; do
  measure "summary-$tree" summary $variants --graph="octree:$tree" -P mass=1 -P x=0.5 -P y=0.25
  variants=data,topology
done
for graph in rmat12 NY grid20; do
  where=(--graph="${!graph}" --symmetrize --self-loops=drop)
  [ "${!graph}" = graphs/NY.mwg ] || where+=($weights)
  facts "$graph" "${where[@]:0:3}"
  measure "mst-$graph" mst all "${where[@]}"
  for percent in 0 10 50 100; do measure "mst$percent-$graph" mst_rims all "${where[@]}" -P percent=$percent; done
done
# The surveys alone, without the local search that follows them.
for number in $formulas; do
  for kind in data topology; do
    measure "sp-$kind-$number" sp_$kind all "--graph=ksat:$number:4.2:1" -P flips=0
    measure "survey-$kind-$number" sp_$kind all "--graph=ksat:$number:4.2:1" -P flips=0 -P share=1 # all variables at once: the first surveys alone
  done
done
finish
