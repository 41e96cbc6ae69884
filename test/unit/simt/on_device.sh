#!/usr/bin/env bash
# On a GPU machine with nvcc: builds the kernels of this folder as they are and runs the right ones and the twins of the
# wrong ones. One line a kernel; exit status 1 if any gives another answer than on the SIMT engine.
# Usage: test/unit/simt/on_device.sh [BUILD_FOLDER]      Environment: NVCC, ARCH (sm_90)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath -m "${1:-$(mktemp -d)}")
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
mkdir -p "$build"
objects=()
for source in "$here"/{teams,memory,progress,wrong_memory,wrong_races,wrong_teams}.cu "$here/device_main.cpp"; do
  object=$build/$(basename "$source").o
  objects+=("$object")
  "$nvcc" -x cu -std=c++20 -O2 "-arch=${ARCH:-sm_90}" "-I$here/../../.." "-I$here/../../../runtime/include" -c "$source" -o "$object" &
done
for job in $(jobs -p); do wait "$job"; done
"$nvcc" "-arch=${ARCH:-sm_90}" "${objects[@]}" -o "$build/simt-on-device"
exec "$build/simt-on-device"
