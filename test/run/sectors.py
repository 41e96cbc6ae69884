"""Prints how many times as many sectors of memory the rounds of examples/bfs_relax touch on a chain of twice the nodes, on the SIMT
engine: `sectors.py NODES MAPPING…`. Work of the active nodes doubles; work of all nodes in every round is four times as much."""
import json
import os
import subprocess
import sys

program = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "bfs_relax", "bfs_relax.gdsl")
nodes, *mappings = sys.argv[1:]


def sectors(mapping, nodes):
    words = ["gdsl", "run", program, "--engine=simt", f"--map={mapping}", f"--graph=chain:{nodes}", "--source=0", "--quiet"]
    done = subprocess.run(words, env=dict(os.environ, MAXWARP_SIMT_STATS="1"), capture_output=True, text=True, check=True)
    counts = json.loads(done.stderr[done.stderr.index("{"):])
    return sum(kernel["sectors"] for kernel in counts["simt_statistics"])


for mapping in mappings:
    print(f"{mapping}: {sectors(mapping, 2 * int(nodes)) / sectors(mapping, int(nodes)):.1f}")
