#!/usr/bin/env bash
# Writes what the figures of [R] need as a pack: bench/raval2014/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT; back home:
# bench/raval2014/plot.py OUT. Environment: SIZES=tiny for small graphs.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
# As in the paper: worklists of edges, shares of threads, children with copies; 4 bytes an edge. The mask keeps duplicates off the lists.
strategies=(bs=granularity=thread,push=atomic,index=auto ep=granularity=edge:worklist,push=chunked,index=auto
  wd=granularity=decompose:thread,push=atomic,index=auto hp=granularity=hierarchical,push=atomic,index=auto)
for name in bfs sssp; do
  case $name in
    bfs) text=$root/examples/bfs/bfs.gdsl split=split=auto ;; # it stores the round and reads no value of the own node: nothing to copy to children
    sssp) text=$texts/sssp_int.gdsl split=split=mirror ;;
  esac
  # Fig. 7, 8, 9; for Fig. 11 edges are pushed one by one, too.
  program "${name}_strategies" "$text" "${strategies[@]}" "ns=$split,push=atomic,index=auto" ep_single=granularity=edge:worklist,push=atomic,index=auto \
    ep_listed=granularity=edge,push=block wd_warp=granularity=decompose,push=atomic ns_in_place=split=auto,push=atomic \
    topology=granularity=thread,activation=topology
  # The same with the time of each stage and of the run: what is not the operator's is overhead.
  timed "${name}_kernels" "$text" "${strategies[@]}" "ns=$split,push=atomic,index=auto"
done
carry USA-road.FLA.tw.gr.xz road-FLA
carry cnr-2000.txt.xz web
# Fig. 9, the axis of complexity: lines of the texts.
echo strategy,program,lines > "$pack/texts.csv"
for name in bfs sssp; do
  [ -e "$pack/programs/${name}_strategies" ] || continue
  number=0
  head -5 "$pack/programs/${name}_strategies/variants" | while read -r strategy; do
    number=$((number + 1))
    echo "$strategy,$name,$(grep -vcE '^ *(//.*)?$' "$pack/programs/${name}_strategies/${name}_strategies_$number.cu")" >> "$pack/texts.csv"
  done
done
# Fig. 10: degrees before and after splitting, by the rule of the paper.
source "$here/graphs.sh"
for graph in rmat20 ER23; do
  "$gdsl" graph info "${!graph}" --split "--json=$pack/degrees-$graph.json" > /dev/null
done
cp "$here/graphs.sh" "$pack/"
finish "$here"
