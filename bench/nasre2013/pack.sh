#!/usr/bin/env bash
# Writes what the figures of [N] need as a pack: bench/nasre2013/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT; back home:
# bench/nasre2013/plot.py OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
elide=activation=topology,atomics=elide plain=push=atomic
unrolled=() hybrid=() partition=()
for levels in 2 3 4 6; do unrolled+=("unroll$levels=$elide,unroll=$levels"); done
for percent in 1 2 5 10 20 30 40 50 60 70 80 90 100; do
  hybrid+=("hybrid$percent=$plain,activation=hybrid:$(printf '%d.%02d' $((percent / 100)) $((percent % 100)))")
done
for group in 1 2 3 4 5 6 7 8 9 10; do partition+=("partition$group=$plain,activation=partition:$group"); done
for name in bfs sssp; do
  case $name in
    bfs) text=$root/examples/bfs_relax/bfs_relax.gdsl ;; # levels as a least fixed point: the paper's BFS
    sssp) text=$texts/sssp_int.gdsl ;;
  esac
  # Fig. 8, and the data-driven half of Fig. 5. The base has nothing but two lists: as many threads in every round, an atomic an item.
  program "${name}_data" "$text" base=$plain,launch=fixed hierarchical=launch=fixed,worklist=hierarchical chunked=launch=fixed,push=chunked \
    scan=launch=fixed,push=scan donating=$plain,donate=auto variable=$plain,launch=variable duplicates=$plain,launch=fixed,dedup=none \
    scan_donating=push=scan,donate=auto scan_variable=push=scan,launch=variable hierarchical_variable=worklist=hierarchical,launch=variable \
    hierarchical_donating=worklist=hierarchical,donate=auto block_variable=push=block,launch=variable
  # Fig. 9, and the topology-driven half of Fig. 5.
  program "${name}_topology" "$text" "base=$elide" "unroll_global=$elide,unroll=4,unroll-list=global" "layout=$elide,reorder=neighbors" \
    "${unrolled[@]}" "unroll_layout=$elide,unroll=4,reorder=neighbors" "unroll_layout_block=$elide,unroll=4,reorder=neighbors,block=512" \
    atomics=activation=topology
  # Fig. 11 and 12.
  program "${name}_hybrid" "$text" data=$plain topology=activation=topology "${hybrid[@]}" "${partition[@]}"
  # Fig. 14: at first room for a fifth of the nodes, so a variant a graph.
  program "${name}_grow" "$text" fixed=$plain,capacity=fixed rmat=$plain,capacity=grow:838860 random=$plain,capacity=grow:1677721 road=$plain,capacity=grow:304890 \
    tiny=$plain,capacity=grow:12 fixed_duplicates=$plain,capacity=fixed,dedup=none rmat_duplicates=$plain,capacity=grow:838860,dedup=none \
    random_duplicates=$plain,capacity=grow:1677721,dedup=none road_duplicates=$plain,capacity=grow:304890,dedup=none \
    tiny_duplicates=$plain,capacity=grow:12,dedup=none
done
# Fig. 7 and 10: what happens in each round.
instrumented sssp_relaxed "$texts/sssp_int.gdsl" 'const bool changed = offered < found;=>changed' data=$plain \
  "topology=$elide" "topology_unrolled=$elide,unroll=4"
instrumented sssp_donated "$texts/sssp_int.gdsl" \
  '// Phase 2: the thread=>blockIdx.x == 0 && threadIdx.x == 0 ? min_of(box.size, 512) : 0' auto=$plain,donate=auto any=$plain,donate=0
# Fig. 13.
summary=(data=activation=data topology=activation=topology)
for passes in 0 1 2 3 4 5 6; do
  summary+=("separate$passes=prepass=$passes:separate" "combined$passes=prepass=$passes:combined")
done
program summary "$root/examples/bh_summary/bh_summary.gdsl" "${summary[@]}"
# A real road network, the largest at hand, for that of the USA.
carry USA-road.NE.tw.gr.xz road
finish "$here"
