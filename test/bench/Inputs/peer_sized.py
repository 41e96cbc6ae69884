"""`peer_sized.py OUT SIZED`: rows as in OUT/runs.csv, of a graph of the size of kron22: right ones of two sources, a wrong one, and
one that was not checked."""
import csv
import os
import sys

with open(os.path.join(sys.argv[1], "runs.csv"), newline="") as file:
    row = next(csv.DictReader(file))
os.makedirs(sys.argv[2], exist_ok=True)
row |= {"report": "BFS-kron22", "program": "bfs", "nodes": "2394866", "edges": "128314806"}
rows = [row | {"variant": variant, "mapping": mapping, "median_ms": ms, "verified": verified}
        for variant, mapping, ms, verified in (("decompose", "granularity=decompose", "0.3", "True"),
                                               ("decompose", "granularity=decompose", "0.7", "True"),
                                               ("warp8", "granularity=warp:8", "0.1", "False"),
                                               ("thread", "granularity=thread", "0.05", ""))]
for name, written in (("runs", rows), ("checked", rows[:3])):
    with open(os.path.join(sys.argv[2], name + ".csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, row.keys())
        writer.writeheader()
        writer.writerows(written)
