#!/usr/bin/env bash
# Writes what the figures of [N] need as a pack: bench/nasre2013/pack.sh DIR. On the GPU machine: DIR/on_device.sh OUT; back home:
# bench/nasre2013/plot.py OUT.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../common/packing.sh"

integer_sssp
# The paper's versions without optimizations: two lists, as many threads in every round, an atomic operation an item, duplicates; and rounds in
# which all nodes act (Bellman-Ford), without atomics.
plain=push=atomic,launch=fixed,dedup=none elide=activation=topology:all,atomics=elide
unrolled=() hybrid=() partition=()
for levels in 2 3 4 6; do unrolled+=("unroll$levels=$elide,unroll=$levels"); done
for percent in 1 2 5 10 20 30 40 50 60 70 80 90 100 110 120; do
  hybrid+=("hybrid$percent=$plain,activation=hybrid:$(printf '%d.%02d' $((percent / 100)) $((percent % 100)))")
done
for group in 1 2 3 4 5 6 7 8 9 10; do partition+=("partition$group=$plain,activation=partition:$group"); done
for name in bfs sssp; do
  case $name in
    bfs) text=$root/examples/bfs_relax/bfs_relax.gdsl ;; # levels as a least fixed point: the paper's BFS
    sssp) text=$texts/sssp_int.gdsl ;;
  esac
  # Fig. 8, and the data-driven half of Fig. 5: each optimization alone, then together. Who pushes without atomics has no duplicates. A thread
  # with one node has nothing to donate, so a number of threads that varies goes without donating.
  program "${name}_data" "$text" base=$plain hierarchical=$plain,worklist=hierarchical chunked=launch=fixed,dedup=none,push=chunked \
    scan=launch=fixed,push=scan donating=$plain,donate=auto variable=push=atomic,dedup=none,launch=variable unique=push=atomic,launch=fixed \
    together_fixed=worklist=hierarchical,push=chunked,dedup=none,donate=auto,launch=fixed \
    together=worklist=hierarchical,push=chunked,dedup=none,launch=variable together_unique=worklist=hierarchical,push=chunked,launch=variable \
    few=$plain,resident=4 donating_few=$plain,donate=auto,resident=4 \
    together_block=worklist=hierarchical,push=block,launch=variable together_scan=push=scan,launch=variable \
    together_scan_fixed=push=scan,donate=auto,launch=fixed
  # Fig. 9, and the topology-driven half of Fig. 5.
  program "${name}_topology" "$text" "base=$elide" "unroll_global=$elide,unroll=4,unroll-list=global" "layout=$elide,reorder=neighbors" \
    "${unrolled[@]}" "unroll_layout=$elide,unroll=4,reorder=neighbors" "unroll_layout_block=$elide,unroll=4,reorder=neighbors,block=512" \
    atomics=activation=topology:all
  # Fig. 11 and 12.
  program "${name}_hybrid" "$text" data=$plain "topology=$elide" "${hybrid[@]}" "${partition[@]}"
  # Fig. 14: at first room for a fifth of the nodes, so a variant a graph. With duplicates as in the paper, and with each node once.
  grow=(fixed=push=atomic,capacity=fixed "fixed_duplicates=push=atomic,capacity=fixed,dedup=none")
  for room in rmat:838860 random:1677721 road:304890 tiny:12; do
    grow+=("${room%:*}=push=atomic,capacity=grow:${room#*:}" "${room%:*}_duplicates=push=atomic,capacity=grow:${room#*:},dedup=none")
  done
  program "${name}_grow" "$text" "${grow[@]}"
done
# Fig. 7 and 10: what happens in each round.
counted sssp_relaxed "$texts/sssp_int.gdsl" data=$plain "topology=$elide" "topology_unrolled=$elide,unroll=4"
counted sssp_donated "$texts/sssp_int.gdsl" auto=$plain,donate=auto any=$plain,donate=0 few=$plain,donate=0,resident=4 \
  fewest=$plain,donate=0,resident=1,block=32
# Fig. 13, and BH in Fig. 6: rounds over all nodes, in which those act whose children are done, are the paper's topology-driven version.
summary=(data=activation=data topology=prepass=rounds)
for passes in 0 1 2 3 4 5 6; do
  summary+=("separate$passes=prepass=$passes:separate" "combined$passes=prepass=$passes:combined")
done
program summary "$root/examples/bh_summary/bh_summary.gdsl" "${summary[@]}"
# SP in Fig. 6: the example goes on from the variables that have changed surveys; the topology-driven version computes all of them.
sp=$root/examples/survey_propagation/survey_propagation.gdsl
sed -e 's/until round == 2 \* limit {/until round == 2 * limit or (round % 2 == 0 and last < round) {/' \
  -e 's/if abs(product - survey\[e\]) > tolerance {/activate i; &/' -e '/^ *activate i$/d' \
  "$sp" > "$texts/sp_all.gdsl"
[ "$(diff "$sp" "$texts/sp_all.gdsl" | grep -c '^<')" = 3 ] || { echo "pack.sh: survey_propagation has changed" >&2; exit 1; }
sp_maps=(base=granularity=thread warp=granularity=warp:4 resident=granularity=thread,loop=persistent warp_resident=granularity=warp:4,loop=persistent)
program sp_data "$sp" "${sp_maps[@]}"
program sp_topology "$texts/sp_all.gdsl" "${sp_maps[@]}"
# MST in Fig. 5: the example goes over all edges; the other one over the nodes that have an edge which leaves their tree, from a threshold on.
program mst "$root/examples/mst/mst.gdsl" base=granularity=thread edge=granularity=edge warp=granularity=warp:8 \
  alive=granularity=decompose,lightest.granularity=edge:alive decompose=granularity=decompose
program mst_rims "$root/test/programs/mst_rims.gdsl" base=granularity=thread warp=granularity=warp:8 decompose=granularity=decompose
# A real road network, the largest at hand, for that of the USA.
carry USA-road.NE.tw.gr.xz road
carry USA-road-d.NY.gr.xz NY
finish "$here"
