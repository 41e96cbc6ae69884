#!/usr/bin/env bash
# Writes six programs with all mappings of `space` and `beyond`, and the real graphs that are at hand, as a folder for the GPU
# machine: bench/auto/pack.sh DIR. There: python3 DIR/on_device.py OUT. Back home: bench/auto/train.py.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
for name in bfs sssp pagerank components triangles mis; do
  wanted $name || continue
  text=$root/examples/$name/$name.gdsl arguments=()
  case $name in
    bfs) arguments=(--source=0) ;;
    sssp) arguments=(--source=0 --weights=random:1:9) text=$texts/sssp_int.gdsl ;;
  esac
  grep -hv '^#' "$here/${SPACE:-space}" "$here/beyond" > "$texts/space"
  "$gdsl" explore "$text" --graph=grid:8:8 "${arguments[@]}" "--map-space=@$texts/space" --limit=1000 --no-cpu --quiet \
    "--pack=$texts/$name"
  mkdir -p "$pack/programs" "$pack/explored"
  cp -r "$texts/$name"/{runtime,include} "$pack/"
  cp -r "$texts/$name"/programs/* "$pack/programs/"
  cp "$texts/$name/explore.json" "$pack/explored/$name.json"
done
carry cnr-2000.txt.xz cnr
carry ego-Twitter.txt.xz twitter
carry web-NotreDame.txt.gz notredame
carry USA-road.NE.tw.gr.xz road_NE
mv "$pack/graphs" "$pack/graphs_packed"
cp "$here"/{driver.cpp,on_device.py,graphs} "$pack/"
echo "wrote $pack; on the GPU machine: python3 $pack/on_device.py OUT"
