"""Runs generated programs through gdsl-exhaust, a thousand a seed, and sums up. What is finished in FOLDER is not run again, so a long run
may be cut off and taken up. Usage: ledger.py FIRST LAST FOLDER [SECONDS]: the seeds, and for how long new ones are begun."""
import collections
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
TOOL = os.environ.get("GDSL_EXHAUST", "gdsl-exhaust")
BOUNDS = ["--nodes=3", "--edges=4", "--rounds=2", "--draws=4", "--budget=1000000"]
PROGRAMS = 1000


def run(seed, folder):
    programs = folder / f"{seed}.txt"
    programs.write_text(subprocess.run([sys.executable, HERE / "grammar.py", str(seed), str(PROGRAMS)],
                                       capture_output=True, text=True, check=True).stdout)
    said = subprocess.run([TOOL, "--brief", *BOUNDS, programs], capture_output=True, text=True, check=True).stdout
    (folder / f"{seed}.partial").write_text(said)
    (folder / f"{seed}.partial").rename(folder / f"{seed}.out")
    programs.unlink()


def main():
    first, last, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + float(sys.argv[4] if len(sys.argv) > 4 else "inf")
    for seed in range(first, last + 1):
        if not (folder / f"{seed}.out").exists() and time.monotonic() < end:
            run(seed, folder)
    outputs = [one.read_text() for one in folder.glob("*.out") if first <= int(one.stem) <= last]
    counts = collections.Counter()
    for text in outputs:
        for number, word in re.findall(r"^(\d+) (\w+)$", text, re.M):
            counts[word] += int(number)
        *_, sums = re.finditer(r"^(\d+) runs, (\d+) truncated, (\d+) exhausted, ", text, re.M)
        for word, number in zip(("runs", "truncated runs", "exhausted runs"), sums.groups()):
            counts[word] += int(number)
    print(f"{len(outputs)} of {last - first + 1} seeds: " + ", ".join(f"{counts[word]} {word}" for word in sorted(counts)))
    for text in outputs:
        for name in re.findall(r"^(\S+): two ", text, re.M):
            print(f"two results: {name}")


if __name__ == "__main__":
    main()
