# Measures reading, building and generating graphs: `bench_graph.py BENCH_GRAPH [FOLDER [SCALE]]` prints a table in
# Markdown. Files are made in FOLDER (a fresh one otherwise) from rmat:SCALE:16, with 20 by default more than 200 MB
# of text. Rates of one thread are by processor time (user and system), so that other load does not count; for more
# threads wall time is what matters, and an idle machine. Best of three runs.
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="maxwarp-bench-"))
SCALE = int(sys.argv[3]) if len(sys.argv) > 3 else 20
RUNS = 3
THREADS = sorted({1, 2, len(os.sched_getaffinity(0))})


def measure(threads, *arguments):
    """wall, processor seconds, peak and graph bytes, edges: of the run with the least processor time."""
    best = None
    for _ in range(RUNS):
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                              env=os.environ | {"MAXWARP_THREADS": str(threads)})
        if done.returncode != 0:
            sys.exit(done.stderr)
        wall, user, system, peak, size, edges = map(float, done.stdout.split()[:6])
        if best is None or wall < best[0]:
            best = wall, min(user + system, best[1]) if best else user + system, peak, size, edges
        else:
            best = best[0], min(best[1], user + system), *best[2:]
    return best


def cat_seconds(path):
    """How long `cat FILE > /dev/null` takes, once the file is in the page cache."""
    best = 1e9
    for _ in range(RUNS):
        with open("/dev/null", "w") as nowhere:
            begin = time.perf_counter()
            subprocess.run(["cat", path], stdout=nowhere, check=True)
            best = min(best, time.perf_counter() - begin)
    return best


def make_files():
    """The same graph in each format; the edge list in random order, sparse ids by a hash."""
    first = FOLDER / "g.el"
    if not first.exists():
        measure_once(f"rmat:{SCALE}:16", f"output={FOLDER}/sorted.el")
        lines = (FOLDER / "sorted.el").read_bytes().splitlines(keepends=True)[1:]
        random.Random(1).shuffle(lines)
        first.write_bytes(b"".join(lines))
        with open(FOLDER / "sparse.el", "w") as sparse:
            for line in lines:
                sparse.write(" ".join(str(int(v) * 0x9E3779B97F4A7C15 % 2**63) for v in line.split()) + "\n")
        del lines
        for name in ("g.mtx", "g.el.gz", "g.el.zst", "g.mwg", "g.sg", "g.v"):
            measure_once(first, f"output={FOLDER}/{name}")
        for name in ("w.wel", "w.gr"):
            measure_once(first, "weights=random:1:255", f"output={FOLDER}/{name}")
        measure_once(first, "symmetrize", "self-loops=drop", "duplicates=first", f"output={FOLDER}/g.graph")


def measure_once(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True)


def table_of_files(idle):
    print("| file | MB | threads | MB/s by processor time | MB/s by wall time | Medges/s, wall | time / `cat` | peak / graph |")
    print("|---|---|---|---|---|---|---|---|")
    files = ["g.el", "sparse.el", "w.wel", "g.mtx", "w.gr", "g.graph", "g.e", "g.el.gz", "g.el.zst", "g.sg", "g.mwg"]
    for name in files:
        path = FOLDER / name
        megabytes = path.stat().st_size / 1e6
        for threads in THREADS:
            wall, processor, peak, size, edges = measure(threads, path)
            print(f"| {name} | {megabytes:.0f} | {threads} | {megabytes / processor:.0f} | {megabytes / wall:.0f} | "
                  f"{edges / wall / 1e6:.1f} | {wall / cat_seconds(path):.2f} | {(peak - idle) / size:.2f} |", flush=True)


def table_of_policies(idle):
    print("\n| of g.el, g.mwg | threads | processor s | wall s | peak / graph |")
    print("|---|---|---|---|---|")
    for name in ("g.el", "g.mwg"):
        for options in (["symmetrize"], ["self-loops=drop", "symmetrize", "duplicates=first"], ["weights=random:1:255"]):
            for threads in THREADS:
                wall, processor, peak, size, _ = measure(threads, FOLDER / name, *options)
                print(f"| {name} {' '.join(options)} | {threads} | {processor:.2f} | {wall:.2f} | {(peak - idle) / size:.2f} |", flush=True)


def table_of_generators(idle):
    print("\n| generator | threads | Medges/s by processor time | Medges/s by wall time | peak / graph |")
    print("|---|---|---|---|---|")
    for spec in ("rmat:20:16", "kron:20:16", "uniform:1000000:16000000", "small-world:1000000:16:0.1", "road:3000:2000",
                 "grid:3000:2000", "mesh:3000:2000", "mesh:200:200:40", "clique:4000"):
        for threads in THREADS:
            wall, processor, peak, size, edges = measure(threads, spec)
            print(f"| {spec} | {threads} | {edges / processor / 1e6:.1f} | {edges / wall / 1e6:.1f} | {(peak - idle) / size:.2f} |", flush=True)


make_files()
idle = measure(1)[2]
table_of_files(idle)
table_of_policies(idle)
table_of_generators(idle)
