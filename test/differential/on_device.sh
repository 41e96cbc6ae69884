#!/usr/bin/env bash
# Compiles and runs a pack of the differential test on a machine with a GPU: `on_device.sh OUT` leaves a text for every executable.
# A process ends behind a run that failed; the next one goes on with the run behind it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
out=$(realpath "$1")
cd "$here"
./run --quiet --build
for folder in programs/*/; do
  name=$(basename "$folder")
  text=$out/$name.txt
  : >"$text"
  wanted=$(wc -l <"$folder/commands")
  ran=0
  while [ "$ran" -lt "$wanted" ]; do
    tail -n "+$((ran + 1))" "$folder/commands" | timeout 120 "build/${ARCH:-sm_90}/bin/$name" >>"$text" 2>&1 || true
    now=$(grep -c '^=== status' "$text" || true)
    if [ "$now" -le "$ran" ]; then
      printf '=== status 125\n' >>"$text"
      now=$((ran + 1))
    fi
    ran=$now
  done
done
