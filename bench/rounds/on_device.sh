#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, tests each variant on small graphs, and times all of them on three large ones.
# Usage: on_device.sh OUT. Environment: as measuring.sh; GRAPHS, PROGRAMS (only these).
source "$(dirname "$0")/measuring.sh"
begin "$1"
sources=--source=random:${SOURCES:-4}:1 weights=--weights=random:1:64
symmetric="--symmetrize --self-loops=drop --duplicates=first"
programs=${PROGRAMS:-bfs bfs_relax sssp pagerank components betweenness mis mst}

for program in $programs; do
  [ ! -d "programs/$program" ] || "$bin/$program" --selftest=1 --selftest-edges=300 --variant=all --quiet || failed=1
done
echo "tested after $((SECONDS - started)) s"
kron=kron:22:16 uniform=uniform:16777216:134217728 road=road:4000:4000:.7:.015
[ "${SIZES:-}" != tiny ] || kron=kron:6:4 uniform=uniform:64:256 road=road:8:8
build_save
save kron22 --graph=$kron $symmetric --component=largest &
save urand24 --graph=$uniform $symmetric &
save road --graph=$road --component=largest &
wait
time_program() { # time_program PROGRAM OPTIONS…
  local program=$1 graph
  shift
  [[ " $programs " != *" $program "* ]] || for graph in ${GRAPHS:-kron22 urand24 road}; do
    each "$program-$graph" "$program" all "--graph=$(saved "$graph")" "--repeat=${REPEAT:-3}" "$@"
  done
}
time_program bfs "$sources"
time_program bfs_relax "$sources"
time_program sssp "$sources" $weights
time_program pagerank -P limit=1
time_program components
time_program mst $weights
time_program betweenness --sources=random:1:1
time_program mis
finish
