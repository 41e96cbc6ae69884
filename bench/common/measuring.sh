# Sourced by the on_device.sh of a bench, beside it in the pack: compiles, measures, checks, and writes rows as they come.
# OUT gets runs.csv (a row a variant and graph), machine.txt, compile.log, and what programs with metrics tell: lane_use.csv, frontier.csv and
# counted.csv, or stage_times.csv (rows.py).
# Environment: LIMIT (seconds for everything, 460), LONGEST (seconds for one call, 60), REPEAT (3), RESUME=1 (go on where an earlier run of the
# same OUT and pack was cut off: only what has no row yet), SIZES=tiny (small graphs, for a try without a GPU), ARCH, NVCC and JOBS as for `run`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
started=$SECONDS failed=0

begin() { # begin OUT
  local given=${1:?output folder}
  [[ $given == /* ]] || given=$OLDPWD/$given
  mkdir -p "$given"
  out=$given
  [ -n "${RESUME:-}" ] || rm -f "$out"/{runs,lane_use,frontier,counted,stage_times,facts}.csv
  bin=build/${ARCH:-sm_90}/bin
  ./run --build 2> "$out/compile.log" || { tail -20 "$out/compile.log"; exit 1; }
  { nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null || echo "no GPU"
    echo "$(nproc) threads of the CPU"
    date -u +%F; } > "$out/machine.txt"
  echo "compiled in $((SECONDS - started)) s"
}

left() { echo $((${LIMIT:-460} - SECONDS + started)); }

# One call of a program; false if it left no report. Its rows are in runs.csv afterwards.
call() { # call NAME PROGRAM VARIANTS OPTIONS…
  local name=$1 program=$2 variants=$3 status=0 seconds=${LONGEST:-60}
  shift 3
  [ "$(left)" -ge "$seconds" ] || seconds=$(left)
  if [ "$seconds" -lt 2 ]; then
    echo "$name $variants: NOT MEASURED, no time left"
    failed=1
    return 0
  fi
  rm -f "$out/one.json"
  timeout "$seconds" "$bin/$program" "--variant=$variants" --warmup=1 --explain-memory --quiet "--json=$out/one.json" "$@" \
    > "$out/one.txt" 2> "$out/one.err" || { status=$?; failed=1; tail -5 "$out/one.err"; }
  local words="exit $status"
  [ $status -ne 124 ] || words="TIMED OUT after $seconds s"
  echo "$name: $words, $((SECONDS - started)) s"
  [ -s "$out/one.json" ] || return
  python3 rows.py add "$name" "$out/one.json" "$out/one.txt" "$out/runs.csv"
  [[ " $* " != *" --metrics "* ]] || python3 rows.py metrics "$name" "$out/one.json" "$out"
}

# Variants together, so that they share the graph and the reference; where that fails, each alone.
each() { # each NAME PROGRAM VARIANTS OPTIONS…
  local name=$1 program=$2 variants=$3 variant
  shift 3
  [ -d "programs/$program" ] || return 0
  [ "$variants" != all ] || variants=$(paste -sd, "programs/$program/variants")
  [ -z "${RESUME:-}" ] || variants=$(python3 rows.py missing "$name" "$variants" "$out/runs.csv")
  [ -n "$variants" ] || return 0
  call "$name" "$program" "$variants" "$@" && return
  [[ $variants == *,* ]] || return
  for variant in ${variants//,/ }; do call "$name" "$program" "$variant" "$@"; done
}

# Graphs that are made once for many calls, by save_graph.cpp: save NAME OPTIONS… makes one, `saved NAME` is its file.
# graph_facts.cpp tells of them: facts NAME OPTIONS… adds a row to facts.csv.
# SAVE_GRAPH=COMMAND and GRAPH_FACTS=COMMAND are other programs for that.
build_tool() { # build_tool NAME
  "${CXX:-g++}" -O2 -std=c++20 -DMAXWARP_WITHOUT_ZLIB -DMAXWARP_WITHOUT_LZMA -DMAXWARP_WITHOUT_ZSTD -I. -Iinclude -Iruntime/include \
    "$1.cpp" $(find "build/${ARCH:-sm_90}"/runtime/{graph,system} -name '*.o') -o "build/$1" -lpthread
}
build_save() { [ -n "${SAVE_GRAPH:-}" ] || build_tool save_graph; }
build_facts() {
  [ -n "${GRAPH_FACTS:-}" ] || build_tool graph_facts
  [ -s "$out/facts.csv" ] || "${GRAPH_FACTS:-build/graph_facts}" > "$out/facts.csv"
}
save() { [[ -n "${RESUME:-}" && -s $(saved "$1") ]] || "${SAVE_GRAPH:-build/save_graph}" "$(saved "$1")" "${@:2}"; }
saved() { echo "build/$1.mwg"; }
facts() { grep -q "^$1," "$out/facts.csv" || "${GRAPH_FACTS:-build/graph_facts}" "$@" >> "$out/facts.csv" || failed=1; }

measure() { # measure NAME PROGRAM VARIANTS|all OPTIONS…
  each "$@" "--repeat=${REPEAT:-3}" --verify
}

# A program of `observed`, `counted` or `timed`: what its stages tell goes to the other files. Of times those of the median run count.
observe() { # observe NAME PROGRAM VARIANTS|all OPTIONS…
  each "$@" --metrics
}

finish() {
  rm -f "$out"/one.*
  python3 rows.py table "$out/runs.csv" || failed=1
  echo "done after $((SECONDS - started)) s"
  exit $failed
}
