"""Prints how many times as many sectors of memory an example touches on a graph of twice the nodes, on the SIMT engine: `sectors.py
PROGRAM GENERATOR NODES MAPPING…`. On a chain, work of the active nodes doubles, and work of all nodes in every round is four times as
much; in a clique, what is done once a node doubles, and what is done once an edge is four times as much."""
import json
import os
import subprocess
import sys

name, graph, nodes, *mappings = sys.argv[1:]
program = os.path.join(os.path.dirname(__file__), "..", "..", "examples", name, f"{name}.gdsl")


def sectors(mapping, nodes):
    words = ["gdsl", "run", program, "--engine=simt", f"--map={mapping}", f"--graph={graph}:{nodes}", "--source=0", "--quiet"]
    done = subprocess.run(words, env=dict(os.environ, MAXWARP_SIMT_STATS="1"), capture_output=True, text=True, check=True)
    counts = json.loads(done.stderr[done.stderr.index("{"):])
    return sum(kernel["sectors"] for kernel in counts["simt_statistics"])


for mapping in mappings:
    print(f"{mapping}: {sectors(mapping, 2 * int(nodes)) / sectors(mapping, int(nodes)):.1f}")
