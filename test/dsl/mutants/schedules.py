"""Runs programs on the SIMT engine under different schedules and says which give different answers.
Usage: schedules.py FOLDER [--unchecked] [--every=N] [--expect=same]: each program of FOLDER runs under several mappings and orders of
the lanes on a few graphs. A result that `any=` writes is not compared: which value it keeps is open. --unchecked turns the
race check off. With --expect=same the exit status is 1 if any program depends on its schedule."""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GRAPHS = ["rmat:4:3", "uniform:24:60", "star:9"]
POLICIES = ["--weights=random:1:9", "--seed=5"]
SYMMETRIC = ["--symmetrize", "--self-loops=drop", "--duplicates=first"]
ORDERS = ["forward", "reverse", "random:1", "random:2"]
MAPPINGS = ["thread:granularity=thread", "warp:granularity=warp:4"]
RACE = re.compile(r"error: .*races with the ")


def head(text):
    return text[text.index("algorithm"):text.index("{")]


def results(text):
    """The results to be compared: all but those in which any one value is kept."""
    names = re.findall(r"(\w+): ", head(text).split("->")[1].split("requires")[0])
    return [name for name in names if not re.search(rf"\b{name}(\[[^=\n]*\])? any=", text)]


def arguments(text):
    given = [f"--{name}=0" for name in re.findall(r"(\w+): node\b(?! \w)", head(text).split("->")[0])]
    given += [f"--{name}=0,1,2" for name in re.findall(r"(\w+): node set", head(text).split("->")[0])]
    return [one.replace("target=0", "target=3") for one in given]


def values(output):
    """Lines of `label value`, numbers as numbers."""
    def number(word):
        try:
            return float(word)
        except ValueError:
            return word
    return [number(word) for word in output.split()]


def same(a, b):
    if len(a) != len(b):
        return False
    return all(x == y or (isinstance(x, float) and isinstance(y, float) and math.isclose(x, y, rel_tol=1e-6, abs_tol=1e-9))
               for x, y in zip(a, b))


def run(program, text, graph, order, mapping):
    """As `executed`, for one program on one graph."""
    policies = POLICIES + (SYMMETRIC if "requires" in head(text) else [])
    outputs = [f"--output={name}=-" for name in results(text) if re.search(rf"\b{name}: (node |edge |\[)", head(text).split("->")[1])]
    with tempfile.NamedTemporaryFile() as report:
        command = ["gdsl", "run", str(program), "--engine=simt", *[f"--map={one}" for one in MAPPINGS], "--", f"--variant={mapping}",
                   f"--graph={graph}", *policies, *arguments(text), *outputs, f"--json={report.name}", "--quiet"]
        return executed(command, order, report, results(text))


def executed(command, order, report, names):
    """(race was seen, ended well, values)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ, MAXWARP_SIMT_ORDER=order))
    except subprocess.TimeoutExpired:
        return False, False, ["no end"]
    race = bool(RACE.search(done.stderr))
    if done.returncode != 0:
        return race, False, [done.stderr.split("\n")[0]]
    scalars = json.loads(report.read()).get("results", {})
    return race, True, values(done.stdout) + [value for name, value in scalars.items() if name in names]


def examine(program):
    """`same`, `race`, `differs`, or `failed` where the program does not compile or never ends well."""
    text = re.sub(r"//.*", "", program.read_text())
    ended, raced = False, False
    for graph in GRAPHS:
        expected = None
        for order in ORDERS:
            for mapping in ("thread", "warp"):
                race, good, seen = run(program, text, graph, order, mapping)
                raced = raced or race
                if race or not good:
                    continue
                ended = True
                if expected is not None and not same(expected, seen):
                    return "differs", f"{graph} {order} {mapping}"
                expected = seen if expected is None else expected
            if not ended and not raced and order == "reverse":
                return "failed", seen[0]
    return ("race" if raced else "same"), ""


def main():
    folder = pathlib.Path(sys.argv[1])
    if "--unchecked" in sys.argv:
        os.environ["GDSLC"] = str(pathlib.Path(__file__).with_name("unchecked"))
    every = next((int(word[8:]) for word in sys.argv if word.startswith("--every=")), 1)
    programs = sorted(folder.glob("*.gdsl"))[::every]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, (found, where) in zip(programs, pool.map(examine, programs)):
            counts[found] = counts.get(found, 0) + 1
            print(f"{found} {program.name} {where}", flush=True)
    print(json.dumps({"programs": len(programs), **counts}))
    sys.exit("--expect=same" in sys.argv and set(counts) - {"same"} != set())


if __name__ == "__main__":
    main()
