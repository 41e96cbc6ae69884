#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and times its programs on the graphs on which others were timed. Every result is
# compared with a sequential reference. Usage: on_device.sh OUT [WORK…]; without works all of peers.csv. Exit status 1 if
# anything failed.
# Environment: as measuring.sh; GRAPHS (only these graphs), SOURCES (16): runs from different nodes.
source "$(dirname "$0")/measuring.sh"
begin "$1"
works=("${@:2}")
sources=--source=random:${SOURCES:-16}:1 weights=--weights=random:1:64
symmetric="--symmetrize --self-loops=drop --duplicates=first"

# Within half a percent of the graphs of peers.csv in nodes and edges. Diagonals lead both ways from here, one way there.
declare -A graphs=(
  [kron22]="--graph=kron:22:16 $symmetric --component=largest"
  [urand24]="--graph=uniform:16777216:134217728 $symmetric"
  [road]="--graph=road:4000:4000:.7:.015 --component=largest"
  [rmat]="--graph=rmat:n=4000000,m=48000000 $symmetric --component=largest"
  [mesh]="--graph=grid:2000:2000 --component=largest"
)
for real in road_NE web; do
  [ ! -e graphs/$real.mwg ] || graphs[$real]="--graph=graphs/$real.mwg $symmetric --component=largest"
done
if [ "${SIZES:-}" = tiny ]; then
  graphs=([kron22]="--graph=kron:6:4 $symmetric --component=largest" [road]="--graph=road:8:8 --component=largest")
fi

is_wanted() { # is_wanted WORK: named on the command line, or none is
  [ ${#works[@]} -eq 0 ] || [[ " ${works[*]} " == *" $1 "* ]]
}
time_work() { # time_work WORK PROGRAM OPTIONS…
  local work=$1 program=$2 graph
  shift 2
  is_wanted "$work" || return 0
  for graph in ${GRAPHS:-kron22 urand24 road rmat mesh road_NE web}; do
    [ -n "${graphs[$graph]:-}" ] || continue
    # shellcheck disable=SC2086  # several options
    measure "$work-$graph" "$program" all ${graphs[$graph]} "$@"
  done
}

time_work BFS bfs "$sources"
time_work BFS bfs_relax "$sources"
time_work SSSP sssp "$sources" $weights
time_work components components
time_work components components_hook
time_work MST mst $weights
time_work MIS mis
time_work betweenness betweenness "--sources=random:1:1"
time_work PageRank pagerank -P limit=1
time_work k-core kcore
time_work coloring coloring
time_work triangles triangles
finish
