# Sourced by the pack.sh of a bench: what they all do to write a pack. Sets root, pack, gdsl, gdslc and shared.
# Environment: BIN (build/bin), SHARED (folder of real graphs), PROGRAMS (only these programs, for tests).
set -euo pipefail
common=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$common/../.." && pwd)
pack=${1:?folder for the pack}
gdsl=${BIN:-$root/build/bin}/gdsl
gdslc=${BIN:-$root/build/bin}/gdslc
shared=${SHARED:-$root/../shared}
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
mkdir -p "$pack"
more=()  # further options of the build

wanted() { [ -z "${PROGRAMS:-}" ] || [[ " $PROGRAMS " == *" $1 "* ]]; }

# One executable, so that they compile side by side: program NAME TEXT VARIANT=MAPPING…
program() {
  local name=$1 text=$2 maps=() variant
  shift 2
  wanted "$name" || return 0
  cp "$text" "$texts/$name.gdsl"
  for variant in "$@"; do maps+=("--map=${variant%%=*}:${variant#*=}"); done
  "$gdsl" build "$texts/$name.gdsl" "--pack=$pack" --quiet "${more[@]}" "${maps[@]}"
  printf '%s\n' "${@%%=*}" > "$pack/programs/$name/variants"
}

# One that tells what its stages work on, for `observe` of measuring.sh: observed NAME TEXT VARIANT=MAPPING…
observed() {
  more=(--metrics)
  program "$@"
  more=()
}

# The same, and its lanes count what they do: a run fails where that is not what the model says: counted NAME TEXT VARIANT=MAPPING…
counted() {
  more=(--metrics=counted)
  program "$@"
  more=()
}

# One that tells how long its stages take, and the run around them: timed NAME TEXT VARIANT=MAPPING…
timed() {
  more=(--metrics=timed)
  program "$@"
  more=()
}

# SSSP for integer weights, as $texts/sssp_int.gdsl: the example has a second form for real ones, which would take as long to compile.
integer_sssp() { sed 's/ number\b/ int/g' "$root/examples/sssp/sssp.gdsl" > "$texts/sssp_int.gdsl"; }

# A real graph, if it is at hand: carry FILE NAME OPTIONS…
carry() {
  local file=$shared/graphs/$1 name=$2
  shift 2
  [ -e "$file" ] || { echo "pack.sh: no $file; left out" >&2; return 0; }
  mkdir -p "$pack/graphs"
  "$gdsl" graph convert "$file" "$pack/graphs/$name.mwg" --quiet "$@"
  gzip -f "$pack/graphs/$name.mwg"
}

# What is done on the other machine: finish FOLDER_OF_THE_BENCH
finish() {
  cp "$1/on_device.sh" "$common"/{measuring.sh,rows.py,save_graph.cpp,graph_facts.cpp,graph_words.h} "$pack/"
  echo "wrote $pack; on the GPU machine: $pack/on_device.sh OUT"
}
