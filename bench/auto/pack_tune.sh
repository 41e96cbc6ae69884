#!/usr/bin/env bash
# Writes the programs of the bench, each with all mappings that were measured of it, as a folder for the GPU machine, where each
# searches by itself: bench/auto/pack_tune.sh DIR [CELLS.csv]. There: DIR/on_device.sh OUT. Back home: bench/auto/tune.py OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"
cells=${2:-$here/../results/2026-11-29-auto-h200/cells.csv}

integer_sssp
for name in bfs sssp pagerank components triangles mis; do
  text=$root/examples/$name/$name.gdsl
  [ $name != sssp ] || text=$texts/sssp_int.gdsl
  mapfile -t variants < <(python3 - "$cells" "$name" << 'END'
import csv, sys
found = dict.fromkeys(row["mapping"] for row in csv.DictReader(open(sys.argv[1])) if row["program"] == sys.argv[2])
print(*(f"m{number}={mapping}" for number, mapping in enumerate(found, 1)), sep="\n")
END
  )
  program "$name" "$text" "${variants[@]}"
done
carry cnr-2000.txt.xz cnr
carry USA-road.NE.tw.gr.xz road_NE
[ ! -e "$pack/graphs" ] || { rm -rf "$pack/graphs_real"; mv "$pack/graphs" "$pack/graphs_real"; }
cp "$here/graphs" "$pack/"
cp "$here/tune_on_device.sh" "$pack/on_device.sh"
echo "wrote $pack; on the GPU machine: $pack/on_device.sh OUT"
