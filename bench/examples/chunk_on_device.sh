#!/usr/bin/env bash
# On the GPU machine: times the pack of chunk_pack.sh and prints one table a program and graph.
# Usage: chunk_on_device.sh PACK OUT
set -euo pipefail
out=$(realpath -m "${2:?output folder}")
cd "${1:?pack}"
./run --build
mkdir -p "$out"
measure() {  # NAME GRAPHNAME ARGS…
  local name=$1 graph=$2; shift 2
  ./run "$name" --variant=all --repeat=5 --verify --quiet "--json=$out/$name-$graph.json" "$@"
}
measure bfs rmat --graph=rmat:n=4000000,m=48000000 --source=random:1:1
measure bfs grid --graph=grid:1500:1500 --source=0
measure bfs kron --graph=kron:20:16 --symmetrize --source=random:1:1
measure sssp rmat --graph=rmat:n=1000000,m=12000000 --weights=random:1:64 --source=random:1:1
measure pagerank rmat --graph=rmat:n=1000000,m=12000000 -P limit=20
python3 table.py "$out"/*.json
