#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it and compares sorting and sums with CUB. Needs nvcc. Usage:
# on_device.sh OUT. Environment: ELEMENTS (16777216); those of compiling.sh.
source "$(dirname "$0")/compiling.sh"
begin "$@"
compile bench-order "" bench.cpp cub.cu runtime/device/order.cu
name_device "$out/order.md"
timeout 200 "$build/bench-order" "${ELEMENTS:-16777216}" | tee -a "$out/order.md"
