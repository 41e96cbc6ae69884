"""Prints how many sectors of memory the cheapest round of each stage touches on the second graph, as a multiple of that on the
first, on the SIMT engine: `few_active.py PROGRAM MAPPING GRAPH GRAPH STAGE… [-Pname=value…]`. Where a round costs what its
active nodes cost, the size of the graph does not show in rounds of one node."""
import json
import subprocess
import sys

program, mapping, small, large, *rest = sys.argv[1:]
stages = [word for word in rest if not word.startswith("-")]
arguments = [word for word in rest if word.startswith("-")]


def cheapest(graph):
    words = ["gdsl", "run", program, "--engine=simt", f"--map={mapping}", f"--graph={graph}", "--metrics", "--json=-", "--quiet"]
    done = subprocess.run([*words, *arguments], capture_output=True, text=True, check=True)
    rounds = json.loads(done.stdout)["runs"][0]["metrics"]
    return {stage: min(each["sectors"] for each in rounds if each["stage"] == stage) for stage in stages}


first, second = cheapest(small), cheapest(large)
for stage in stages:
    print(f"{stage}: {second[stage] / first[stage]:.1f} times {first[stage]} sectors")
