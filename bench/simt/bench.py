"""Speed of the SIMT engine in millions of lane-steps (memory accesses and collectives of lanes) per second of processor time,
all checks on. Without statistics: user time, and all with what the operating system takes to hand out memory. With
statistics: user time. The best of three runs.
Usage: bench.py      Needs gdsl and bench-simt (ninja gdsl bench-simt). Environment: BIN (build/bin), SCALE (16)"""
import json
import os
import subprocess
import sys

import counts

SCALE = os.environ.get("SCALE", "16")
BFS = ["--graph=rmat:" + SCALE + ":16", "--source=random:1:1"]
SSSP = BFS + ["--weights=random:1:64"]
PAGERANK = ["--graph=rmat:" + SCALE + ":16", "-P", "limit=5"]
PROGRAMS = [
    ("bfs", "granularity=thread,activation=data", BFS),
    ("bfs", "granularity=thread,activation=topology", BFS),
    ("bfs", "granularity=warp:32,activation=data", BFS),
    ("bfs", "granularity=warp:8,activation=data", BFS),
    ("bfs", "granularity=thread,loop=persistent", BFS),
    ("bfs", "granularity=warp:32,loop=persistent", BFS),
    ("sssp", "granularity=thread", SSSP),
    ("sssp", "granularity=warp:32", SSSP),
    ("pagerank", "granularity=thread", PAGERANK),
    ("pagerank", "granularity=warp:8", PAGERANK),
]


def hand_written(statistics):
    done = subprocess.run([counts.GDSL.parent / "bench-simt"], env=os.environ | {"MAXWARP_SIMT_STATS": statistics},
                          capture_output=True, text=True)
    for line in done.stderr.splitlines():
        if line.startswith('{"simt_statistics"'):
            return json.loads(line)["simt_statistics"]
    sys.exit("bench-simt: no statistics\n" + done.stderr)


def best(measure):
    """Steps, and the least user and whole time of three runs."""
    runs = [measure() for _ in range(3)]
    return runs[0][0], min(run[1] for run in runs), min(run[2] for run in runs)


def total(kernels):
    return tuple(sum(one[field] for one in kernels) for field in ("lane_steps", "user_seconds", "seconds"))


def row(name, plain, counting):
    steps, user, whole = plain
    print(f"| {name} | {steps / 1e6:.1f} | {steps / user / 1e6:.1f} | {steps / whole / 1e6:.1f} | {steps / counting[1] / 1e6:.1f} |", flush=True)


def main():
    print("| kernels | million lane-steps | million a second (user) | with system time | with statistics |")
    print("|---|---|---|---|---|")
    for index, name in enumerate(("gather", "reduce", "shuffle", "count")):
        figures = [best(lambda: total(hand_written(statistics)[index:index + 1])) for statistics in ("time", "1")]
        row(name, *figures)
    for program, mapping, arguments in PROGRAMS:
        figures = [best(lambda: total(counts.run(program, mapping, arguments, statistics))) for statistics in ("time", "1")]
        row(f"{program} {mapping}", *figures)


if __name__ == "__main__":
    main()
