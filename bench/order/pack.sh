#!/usr/bin/env bash
# Writes programs that sort and add up arrays, and what compares them with plain calls of CUB, as a pack:
# bench/order/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

for name in sort_int sort_double scan_int; do program "$name" "$here/$name.gdsl" host=loop=host device=loop=graph; done
cp "$here"/{bench.cpp,cub.cu,plain.h,on_device.sh} "$common"/{on_device.h,compiling.sh} "$pack/"
echo "wrote $pack; on the GPU machine: $pack/on_device.sh OUT"
