"""Prints how many atomic operations of lanes the kernel `expand` has under each mapping, on the SIMT engine, less those of the first
mapping: `atomics.py GRAPH MAPPING…` for examples/bfs from node 0, beside `push=`."""
import json
import os
import re
import subprocess
import sys

program = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "bfs", "bfs.gdsl")
graph, *mappings = sys.argv[1:]


def atomics(mapping):
    words = ["gdsl", "run", program, "--engine=simt", f"--map={mapping}", f"--graph={graph}", "--source=0", "--quiet"]
    done = subprocess.run(words, env=dict(os.environ, MAXWARP_SIMT_STATS="1"), capture_output=True, text=True, check=True)
    counts = json.loads(done.stderr[done.stderr.index("{"):])
    return sum(kernel["atomics"] for kernel in counts["simt_statistics"] if re.search(r"::expand\b[<(]", kernel["kernel"]))


first = atomics(mappings[0])
for mapping in mappings:
    print(f"{mapping}: {atomics(mapping) - first:+}")
