# Runs a program under every numbering of its graph and compares all that it writes: `reorder.py PROGRAM GRAPH FOLDER`.
import subprocess
import sys

program, graph, folder = sys.argv[1:]
RESULTS = ["level", "second", "heavy", "itself", "inside", "last", "total"]
NODES = [10, 20, 30, 50, 60, 70]


def write(name, lines):
    with open(f"{folder}/{name}", "w") as file:
        file.write("\n".join(lines) + "\n")
    return f"@{folder}/{name}"


buddy = write("buddy", [f"{v} {w}" for v, w in zip(NODES, [70, "none", 60, 10, 20, 30])])
size = write("size", [f"{v} {v * v}" for v in NODES])
seen = {}
for numbering in ["none", "neighbors", "degree", "bfs"]:
    outputs = [f"--output={name}={folder}/{numbering}.{name}" for name in RESULTS]
    subprocess.run(["gdsl", "run", program, f"--graph={graph}", "--engine=openmp", "--quiet", "--start=50", "--group=30,70", f"--buddy={buddy}",
                    f"--size={size}", f"--map=reorder={numbering}", *outputs], check=True)
    texts = [open(f"{folder}/{numbering}.{name}").read() for name in RESULTS]
    seen[numbering] = texts
    assert all(texts), "nothing was written"
different = [n for n, texts in seen.items() if texts != seen["none"]]
for numbering in different:
    for name, text, expected in zip(RESULTS, seen[numbering], seen["none"]):
        if text != expected:
            print(f"reorder={numbering}: {name}:\n{text}instead of\n{expected}")
sys.exit(bool(different))
