#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [C] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Exit status 1 if anything failed. Environment: GRAPHS (only these).
source "$(dirname "$0")/measuring.sh"
source ./graphs.sh
begin "$@"

# What the lanes count while they work has to be what the metrics say of their nodes.
each lanes bfs_lanes all "--graph=$skewed" --symmetrize --source=random:2:1 --repeat=1 --verify --metrics

for graph in ${GRAPHS:-mesh FLA_road grid kron20 rmat1 rmat2 random1 random2 random3 Amazon}; do
  [[ ${!graph} != graphs/* || -e ${!graph} ]] || { echo "$graph: not in the pack, left out"; continue; }
  # As in the paper: ten sources, and its R-MAT and random graphs as SNAP makes them, with directed edges.
  options=(--graph="${!graph}" --source=random:10:1)
  [[ $graph != kron20 ]] || options+=(--symmetrize)
  LONGEST=200
  observe "$graph" bfs all "${options[@]}"
done
finish
