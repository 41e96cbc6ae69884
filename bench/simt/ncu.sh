#!/usr/bin/env bash
# On the GPU machine: threads per issued instruction as Nsight Compute counts them, per kernel and summed over all
# launches. Input: a pack of pack.sh. What is counted goes to OUT, the table to standard output.
# Usage: ncu.sh PACK OUT [bfs|others]      Environment: NCU; SASS=1 for counts per instruction
set -euo pipefail
out=$(realpath -m "${2:?output folder}")
what=${3:-bfs}
cd "${1:?pack}"
mkdir -p "$out"
ncu=${NCU:-$(command -v ncu || echo /usr/local/cuda/bin/ncu)}
metrics=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,smsp__thread_inst_executed_pred_on.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum

# The profiler dies at its start now and then, whatever it is to profile.
profile() {  # LOG ARGS…
  local log=$1; shift
  for attempt in 1 2 3 4 5; do
    "$ncu" --target-processes all --clock-control none --cache-control none --kernel-name-base demangled "$@" && return 0
    echo "ncu.sh: attempt $attempt failed" >&2
  done 2> "$log"
  cat "$log" >&2
  return 1
}

tables=()
measure() {  # PROGRAM VARIANT ARGS…
  local program=$1 variant=$2 name=$1-$2; shift 2
  local run=(./run "$program" "--variant=$variant" --quiet "$@")
  profile "$out/$name.log" --metrics "$metrics" --csv --page raw "${run[@]}" > "$out/$name.csv"
  tables+=("$out/$name.csv")
  [ -n "${SASS:-}" ] || return 0
  profile "$out/$name.log" --section SourceCounters -f -o "$out/$name" "${run[@]}" > /dev/null
  "$ncu" -i "$out/$name.ncu-rep" --page source --csv --print-source sass > "$out/$name.sass.csv"
  rm -f "$out/$name.ncu-rep"
}

./run --build
if [ "$what" = bfs ]; then
  for variant in thread_data thread_topology warp_data warp_topology thread_atomic warp_atomic; do
    measure bfs $variant --graph=rmat:18:16 --source=random:1:1
  done
else
  for variant in thread warp8 warp32; do
    measure sssp $variant --graph=rmat:14:16 --weights=random:1:64 --source=random:1:1
    measure pagerank $variant --graph=rmat:14:16 -P limit=5
  done
fi
python3 ncu_table.py "${tables[@]}"
