#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and runs every mapping's self-test, and under compute-sanitizer's
# memcheck and racecheck (which sees shared memory) on small graphs. Usage: on_device.sh OUT      Exit status 1 on any finding; OUT has what was said.
set -uo pipefail
mkdir -p "${1:?output folder}"
out=$(realpath "$1")
cd "$(dirname "$0")"
started=$SECONDS
./run --build 2> "$out/compile.log" || { tail -20 "$out/compile.log"; exit 1; }
nvcc -arch="${ARCH:-sm_90}" -lineinfo faults.cu -o faults || exit 1
echo "compiled in $((SECONDS - started)) s"
# The tools find what they have to find.
for fault in memory:memcheck race:racecheck; do
  compute-sanitizer --tool "${fault#*:}" --error-exitcode 9 ./faults "${fault%:*}" > "$out/fault.log" 2>&1
  [ $? -eq 9 ] || { echo "${fault#*:} does not see a planted fault"; cat "$out/fault.log"; exit 1; }
done
rm "$out/fault.log"
check() { # check TOOL PROGRAM [VARIANT]
  local arguments=() graph=--graph=rmat:7:6 log=$out/$1-$2${3:-}.log
  case $2 in
    pagerank*) arguments=(-P limit=4) ;;
    *) arguments=(--source=0 --weights=random:1:9) ;;
  esac
  [ "$1" = memcheck ] || graph=--graph=rmat:5:6
  if [ "$1" = selftest ]; then
    if timeout 300 "build/${ARCH:-sm_90}/bin/$2" --selftest=2 > "$log" 2>&1; then rm "$log" && echo "$1 $2: clean"; else echo "$1 $2: FOUND ($?)"; fi
    return
  fi
  if timeout 300 compute-sanitizer --tool "$1" --error-exitcode 9 "build/${ARCH:-sm_90}/bin/$2" "--variant=${3:-all}" "$graph" --symmetrize --verify \
      --quiet "${arguments[@]}" > "$log" 2>&1; then
    rm "$log"
    echo "$1 $2${3:+ $3}: clean"
  else
    echo "$1 $2${3:+ $3}: FOUND ($?)"
  fi
}
export -f check
export out
for program in programs/*/; do
  name=$(basename "$program")
  echo "selftest $name"
  # The tools stumble over CUDA graphs: racecheck crashes, memcheck does at times where other processes use the GPU, too. See below.
  [[ $name == *_graph_* ]] || printf '%s\n' "memcheck $name" "racecheck $name"
done | xargs -P "$(($(nproc) / 2))" -L 1 bash -c 'check "$0" "$1"' > "$out/checked.txt"
for program in programs/*_graph_*/; do
  name=$(basename "$program")
  for variant in $(grep -oE '^    \{"m[0-9]+"' "$program/${name}_entry.cu" | grep -oE 'm[0-9]+' | sort -uV); do check memcheck "$name" "$variant"; done
done >> "$out/checked.txt"
grep -v ': clean' "$out/checked.txt"
for tool in selftest memcheck racecheck; do
  echo "$tool: $(grep -c "^$tool .*: clean" "$out/checked.txt") of $(grep -c "^$tool " "$out/checked.txt") clean, each a program, or a mapping with a graph"
done
echo "done after $((SECONDS - started)) s"
! grep -q FOUND "$out/checked.txt"
