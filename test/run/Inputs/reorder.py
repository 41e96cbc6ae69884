# Runs a program under every numbering of its graph and compares all that it writes, byte by byte:
# `reorder.py FOLDER RESULT,… PROGRAM WORDS OF gdsl run…`. A word `--map=…` is taken together with each numbering.
import subprocess
import sys

folder, results, program, *words = sys.argv[1:]
mapping = "".join("," + word[len("--map="):] for word in words if word.startswith("--map="))
words = [word for word in words if not word.startswith("--map=")]
results = results.split(",")
seen = {}
for numbering in ["none", "neighbors", "degree", "bfs"]:
    outputs = [f"--output={name}={folder}/{numbering}.{name}" for name in results]
    subprocess.run(["gdsl", "run", program, "--quiet", f"--map=reorder={numbering}{mapping}", *words, *outputs], check=True)
    seen[numbering] = [open(f"{folder}/{numbering}.{name}").read() for name in results]
    assert all(seen[numbering]), "nothing was written"
different = [n for n, texts in seen.items() if texts != seen["none"]]
for numbering in different:
    for name, text, expected in zip(results, seen[numbering], seen["none"]):
        if text != expected:
            print(f"reorder={numbering}: {name}:\n{text}instead of\n{expected}")
sys.exit(bool(different))
