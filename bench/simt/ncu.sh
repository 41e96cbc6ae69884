#!/usr/bin/env bash
# On the GPU machine: threads per issued instruction of BFS as Nsight Compute counts them, per kernel and summed over
# all launches. Input: a pack of pack.sh. What is counted goes to OUT, the table to standard output.
# Usage: ncu.sh PACK OUT      Environment: GRAPH (rmat:18:16), SOURCE (random:1:1), NCU, SASS=1 for counts per instruction
set -euo pipefail
out=$(realpath -m "${2:?output folder}")
cd "${1:?pack}"
mkdir -p "$out"
ncu=${NCU:-$(command -v ncu || echo /usr/local/cuda/bin/ncu)}
graph=${GRAPH:-rmat:18:16} source=${SOURCE:-random:1:1}
metrics=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,smsp__thread_inst_executed_pred_on.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
./run --build
for variant in thread_data thread_topology warp_data warp_topology; do
  run=(./run bfs "--variant=$variant" "--graph=$graph" "--source=$source" --quiet)
  "$ncu" --target-processes all --clock-control none --cache-control none --kernel-name-base demangled \
    --metrics "$metrics" --csv --page raw "${run[@]}" > "$out/$variant.csv" 2> "$out/$variant.log" ||
    { cat "$out/$variant.log" "$out/$variant.csv"; exit 1; }
  if [ -n "${SASS:-}" ]; then
    "$ncu" --target-processes all --clock-control none --kernel-name-base demangled -k regex:expand --section SourceCounters \
      -f -o "$out/$variant" "${run[@]}" > "$out/$variant.log" 2>&1 &&
      "$ncu" -i "$out/$variant.ncu-rep" --page source --csv --print-source sass > "$out/$variant.sass.csv" || cat "$out/$variant.log"
    rm -f "$out/$variant.ncu-rep"
  fi
done
python3 ncu_table.py "$out"/{thread,warp}_{data,topology}.csv
