#!/usr/bin/env bash
# Writes sums over neighbors of vectors under several mappings, and what compares them with cuSPARSE, as a pack:
# bench/spmm/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

components=granularity=warp:32,lanes=components
half=granularity=warp:16,lanes=components
quarter=granularity=warp:8,lanes=components
variants=(
  "one=$components" "two=$components:2" "four=$half:4" "two_gather4=$components:2,gather=4" "four_gather4=$half:4,gather=4"
  "two_direct=$components:2,stage=direct,chunk=1" "two_dynamic=$components:2,distribution=dynamic"
  "two_256=$components:2,outliers=defer:256,block=256" "two_1024=$components:2,outliers=defer:1024,block=512"
  "four_1024=$half:4,outliers=defer:1024,block=512" "two_256_gather4=$components:2,outliers=defer:256,block=256,gather=4"
  "four_256_gather4=$half:4,outliers=defer:256,block=256,gather=4" "blocks=granularity=block,lanes=components"
  "two_1024_large=$components:2,outliers=defer:1024,block=1024"
  "two_1024_gather4_large=$components:2,outliers=defer:1024,block=1024,gather=4"
  "four_512_gather2=$half:4,outliers=defer:512,block=512,gather=2"
  "split64_four=split=64,$half:4" "split128_four_gather2=split=128,$half:4,gather=2"
  "split32_four_gather4=split=32,$half:4,gather=4" "split128_four_gather4=split=128,$half:4,gather=4"
  "split512_four_gather4=split=512,$half:4,gather=4" "split128_two_gather4=split=128,$components:2,gather=4"
  "split128_four_gather4_256=split=128,$half:4,gather=4,block=256"
  "split128_eight_gather4=split=128,$quarter:8,gather=4" "split128_eight_gather2=split=128,$quarter:8,gather=2"
  "split128_four_gather8_chunk1=split=128,$half:4,gather=8,chunk=1"
  thread=granularity=thread outer=granularity=warp:32)
program aggregate "$here/aggregate.gdsl" "${variants[@]}"
layers=()
for variant in "${variants[@]}"; do
  name=${variant%%=*} map=${variant#*=}
  case $name in two | two_256 | two_1024_large | four_256_gather4 | split128_four_gather4) layers+=("$name=sums.${map//,/,sums.}") ;; esac
done
program gnn_layer "$root/examples/gnn_layer/gnn_layer.gdsl" "${layers[@]}"
for name in aggregate gnn_layer; do sed 's/.*/VARIANT(&)/' "$pack/programs/$name/variants" > "$pack/$name.inc"; done
cp "$here"/{bench.cpp,cusparse.cu,product.h,on_device.sh} "$common"/{on_device.h,compiling.sh} "$pack/"
echo "wrote $pack; on the GPU machine: $pack/on_device.sh OUT"
