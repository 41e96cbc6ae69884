# Runs a program under numberings of its graph and compares all that it writes, byte by byte:
# `reorder.py FOLDER RESULT,… PROGRAM WORDS OF gdsl run…`. A word `--map=…` is taken together with each numbering.
# With TOLERANCE=T numbers may differ by so much, relatively.
# All numberings, but for other mappings than the default: what these do is the same under any that is not the given one.
import math
import os
import subprocess
import sys

folder, results, program, *words = sys.argv[1:]
mapping = "".join("," + word[len("--map="):] for word in words if word.startswith("--map="))
words = [word for word in words if not word.startswith("--map=")]
results = results.split(",")
numberings = ["none", "degree"] if mapping and not os.environ.get("MAXWARP_FULL") else ["none", "neighbors", "degree", "bfs"]
variants = [f"--map={numbering}:reorder={numbering}{mapping}" for numbering in numberings]  # in one executable
tolerance = os.environ.get("TOLERANCE")


def same(texts, expected):
    if not tolerance:
        return texts == expected
    numbers = [[float(word) for text in each for word in text.split()] for each in (texts, expected)]
    return len(numbers[0]) == len(numbers[1]) and all(
        math.isclose(*pair, rel_tol=float(tolerance)) for pair in zip(*numbers))


seen = {}
for numbering in numberings:
    outputs = [f"--output={name}={folder}/{numbering}.{name}" for name in results]
    subprocess.run(["gdsl", "run", program, "--quiet", *variants, *words, f"--variant={numbering}", *outputs], check=True)
    seen[numbering] = [open(f"{folder}/{numbering}.{name}").read() for name in results]
    assert all(seen[numbering]), "nothing was written"
different = [n for n, texts in seen.items() if not same(texts, seen["none"])]
for numbering in different:
    for name, text, expected in zip(results, seen[numbering], seen["none"]):
        if text != expected:
            print(f"reorder={numbering}: {name}:\n{text}instead of\n{expected}")
sys.exit(bool(different))
