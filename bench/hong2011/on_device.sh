#!/usr/bin/env bash
# On the GPU machine: compiles the pack beside it, measures what the figures of [H] show, checks every result against a
# sequential reference. Usage: on_device.sh OUT      Leaves OUT/reports.tar.gz; exit status 1 if anything failed.
set -uo pipefail
pack=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:?output folder}/reports"
out=$(realpath "$1")
cd "$pack"
started=$SECONDS failed=0
./run --build 2> "$out/compile.log" || { tail -20 "$out/compile.log"; exit 1; }
echo "compiled in $((SECONDS - started)) s"

measure() { # measure NAME PROGRAM VARIANTS ARGUMENTS…: reports/NAME.json
  local name=$1 program=$2 variants=$3 status=0
  shift 3
  timeout 120 ./run "$program" "--variant=$variants" --repeat=5 --verify --quiet "--json=$out/reports/$name.json" "$@" \
    > "$out/one.txt" 2>&1 || { status=$?; failed=1; tail -5 "$out/one.txt"; }
  echo "$name: exit $status, $((SECONDS - started)) s"
}

source=--source=random:1:1
rmat=--graph=rmat:n=4000000,m=48000000
threads=fig2,cpu1,cpu2,cpu4,cpu8,cpu16
for graph in rmat random ego-Twitter amazon0601 mesh; do
  case $graph in
    rmat) where=$rmat ;;
    random) where=--graph=uniform:4000000:48000000 ;;
    mesh) where=--graph=mesh:1500:1500 ;;
    *) where=--graph=graphs/$graph.mwg; [ -e "graphs/$graph.mwg" ] || continue ;;
  esac
  measure "fig2-$graph" fig2 "$threads" "$where" "$source"
  measure "fig7-$graph" fig7 all "$where" "$source"
  measure "queues-$graph" queues all "$where" "$source"
done
for figure in fig8a batches fig8b fig10; do measure "$figure-rmat" "$figure" all $rmat "$source"; done
sweep=thread,warp8,warp16,warp32,warp32_dynamic
for nodes in 500000 1000000 2000000 8000000; do
  measure "fig2-nodes$nodes" fig2 fig2,cpu1 "--graph=rmat:n=$nodes,m=$((12 * nodes))" "$source"
  measure "fig7-nodes$nodes" fig7 $sweep "--graph=rmat:n=$nodes,m=$((12 * nodes))" "$source"
done
for degree in 4 8 16 24 32; do
  measure "fig2-degree$degree" fig2 fig2,cpu1 "--graph=rmat:n=4000000,m=$((4000000 * degree))" "$source"
  measure "fig7-degree$degree" fig7 $sweep "--graph=rmat:n=4000000,m=$((4000000 * degree))" "$source"
done
measure sssp-rmat sssp all $rmat --weights=random:1:64 "$source"
measure st_connectivity-rmat st_connectivity all $rmat "$source" --target=random:1:2
measure backprop backprop all -P input=random:4096:-1:1 -P weight=random:4096x1024:-1:1 -P error=random:1024:-1:1 \
  -P old=random:4096x1024:-1:1
measure nearest_neighbor nearest_neighbor all -P lat=random:4000000:-90:90 -P lng=random:4000000:-180:180 -P x=30 -P y=90 -P k=5
measure kmeans kmeans all -P point=random:1000000x8:0:1 -P k=5 -P limit=20
./handwritten.sh > "$out/reports/handwritten.txt" 2>&1 || { failed=1; tail -5 "$out/reports/handwritten.txt"; }
rm -f "$out/one.txt"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader > "$out/reports/gpu.txt"
nproc >> "$out/reports/gpu.txt"
tar -czf "$out/reports.tar.gz" -C "$out" reports && rm -r "$out/reports"
echo "done after $((SECONDS - started)) s"
exit $failed
