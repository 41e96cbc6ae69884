#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [R] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed.
source "$(dirname "$0")/measuring.sh"
source ./graphs.sh
begin "$@"
cp degrees-*.json "$out/"

weights=--weights=random:1:100
seed=1
for graph in rmat20 ER20 road_FLA ER23 graph500_1 road_W graph500_2 graph500_3 graph500_large; do
  [[ ${!graph} != graphs/* || -e ${!graph} ]] || { echo "$graph: not in the pack, left out"; continue; }
  [[ $graph != graph500_[23] ]] || seed=${graph#graph500_}
  [ $graph != graph500_large ] || LONGEST=150 # 335 million edges are generated, and each strategy gets its form of them
  where=(--graph="${!graph}" --seed=$seed --source=random:1:1)
  seed=1
  measure "bfs-$graph" bfs_strategies all "${where[@]}"
  record "kernels-bfs-$graph" bfs_kernels all "${where[@]}"
  [ $graph != graph500_large ] || continue # its shortest paths take the reference a minute
  measure "sssp-$graph" sssp_strategies all "${where[@]}" $weights
  record "kernels-sssp-$graph" sssp_kernels all "${where[@]}" $weights
done
finish
