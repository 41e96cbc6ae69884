#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [R] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed. Environment: GRAPHS (only these).
export LONGEST=${LONGEST:-150} # of the largest graph each strategy gets its form
source "$(dirname "$0")/measuring.sh"
source ./graphs.sh
begin "$@"
cp degrees-*.json texts.csv "$out/"

build_save
build_facts
graphs=${GRAPHS:-rmat20 ER20 road_FLA ER23 graph500_1 road_W graph500_2 graph500_3 graph500_large}
for graph in $graphs; do
  seed=1
  [[ $graph != graph500_[23] ]] || seed=${graph#graph500_}
  [[ ${!graph} == graphs/* ]] || save "$graph" "--graph=${!graph}" "--seed=$seed" &
done
wait
echo "made graphs after $((SECONDS - started)) s"
# Totals and kernels of Fig. 7 and 8 come from one run, the one of the median time.
weights=--weights=random:1:100
for graph in web $graphs; do
  file=$(saved "$graph")
  [[ ${!graph} != graphs/* ]] || file=${!graph}
  [ -e "$file" ] || { echo "$graph: not in the pack, left out"; continue; }
  facts "$graph" "--graph=$file"
  [ "$graph" != web ] || continue
  where=("--graph=$file" --source=random:1:1)
  measure "bfs-$graph" bfs_strategies all "${where[@]}"
  observe "kernels-bfs-$graph" bfs_kernels all "${where[@]}" "--repeat=${REPEAT:-3}"
  if [ "$graph" != graph500_large ]; then
    measure "sssp-$graph" sssp_strategies all "${where[@]}" $weights
    observe "kernels-sssp-$graph" sssp_kernels all "${where[@]}" $weights "--repeat=${REPEAT:-3}"
  else # these shortest paths take the reference a minute: the strategies are compared with each other
    observe "kernels-sssp-$graph" sssp_kernels all "${where[@]}" $weights "--repeat=${REPEAT:-3}" --agree=build/agreed
  fi
done
finish
