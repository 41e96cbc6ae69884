"""Sums the launches in files of `ncu --csv --page raw` per kernel. Usage: ncu_table.py VARIANT.csv…"""
import csv
import pathlib
import re
import sys

INST = "smsp__inst_executed.sum"
THREAD = "smsp__thread_inst_executed.sum"
PRED_ON = "smsp__thread_inst_executed_pred_on.sum"
REQUESTS = ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"]
SECTORS = ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"]


def kernel_name(text):
    """`expand` of `void gdsl::bfs::warp_data::<unnamed>::expand<(int)32>(maxwarp::GraphView, …)`."""
    plain = re.sub(r"\(anonymous namespace\)|<unnamed>|\(int\)", "", text).split("(")[0]
    return re.sub(r"<[^<>]*>$", "", plain).split("::")[-1]


def launches(path):
    lines = pathlib.Path(path).read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    rows = list(csv.DictReader(lines[start:]))
    return rows[1:]  # the first row holds the units


def number(text):
    return int(float(text.replace(",", ""))) if text else 0


print(f"{'mapping':20} {'kernel':14} {'launches':>8} {'issued':>12} {'threads':>14} {'per issue':>9} {'pred. on':>9} {'sectors/request':>15}")
for path in sys.argv[1:]:
    sums = {}
    for row in launches(path):
        one = sums.setdefault(kernel_name(row["Kernel Name"]), [0] * 6)
        values = [1, number(row[INST]), number(row[THREAD]), number(row[PRED_ON]),
                  sum(number(row[m]) for m in REQUESTS), sum(number(row[m]) for m in SECTORS)]
        for i, value in enumerate(values):
            one[i] += value
    for kernel, (count, issued, threads, active, requests, sectors) in sums.items():
        print(f"{pathlib.Path(path).stem:20} {kernel:14} {count:8} {issued:12} {threads:14} {threads / issued:9.3f} "
              f"{active / issued:9.3f} {sectors / max(requests, 1):15.3f}")
