#!/usr/bin/env bash
# On the GPU machine: compiles the pack, checks every variant on all small graphs, times it on large ones
# against the sequential reference, and prints one table. Usage: on_device.sh PACK OUT [small|large]
set -uo pipefail
pack=${1:?pack} out=${2:?output folder} what=${3:-large}
cd "$pack"
started=$SECONDS
./run --build 2> "$out/compile.log" || { tail -20 "$out/compile.log"; exit 1; }
echo "compiled in $((SECONDS - started)) s"
failed=0
for program in programs/*/; do
  name=$(basename "$program")
  if ! ./run "$name" --selftest=3 > "$out/selftest.txt" 2>&1; then failed=1; fi
  sed "s/^/$name /" "$out/selftest.txt" | grep -v ': ok' | tail -5
  echo "selftest $name: $(grep -c ': ok' "$out/selftest.txt") variants ok"
done
echo "selftests done after $((SECONDS - started)) s"
[ "$what" = small ] && exit $failed
mkdir -p "$out/json"
measure() {  # NAME GRAPHNAME ARGS…
  local name=$1 graph=$2; shift 2
  timeout 150 ./run "$name" --variant=all --repeat=5 --verify --quiet "--json=$out/json/$name-$graph.json" "$@" 2>&1 | tail -3
  echo "$name $graph: $((SECONDS - started)) s"
}
rmat=--graph=rmat:n=4000000,m=48000000
small=--graph=rmat:n=1000000,m=12000000
uniform=--graph=uniform:4000000:48000000
grid=--graph=grid:1500:1500
[ -e ny.mwg ] && ny=--graph=ny.mwg || ny=--graph=grid:500:500
for name in bfs bfs_relax; do
  measure $name rmat $rmat --source=random:1:1
  measure $name uniform $uniform --source=random:1:1
  measure $name grid $grid --source=0
  measure $name ny $ny --source=1
done
measure sssp rmat1M $small --weights=random:1:64 --source=random:1:1
measure sssp ny $ny --source=1
measure pagerank rmat1M $small -P limit=20
measure components rmat1M $small
measure components ny $ny
measure components_hook rmat1M $small
measure triangles kron18 --graph=kron:18:16 --symmetrize --self-loops=drop --duplicates=first
measure indegree_histogram rmat $rmat
python3 table.py "$out"/json/*.json | tee "$out/table.md"
tar -czf "$out/json.tar.gz" -C "$out" json && rm -r "$out/json"
exit $failed
