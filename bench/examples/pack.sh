#!/usr/bin/env bash
# Writes programs under all legal mappings of variants.txt as a pack: bench/examples/pack.sh DIR [PROGRAM.gdsl…]
# Without programs: all examples. VARIANTS names another list of mappings.
# The road graph of New York travels with it where ../shared/graphs has it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
pack=${1:?folder for the pack}
bin=${BIN:-$root/build/bin}
shared=${SHARED:-$root/../shared}
mkdir -p "$pack"
shift
[ $# -gt 0 ] || set -- "$root"/examples/*/*.gdsl
for program in "$@"; do
  name=$(basename "$program" .gdsl)
  maps=()
  while read -r variant mapping; do
    case $variant in ''|'#'*) continue ;; esac
    if "$bin/gdslc" "$program" "--map=$mapping" -o /dev/null --header=/dev/null 2>/dev/null; then
      maps+=("--map=$variant:$mapping")
    fi
  done < "${VARIANTS:-$root/bench/examples/variants.txt}"
  [ ${#maps[@]} -gt 0 ] || maps=("--map=plain:block=128")
  "$bin/gdsl" build "$program" --pack="$pack" "${maps[@]}" >/dev/null
  echo "$name: ${#maps[@]} variants"
done
cp "$root/bench/examples/on_device.sh" "$root/bench/examples/table.py" "$pack/"
ny=$shared/graphs/USA-road-d.NY.gr.xz
[ ! -e "$ny" ] || "$bin/gdsl" graph convert "$ny" "$pack/ny.mwg" >/dev/null
