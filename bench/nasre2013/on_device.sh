#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [N] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed.
source "$(dirname "$0")/measuring.sh"
begin "$@"

# The paper's sizes; the road network is smaller (1.5 instead of 23 million nodes).
rmat=rmat:22:8 random=uniform:8388608:33554432 road=graphs/road.mwg tree=octree:1000000 formula=ksat:1000000:4.2:1 suffix=
[ -e graphs/road.mwg ] || road=road:1200:1200
if [ "${SIZES:-}" = tiny ]; then
  rmat=rmat:6:8 random=uniform:60:240 road=road:8:8 tree=octree:60 formula=ksat:60:3:1 suffix=tiny
fi
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
record relaxed-road sssp_relaxed all "${where[@]}" --verify
# A thread that has one node has nothing to donate: so this is to be seen where there are more active nodes than threads.
for graph in road rmat; do record "donated-$graph" sssp_donated all --graph="${!graph}" --source=random:1:1 $weights --verify; done
measure summary summary all --graph="$tree" -P mass=1 -P x=0.5 -P y=0.25
# The surveys alone, without the local search that follows them.
for kind in data topology; do measure "sp-$kind" sp_$kind all --graph="$formula" -P flips=0; done
finish
