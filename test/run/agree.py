# Runs a program without a reference under mappings that have every value (in the long form all pairs) and compares
# every result with those of the simplest mapping: `agree.py PROG ENGINE NAME=VALUE…` (arguments of the program), on
# some small graphs. With `map:KEY=VALUE` all mappings but the simplest have this value, too.
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "compiler"))
import cover
from matrix import FINDING

GRAPHS = ["chain:1", "chain:5", "star:40", "star:300", "clique:6", "grid:7:9", "rmat:6:4", "rmat:8:8", "uniform:50:30"]


def build(engine, mappings, folder):
    """An executable with some mappings, by their numbers."""
    executable = os.path.join(folder, engine)
    words = ["gdsl", "build", program, f"--engine={engine}", "-o", executable, "--quiet"]
    # The graphs are small: compiling takes longer than running.
    quick = {} if full else {"CXXFLAGS": "-O0", "MAXWARP_SIMT_CXXFLAGS": "-O0"}
    subprocess.run([*words, *[f"--map=m{i}:{mapping}" for i, mapping in mappings]], check=True, env=os.environ | quick)
    return executable


def results(executable, variant, graph):
    """What the program prints, without times; all of it is the same for the same results."""
    words = [executable, f"--graph={graph}", f"--variant={variant}", *ARGUMENTS, *OUTPUTS, "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    if done.returncode != 0 or FINDING.search(done.stderr):
        return f"status {done.returncode}: {done.stderr.strip()}"
    return done.stdout


def result_names(program):
    """The results of the algorithm, from the head that the checker prints."""
    head = subprocess.run(["gdslc", program, "--emit=checked"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in head.splitlines() if line.startswith("algorithm "))
    return re.findall(r"(\w+): ", line.split("->")[1])


program, engine = sys.argv[1:3]
FIXED = dict(argument.removeprefix("map:").split("=") for argument in sys.argv[3:] if argument.startswith("map:"))
ARGUMENTS = [f"--{argument}" for argument in sys.argv[3:] if not argument.startswith("map:")]
OUTPUTS = [f"--output={name}=-" for name in result_names(program)]
full = bool(os.environ.get("MAXWARP_FULL"))
target = "openmp" if engine == "openmp" else "cuda"
mappings = cover.pairwise(program, target) if full and not FIXED else cover.every_value(program, target, FIXED)
failed = 0
with tempfile.TemporaryDirectory() as folder:
    simplest = build("openmp", [(0, "")], folder)
    expected = {graph: results(simplest, "m0", graph) for graph in GRAPHS}
    for first in range(0, len(mappings), 8):
        chunk = list(enumerate(mappings))[first:first + 8]
        executable = build(engine, chunk, folder)
        for graph in GRAPHS:
            for i, mapping in chunk:
                seen = results(executable, f"m{i}", graph)
                if seen != expected[graph] or not seen or seen.startswith("status"):
                    print(f"{graph} --map={mapping}\n  is {seen[:300]!r}\n  not {expected[graph][:300]!r}", flush=True)
                    failed += 1
print(f"{len(mappings)} mappings on {len(GRAPHS)} graphs, {failed} failed")
sys.exit(bool(failed))
