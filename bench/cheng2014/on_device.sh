#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [C] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed. Environment: GRAPHS (only these), SOURCES (10).
source "$(dirname "$0")/measuring.sh"
source ./graphs.sh
begin "$@"

# What the lanes count while they work has to be what the metrics say of their nodes.
observe lanes bfs_lanes all "--graph=$skewed" --symmetrize --source=random:2:1 --repeat=1 --verify

# As in the paper: sources at random (SOURCES, ten there), and its R-MAT and random graphs as SNAP makes them, with directed edges.
sources=${SOURCES:-10} graphs=${GRAPHS:-mesh FLA_road grid kron20 rmat1 random3 Amazon random2 rmat2 random1}
build_save
build_facts
for graph in $graphs; do
  if [[ ${!graph} != graphs/* ]]; then
    options=(--graph="${!graph}")
    [[ $graph != kron20 ]] || options+=(--symmetrize)
    save "$graph" "${options[@]}" &
  fi
done
wait
echo "made graphs after $((SECONDS - started)) s"
LONGEST=${LONGEST:-200}
for graph in $graphs; do
  file=$(saved "$graph")
  [[ ${!graph} != graphs/* ]] || file=${!graph}
  [ -e "$file" ] || { echo "$graph: not in the pack, left out"; continue; }
  facts "$graph" "--graph=$file"
  observe "$graph" bfs all "--graph=$file" "--source=random:$sources:1" --repeat=1 --verify
  measure "times-$graph" bfs_times all "--graph=$file" "--source=random:2:1"
  observe "sampled-$graph" bfs_sampled all "--graph=$file" "--source=random:2:1" --repeat=1
done
finish
