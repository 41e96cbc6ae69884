#!/usr/bin/env python3
"""On the GPU machine: compiles the pack beside it on all cores, runs every variant on the graphs and appends a line per cell to
OUT/ledger.jsonl; what earlier.csv beside it has, a cells.csv, is not measured again. With contest.csv beside it: the mappings of
that, in turn, as lines of OUT/contest.jsonl. Usage: on_device.py OUT [GRAPH…]; without names all graphs.
Environment: LIMIT (seconds for everything, 540), PROGRAM_LIMIT (seconds per program and graph, 10), PATIENCE (seconds for the first
variant that ends, 6), ONLY (a program), ARCH (sm_90), NVCC, JOBS, BUILD (folder of what is compiled, DIR/build); DRIVER=FILE runs
that one and compiles nothing."""
import concurrent.futures
import csv
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

here = pathlib.Path(__file__).resolve().parent
started = time.monotonic()
build = pathlib.Path(os.environ.get("BUILD", here / "build")) / os.environ.get("ARCH", "sm_90")
nvcc = os.environ.get("NVCC") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def parts():
    return sorted((folder.name for folder in (here / "programs").iterdir()), key=natural)


def sources():
    """All files to compile, those that take longest first; the runner's own main is replaced by the driver."""
    generated = sorted((here / "programs").rglob("*.cu"), key=lambda file: -file.stat().st_size)
    runtime = sorted(file for ending in ("*.cpp", "*.cu") for file in (here / "runtime").rglob(ending))
    return generated + [here / "driver.cpp"] + [file for file in runtime if file != here / "runtime/runner/main.cpp"]


def compile_one(source):
    made = build / source.relative_to(here).with_suffix(".o")
    if made.exists() and made.stat().st_mtime > source.stat().st_mtime:
        return None
    made.parent.mkdir(parents=True, exist_ok=True)
    words = [nvcc, "-arch=" + build.name, "-O3", "-std=c++20", "-I", here, "-I", here / "include", "-I", here / "runtime/include",
             "-I", source.parent, "-I", build] + ["-DMAXWARP_WITHOUT_" + name for name in ("ZLIB", "LZMA", "ZSTD")]
    if source.parent.parent == here / "programs":
        words.append("-Dmaxwarp_algorithm=part_" + source.parent.name)
    done = subprocess.run([*map(str, words), "-c", str(source), "-o", str(made) + ".new"], capture_output=True, text=True)
    if done.returncode:
        return f"{source}: {done.stderr[-2000:]}"
    os.replace(str(made) + ".new", made)
    return None


def compile_all():
    text = "".join(f"PART(part_{name})\n" for name in parts())
    if not (build / "parts.inc").exists() or (build / "parts.inc").read_text() != text:
        (build / "parts.inc").write_text(text)
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        failures = [failure for failure in pool.map(compile_one, sources()) if failure]
    if failures:
        sys.exit("\n".join(failures[:5]))
    objects = [str(build / source.relative_to(here).with_suffix(".o")) for source in sources()]
    subprocess.run([nvcc, "-arch=" + build.name, *objects, "-o", str(build / "driver")], check=True)
    return build / "driver"


def graphs(names):
    """Name, shape and options of the graphs, in the order of the names."""
    lines = [line.split("#")[0].split() for line in (here / "graphs").read_text().splitlines()]
    known = {line[0]: (line[0], line[1], line[2:]) for line in lines if line}
    return [known[name] for name in names or known]


def unpack():
    for packed in (here / "graphs_packed").glob("*.gz"):
        target = here / "graphs_real" / packed.stem
        target.parent.mkdir(exist_ok=True)
        if not target.exists():
            with gzip.open(packed) as read, open(target, "wb") as write:
                shutil.copyfileobj(read, write)


def left():
    return float(os.environ.get("LIMIT", 540)) - (time.monotonic() - started)


def lines_of(file, name):
    """What a table of the pack has of the graph, for the driver; nothing of a program of which it has no time."""
    if not (here / file).exists():
        return ""
    rows = [row for row in csv.DictReader(open(here / file)) if row["graph"] == name]
    timed = {row["program"] for row in rows if row["ended"] != "time"}
    return "".join(f"{row['program']} {row['mapping']} {0 if row['ended'] == 'time' else row['ms'] or 0}\n"
                   for row in rows if row["program"] in timed)


def run_graph(driver, out, name, shape, options, contest):
    """One call of the driver; lines arrive as they are measured, so that nothing is lost when it is ended."""
    every = ["symmetrize", "self-loops=drop", "duplicates=first", "weights=random:1:64"]
    limit = os.environ.get("PROGRAM_LIMIT", "10")
    what, table = ("CONTEST", "contest.csv") if contest else ("EARLIER", "earlier.csv")
    environment = dict(os.environ)
    if lines := lines_of(table, name):
        listed = build / f"{what}.txt"
        listed.write_text(lines)
        environment[what] = str(listed)
    elif contest:
        return True
    child = subprocess.Popen([str(driver), name, limit, *options, *every], cwd=here, stdout=subprocess.PIPE, text=True, env=environment,
                             stderr=open(out / "log.txt", "a"))
    count = 0
    with open(out / ("contest.jsonl" if contest else "ledger.jsonl"), "a") as ledger:
        for line in child.stdout:
            ledger.write(json.dumps({"shape": shape, **json.loads(line)}) + "\n")
            ledger.flush()
            count += 1
            if left() < 0:
                child.kill()
    child.wait()
    print(f"{name}: {count} cells, exit {child.returncode}, {time.monotonic() - started:.0f} s", flush=True)
    return child.returncode == 0


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    build.mkdir(parents=True, exist_ok=True)
    driver = os.environ.get("DRIVER") or compile_all()
    print(f"compiled in {time.monotonic() - started:.0f} s", flush=True)
    unpack()
    right, contest = True, (here / "contest.csv").exists()
    for name, shape, options in graphs(sys.argv[2:]):
        if left() < 20:
            print(f"{name}: NOT MEASURED, no time left")
            continue
        if any(option.startswith("graph=graphs_real/") and not (here / option[6:]).exists() for option in options):
            print(f"{name}: not at hand")
            continue
        right = run_graph(driver, out, name, shape, options, contest) and right
    sys.exit(not right)


if __name__ == "__main__":
    main()
