#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, tests each variant on small graphs, and times all of them on three large ones.
# Usage: on_device.sh OUT. Environment: as measuring.sh; GRAPHS, PROGRAMS (only these), VARIANTS (a regular expression).
source "$(dirname "$0")/measuring.sh"
begin "$1"
sources=--source=random:${SOURCES:-4}:1 weights=--weights=random:1:64
symmetric="--symmetrize --self-loops=drop --duplicates=first"
programs=${PROGRAMS:-bfs bfs_relax sssp pagerank components betweenness betweenness_scaled mis mst}

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
  local program=$1 graph variants
  shift
  [[ " $programs " == *" $program "* ]] || return 0
  variants=$(grep -E "${VARIANTS:-.}" "programs/$program/variants" | paste -sd,)
  for graph in $graphs; do
    each "$program-$graph" "$program" "$variants" "--graph=$(saved "$graph")" "--repeat=${REPEAT:-3}" "$@"
  done
}
graphs=${GRAPHS:-kron22 urand24 road}
time_program bfs "$sources"
time_program bfs_relax "$sources"
time_program sssp "$sources" $weights
time_program pagerank -P limit=1
time_program components
time_program mst $weights
# The numbers of paths on a road network exceed those of `double`.
graphs=${graphs/road/} time_program betweenness --sources=random:1:1
[[ $graphs != *road* ]] || graphs=road time_program betweenness_scaled --sources=random:1:1
time_program mis
finish
