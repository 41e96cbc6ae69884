#!/usr/bin/env bash
# On the GPU machine: compiles the pack, checks every variant on all small graphs, times it on large ones
# against the sequential reference, and prints one table. Usage: on_device.sh PACK OUT [small|large]
# It ends after LIMIT seconds (570): what is not measured by then is named and left out.
set -uo pipefail
pack=${1:?pack} out=${2:?output folder} what=${3:-large}
mkdir -p "$out"
out=$(realpath "$out")
cd "$pack"
started=$SECONDS
./run --build 2> "$out/compile.log" || { tail -20 "$out/compile.log"; exit 1; }
echo "compiled in $((SECONDS - started)) s"
failed=0
limit=${LIMIT:-570}
: > "$out/selftest.txt"
for program in programs/*/; do
  name=$(basename "$program")
  status=0
  timeout 90 ./run "$name" "--selftest=${NODES:-3}" > "$out/one.txt" 2>&1 || { status=$?; failed=1; }
  sed "s/^/$name /" "$out/one.txt" >> "$out/selftest.txt"
  sed "s/^/$name /" "$out/one.txt" | grep -v ': ok' | tail -20
  echo "selftest $name: $(grep -c ': ok' "$out/one.txt") variants ok, exit $status, $((SECONDS - started)) s"
done
rm "$out/one.txt"
echo "selftests done after $((SECONDS - started)) s"
[ "$what" = small ] && exit $failed
mkdir -p "$out/json"
measure() {  # NAME GRAPHNAME ARGS…
  local name=$1 graph=$2 status=0 left=$((limit - SECONDS + started)); shift 2
  [ $left -ge 10 ] || { echo "$name $graph: NOT MEASURED, no time left"; failed=1; return; }
  timeout $((left < 150 ? left : 150)) ./run "$name" --variant=all --repeat=5 --verify --quiet \
    "--json=$out/json/$name-$graph.json" "$@" > "$out/one.txt" 2>&1 || { status=$?; failed=1; }
  sed "s/^/$name $graph: /" "$out/one.txt" | tail -20
  echo "$name $graph: exit $status$([ $status -ne 124 ] || echo ' TIMED OUT'), $((SECONDS - started)) s"
}
rmat=--graph=rmat:n=4000000,m=48000000
small=--graph=rmat:n=1000000,m=12000000
uniform=--graph=uniform:4000000:48000000
grid=--graph=grid:1500:1500
[ -e ny.mwg ] && ny=--graph=ny.mwg || ny=--graph=grid:500:500
measure bfs rmat $rmat --source=random:1:1
measure bfs uniform $uniform --source=random:1:1
measure bfs grid $grid --source=0
measure bfs ny $ny --source=1
measure sssp rmat1M $small --weights=random:1:64 --source=random:1:1
measure sssp ny $ny --source=1
measure pagerank rmat1M $small -P limit=20
measure components rmat1M $small
measure components ny $ny
measure components_hook rmat1M $small
measure triangles kron16 --graph=kron:16:16 --symmetrize --self-loops=drop --duplicates=first
measure indegree_histogram rmat $rmat
measure bfs_relax grid $grid --source=0
measure bfs_relax ny $ny --source=1
measure bfs_relax rmat $rmat --source=random:1:1
measure bfs_relax uniform $uniform --source=random:1:1
rm -f "$out/one.txt"
python3 table.py "$out"/json/*.json | tee "$out/table.md"
tar -czf "$out/json.tar.gz" -C "$out" json && rm -r "$out/json"
exit $failed
