#!/usr/bin/env python3
"""What it costs that a program chooses: the same mapping in a program built with --map=auto, and in one that has nothing else.
  gdsl build sssp.gdsl --engine=cuda --map=auto -o auto
  gdsl build sssp.gdsl --engine=cuda --map=granularity=decompose -o alone
  overhead.py ./auto ./alone [--variant=NAME] [--times=11] [--rounds=1000] -- --graph=chain:2000 --source=0
--variant forces one leaf of the tree; without it, the tree chooses. The two run in turn, --times times each, with one run before
that is not counted. At least --rounds rounds are needed, for the cost of a round is what could differ. Prints the medians of the
times of runs, and of whole processes, in which the choice itself is; exit status 1 where the runs differ by 2 % or more."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MOST = 0.02


def options():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("auto")
    parser.add_argument("alone")
    parser.add_argument("--variant")
    parser.add_argument("--times", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=1000)
    return parser.parse_args(words[:cut]), words[cut + 1:]


def run(program, arguments, folder):
    """The time of the run and of the process in ms, the mapping and the rounds."""
    report = pathlib.Path(folder) / "report.json"
    begin = time.perf_counter()
    done = subprocess.run([program, *arguments, "--repeat=1", "--warmup=1", "--quiet", f"--json={report}"], capture_output=True, text=True)
    process = 1000 * (time.perf_counter() - begin)
    if done.returncode:
        sys.exit(f"{program}: {done.stderr.strip()}")
    (one,) = json.loads(report.read_text())["runs"]
    return one["run_ms"], process, one["mapping"], one["rounds"]


def main():
    given, arguments = options()
    forced = [f"--variant={given.variant}"] if given.variant else []
    times = {"auto": [], "alone": []}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(given.times + 1):
            auto, alone = run(given.auto, [*arguments, *forced], folder), run(given.alone, arguments, folder)
            if auto[2] != alone[2]:
                sys.exit(f"auto has run `{auto[2]}`, the other one is `{alone[2]}`; build that one, or give --variant")
            if min(auto[3], alone[3]) < given.rounds:
                sys.exit(f"only {min(auto[3], alone[3])} rounds; {given.rounds} are needed")
            if turn:
                times["auto"].append(auto)
                times["alone"].append(alone)
    print(f"{auto[2]}: {auto[3]} rounds, {given.times} times in turn")
    overheads = []
    for place, name in enumerate(("run", "process")):
        medians = [statistics.median(one[place] for one in times[which]) for which in ("auto", "alone")]
        overheads.append(medians[0] / medians[1] - 1)
        print(f"{name}: {medians[0]:.3f} ms with auto, {medians[1]:.3f} ms alone, overhead {100 * overheads[-1]:+.2f} %")
    return overheads[0] >= MOST


if __name__ == "__main__":
    sys.exit(main())
