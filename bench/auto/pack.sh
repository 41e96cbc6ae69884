#!/usr/bin/env bash
# Writes six programs with all mappings of `space` and `beyond`, and the real graphs that are at hand, as a folder for the GPU
# machine: bench/auto/pack.sh DIR. There: python3 DIR/on_device.py OUT. Back home: bench/auto/train.py.
# EARLIER=cells.csv: what that has is not measured again. CONTEST=contest.csv (train.py contest): the mappings of that alone, to be
# measured in turn.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

# The mappings to be packed: of the table that is given, or the whole space.
mappings() {
  if [ -n "${CONTEST:-}" ]; then
    python3 -c 'import csv, sys; print(*sorted({row["mapping"] for row in csv.DictReader(open(sys.argv[1]))}), sep="\n")' "$CONTEST"
  else
    grep -hv '^#' "$here/${SPACE:-space}" "$here/beyond"
  fi
}

integer_sssp
mappings > "$texts/space"
for name in bfs sssp pagerank components triangles mis; do
  wanted $name || continue
  text=$root/examples/$name/$name.gdsl arguments=()
  case $name in
    bfs) arguments=(--source=0) ;;
    sssp) arguments=(--source=0 --weights=random:1:9) text=$texts/sssp_int.gdsl ;;
  esac
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
[ ! -e "$pack/graphs" ] || mv "$pack/graphs" "$pack/graphs_packed"
cp "$here"/{driver.cpp,cells.h,contest.h,on_device.py,graphs} "$pack/"
[ -z "${EARLIER:-}" ] || cp "$EARLIER" "$pack/earlier.csv"
[ -z "${CONTEST:-}" ] || cp "$CONTEST" "$pack/contest.csv"
echo "wrote $pack; on the GPU machine: python3 $pack/on_device.py OUT"
