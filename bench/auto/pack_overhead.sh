#!/usr/bin/env bash
# Writes BFS and SSSP, each once with the choice of --map=auto and once with each of its mappings alone, as a folder for the GPU
# machine: bench/auto/pack_overhead.sh DIR. There: DIR/on_device.sh OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
cp "$root/examples/bfs/bfs.gdsl" "$texts/"
mv "$texts/sssp_int.gdsl" "$texts/sssp.gdsl"
mkdir -p "$pack"
for name in bfs sssp; do
  wanted $name || continue
  cp "$texts/$name.gdsl" "$texts/${name}_auto.gdsl"
  "$gdsl" build "$texts/${name}_auto.gdsl" "--pack=$pack" --quiet --map=auto
  "$gdslc" "$texts/$name.gdsl" --map=auto --emit=selection |
    python3 -c 'import json, sys; [print(one["name"], one["mapping"]) for one in json.load(sys.stdin)["variants"]]' > "$texts/variants"
  while read -r variant mapping; do
    cp "$texts/$name.gdsl" "$texts/${name}_$variant.gdsl"
    "$gdsl" build "$texts/${name}_$variant.gdsl" "--pack=$pack" --quiet "--map=$mapping"
    echo "$name $variant" >> "$pack/pairs"
  done < "$texts/variants"
done
cp "$here/overhead.py" "$pack/"
cp "$here/overhead_on_device.sh" "$pack/on_device.sh"
echo "wrote $pack; on the GPU machine: $pack/on_device.sh OUT"
