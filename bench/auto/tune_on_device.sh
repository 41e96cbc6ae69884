#!/usr/bin/env bash
# On the GPU machine: lets each program of the pack beside it search among its mappings, on each graph within SECONDS_EACH (60), and
# appends lines `program graph seconds won…` to OUT/won.txt; OUT/PROGRAM.ledger has all measurements.
# Usage: on_device.sh OUT. Environment: GRAPHS (names of the file `graphs`), PROGRAMS, LIMIT (seconds for everything, 540).
set -euo pipefail
out=$(realpath -m "${1:?folder for the results}")
cd "$(dirname "$0")"
mkdir -p "$out"
./run --build --quiet
gunzip -kf graphs_real/*.gz 2> /dev/null || true
end=$((SECONDS + ${LIMIT:-540}))
for graph in ${GRAPHS:-kron21 road cnr uniform mesh small}; do
  read -r _ _ options < <(grep "^$graph " graphs)
  mapfile -t options < <(printf -- '--%s\n' $options)
  for program in ${PROGRAMS:-triangles pagerank mis components bfs sssp}; do
    arguments=(--symmetrize --self-loops=drop --duplicates=first)
    [ $program != sssp ] || arguments+=(--weights=random:1:9)
    [[ $program != bfs && $program != sssp ]] || arguments+=(--source=0)
    [ $program != pagerank ] || arguments+=(-P limit=20)
    left=$((end - SECONDS))
    [ $left -ge 20 ] || { echo "$graph $program: no time left"; exit 1; }
    budget=${SECONDS_EACH:-60}
    began=$EPOCHREALTIME
    timeout $left "build/${ARCH:-sm_90}/bin/$program" "${options[@]}" "${arguments[@]}" "--tune=$budget" "--ledger=$out/$program.ledger" \
      > "$out/one.txt" 2> "$out/one.err" || { echo "$graph $program: exit $?"; tail -3 "$out/one.err"; }
    seconds=$(((${EPOCHREALTIME/./} - ${began/./}) / 1000000))
    echo "$program $graph $seconds $(grep '^won' "$out/one.txt" || echo nothing)" | tee -a "$out/won.txt"
    tail -12 "$out/one.txt" >> "$out/tables.txt"
  done
done
