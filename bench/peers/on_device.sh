#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and times its programs on the graphs on which others were timed; then all of them run
# once more side by side, and every result is compared with a sequential reference. Usage: on_device.sh OUT [WORK…]; without works
# all of peers.csv. Exit status 1 if anything failed.
# Environment: as measuring.sh, where LIMIT is for the checks, too; GRAPHS (only these graphs), SOURCES (16): runs from different nodes;
# CHECKS (12): processes at a time.
source "$(dirname "$0")/measuring.sh"
begin "$1"
rm -f "$out/checked.csv"
works=("${@:2}")
sources=${SOURCES:-16}
weights=--weights=random:1:64
symmetric="--symmetrize --self-loops=drop --duplicates=first"
checks=${CHECKS:-12}

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
# The large graph whose mappings suit it.
declare -A kinds=([rmat]=kron22 [web]=kron22 [mesh]=road [road_NE]=road)

wanted_graphs=""
build_save
for graph in ${GRAPHS:-kron22 urand24 road rmat mesh road_NE web}; do
  [ -n "${graphs[$graph]:-}" ] || continue
  wanted_graphs+=" $graph"
  # shellcheck disable=SC2086  # several options
  [ -e "$(saved "$graph")" ] || save "$graph" ${graphs[$graph]} &
done
wait
echo "graphs made after $((SECONDS - started)) s"

is_wanted() { # is_wanted WORK: named on the command line, or none is
  [ ${#works[@]} -eq 0 ] || [[ " ${works[*]} " == *" $1 "* ]]
}

# One more run of each, not timed, in a process of its own, as long as there is time.
pending=()
checked=$(mktemp -d)
trap 'rm -rf "$checked"' EXIT
check() { # check NAME PROGRAM VARIANTS OPTIONS…
  local name=$1 program=$2
  while [ "$(jobs -rp | wc -l)" -ge "$checks" ]; do wait -n; done
  pending+=("$name-$program")
  [ "$(left)" -gt 0 ] || return 0
  timeout "$(left)" "$bin/$program" "--variant=$3" --repeat=1 --warmup=0 --verify --quiet "--json=$checked/$name-$program.json" \
    "${@:4}" > /dev/null 2> "$checked/$name-$program.err" &
}
collect() {
  local one
  : > "$checked/no.txt"
  for one in "${pending[@]}"; do
    if [ -s "$checked/$one.json" ]; then
      python3 rows.py add "${one%-*}" "$checked/$one.json" "$checked/no.txt" "$out/checked.csv"
    else
      echo "$one: NOT CHECKED"
      failed=1
    fi
    [ ! -s "$checked/$one.err" ] || { head -3 "$checked/$one.err"; failed=1; }
  done
}

# Calls `how` for the variants of each graph's kind.
with_each() { # with_each HOW WORK PROGRAM OPTIONS…
  local how=$1 work=$2 program=$3 graph variants
  shift 3
  is_wanted "${work%\**}" && [ -d "programs/$program" ] || return 0
  for graph in $wanted_graphs; do
    variants=$(grep -E "_${kinds[$graph]:-$graph}\$" "programs/$program/variants" | paste -sd,)
    [ -z "$variants" ] || "$how" "$work-$graph" "$program" "$variants" "--graph=$(saved "$graph")" "$@"
  done
}
everything() { # everything HOW OPTIONS…
  local how=$1
  shift
  with_each "$how" BFS bfs "--source=random:$sources:1" "$@"
  with_each "$how" SSSP sssp "--source=random:$sources:1" $weights "$@"
  with_each "$how" components components "$@"
  with_each "$how" components components_hook "$@"
  with_each "$how" MST mst $weights "$@"
  with_each "$how" MIS mis "$@"
  # One run for all sources: its time is divided by their number.
  with_each "$how" "betweenness*$sources" betweenness "--sources=random:$sources:1" "$@"
  with_each "$how" "betweenness*$sources" betweenness_scaled "--sources=random:$sources:1" "$@"
  with_each "$how" PageRank pagerank -P limit=1 "$@"
  with_each "$how" k-core kcore "$@"
  with_each "$how" coloring coloring "$@"
  with_each "$how" triangles triangles "$@"
}
everything each "--repeat=${REPEAT:-3}"
echo "timed after $((SECONDS - started)) s"
everything check
wait
collect
echo "checked after $((SECONDS - started)) s"
finish
