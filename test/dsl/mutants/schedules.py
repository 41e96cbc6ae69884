"""Runs programs on the SIMT engine under different schedules and says which of them depend on the schedule.
Usage: schedules.py FOLDER_OR_FILES… [--unchecked] [--log=FILE] [--each=N | --spread=N] [--both] [--jobs=N] [--together=N] [--expect=VERDICTS]
Each program is compiled for a team of lanes an item, or for a thread where that makes no sense, and runs in several orders on a
few small graphs until something shows. If nothing does, --both has it compiled for a thread in any case. --unchecked turns the race check off, so that rejected programs run. Verdicts:
  race       the engine reports a data race at a line that the race check complains of
  differs    two orders give different results
  open       they do, but the program has an `any=`, whose choice is open and may have decided that
  mapping    two mappings do, but no two orders of one of them
  elsewhere  the engine reports data races, but at none of these lines
  same       nothing depends on the schedule
  failed     the program cannot be compiled, or no run of it ends
A result that `any=` writes is not compared: which value it keeps is open.
--log appends `verdict name where` to a file and leaves out what is listed there already. --each takes N programs of each example
and operator, --spread takes N of all. --together compiles N at a time. With --expect=a,b the exit status is 1 if any verdict is another one."""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import batch

GRAPHS = {"rmat:4:3": 16, "uniform:12:60": 12, "star:9": 9, "clique:6": 6, "uniform:40:60": 40}
TREES = {"TREE": 30, "star:9": 9}
POLICIES = ["--weights=random:1:9", "--seed=5"]
SYMMETRIC = ["--symmetrize", "--self-loops=drop", "--duplicates=first"]
ORDERS = ["forward", "reverse", "random:1", "random:2"]
TEAM, THREAD = "granularity=warp:4", "default"
PATIENCE = 20  # seconds a run
TOGETHER = 12  # programs in one executable: what they include is compiled once
RACE = re.compile(r"^(.*): error: data race: .*?(?:; the other access is at (.*?))? \[kernel", re.M)


class Head:
    """What the first lines of an algorithm say."""

    def __init__(self, text):
        start = text.index("\nalgorithm ")
        self.all = text[start:text.index("{", start)]
        self.parameters, self.results = self.all.split("->")
        self.tree = "requires tree" in self.all
        self.has_any = " any= " in text
        names = re.findall(r"(\w+): ", self.results.split("requires")[0])
        self.compared = [name for name in names if not re.search(rf"\b{name}(\[[^=\n]*\])? any=", text)]
        self.arrays = [name for name in self.compared if re.search(rf"\b{name}: (node |edge |\[)", self.results)]

    def arguments(self, values):
        """Options for the parameters; `values` is a file with a value for each node."""
        given = [f"--{name}=0" for name in re.findall(r"(\w+): node\b(?! \w)", self.parameters)]
        given += [f"--{name}=0,1,2" for name in re.findall(r"(\w+): node set", self.parameters)]
        given += [f"--{name}=@{values}" for name in re.findall(r"(\w+): node (?:double|int|long|float)", self.parameters)]
        return [one.replace("target=0", "target=3") for one in given]


def numbers(output):
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
    return all(x == y or (isinstance(x, float) and isinstance(y, float) and
                          (math.isclose(x, y, rel_tol=1e-6, abs_tol=1e-9) or math.isnan(x) and math.isnan(y)))
               for x, y in zip(a, b))


def complaints(program):
    """The lines at which the race check has found something."""
    done = subprocess.run(["gdslc", program, "--emit=checked", "--diagnostics=json"], capture_output=True, text=True)
    found = json.loads(done.stderr)["diagnostics"]
    return {line for one in found if one["severity"] == "error"
            for line in range(one["range"]["line"], one["range"]["end_line"] + 1)}


class Examination:
    """One program and what its runs have shown."""

    def __init__(self, program):
        self.program = program
        self.head = Head(re.sub(r"//.*", "", "\n" + program.read_text()))
        self.lines = complaints(program)
        self.elsewhere = self.mapping = ""
        self.failure = "not compiled"
        self.results = {}  # by graph

    def graph_options(self, graph, nodes, folder):
        values = pathlib.Path(folder) / "values"
        values.write_text("".join(f"{v} {v * 7 % 5 + 1}\n" for v in range(nodes)))
        options = [] if self.head.tree else POLICIES + (SYMMETRIC if "requires" in self.head.all else [])
        if graph == "TREE":
            graph = pathlib.Path(folder) / "tree.el"
            graph.write_text("".join(f"{(v - 1) // 2} {v}\n" for v in range(1, nodes)))
        return [f"--graph={graph}", *options, *self.head.arguments(values)]

    def run(self, command, order, report):
        """(text of the races, values or null)."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE,
                              env=dict(os.environ, MAXWARP_SIMT_ORDER=order))
        races = RACE.findall(done.stderr)
        if done.returncode != 0:
            self.failure = (done.stderr.strip() or f"status {done.returncode}").split("\n")[-1]
            return races, None
        scalars = json.loads(report.read_text()).get("results", {})
        return races, numbers(done.stdout) + [value for name, value in scalars.items() if name in self.head.compared]

    def race_at(self, races):
        """The line of a race that the race check complains of, if there is one."""
        for place in (place for pair in races for place in pair if place):
            name, _, line = place.rpartition(":")
            if name.endswith(self.program.name) and int(line) in self.lines:
                return line
            self.elsewhere = place
        return None

    def try_on(self, executable, mapping):
        """(verdict or null, where), of the runs under one mapping"""
        with tempfile.TemporaryDirectory() as folder:
            for graph, nodes in (TREES if self.head.tree else GRAPHS).items():
                try:
                    found, where = self.on_graph([*executable, *self.graph_options(graph, nodes, folder)], graph, folder)
                except subprocess.TimeoutExpired:
                    return "failed", "no end"
                if found:
                    return found, f"{where}, {graph}, {mapping}"
        return None, ""

    def summary(self):
        """(verdict, where), where no single run has shown anything."""
        if self.mapping:
            return "mapping", self.mapping
        if self.elsewhere:
            return "elsewhere", self.elsewhere
        return ("same", "") if self.results else ("failed", self.failure)

    def on_graph(self, command, graph, folder):
        """(verdict or null, where)"""
        report = pathlib.Path(folder) / "report.json"
        command = command + [f"--output={name}=-" for name in self.head.arrays] + [f"--json={report}", "--quiet"]
        expected = None
        for order in ORDERS:
            races, seen = self.run(command, order, report)
            if line := self.race_at(races):
                return "race", f"line {line}, {order}"
            if seen is None:
                continue
            expected = seen if expected is None else expected
            if not same(expected, seen):
                return "open" if self.head.has_any else "differs", order
        if expected is not None and not same(self.results.setdefault(graph, expected), expected):
            self.mapping = self.mapping or graph
        return None, ""


def examine(programs, both):
    """(program, verdict, where) of each; they are compiled together."""
    left, found = {one: Examination(one) for one in programs}, []
    for mapping in (TEAM, THREAD):
        with tempfile.TemporaryDirectory() as folder:
            again = [one for one in left if both or mapping == TEAM or not left[one].results]
            for program, executable in batch.build(again, mapping, pathlib.Path(folder)).items():
                verdict, where = left[program].try_on(executable, mapping)
                if verdict:
                    found.append((program, verdict, where))
                    del left[program]
    return found + [(program, *examination.summary()) for program, examination in left.items()]


def chosen(programs, options):
    if "spread" in options:
        count = min(int(options["spread"]), len(programs))
        return [programs[i * len(programs) // count] for i in range(count)]
    if "each" not in options:
        return programs
    groups = {}
    for one in programs:
        groups.setdefault(tuple(one.stem.split("-")[:2]), []).append(one)
    limit = int(options["each"])
    picked = [group[i * len(group) // min(limit, len(group))] for i in range(limit) for group in groups.values() if i < len(group)]
    return picked  # one of every group before the second of any


def table(verdicts):
    """Counts by example and by operator, as Markdown."""
    lines = []
    for part, title in ((0, "example"), (1, "operator")):
        kinds = sorted({verdict for verdict, _ in verdicts})
        lines += ["", f"| {title} | programs | " + " | ".join(kinds) + " |", "|---|" + "---:|" * (len(kinds) + 1)]
        for group in sorted({name.split("-")[part] for _, name in verdicts if name.count("-") == 2}):
            mine = [verdict for verdict, name in verdicts if name.count("-") == 2 and name.split("-")[part] == group]
            lines.append(f"| {group} | {len(mine)} | " + " | ".join(str(mine.count(kind)) for kind in kinds) + " |")
    return "\n".join(lines)


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
    batch.unchecked = "unchecked" in options
    log = pathlib.Path(options["log"]) if "log" in options else None
    listed = [line.split(" ") for line in log.read_text().splitlines()] if log and log.exists() else []
    verdicts = [(line[0], line[1]) for line in listed]
    done = {name for _, name in verdicts}
    programs = sorted(one for word in map(pathlib.Path, words) for one in (word.glob("*.gdsl") if word.is_dir() else [word]))
    programs = [one for one in chosen(programs, options) if one.stem not in done]
    size = int(options.get("together", TOGETHER))
    groups = [programs[at:at + size] for at in range(0, len(programs), size)]
    with concurrent.futures.ThreadPoolExecutor(int(options.get("jobs", 1))) as pool:
        for program, verdict, where in (one for found in pool.map(lambda group: examine(group, "both" in options), groups) for one in found):
            verdicts.append((verdict, program.stem))
            print(f"{verdict} {program.stem} {where}", flush=True)
            if log:
                with log.open("a") as out:
                    print(f"{verdict} {program.stem} {where}", file=out)
    print(table(verdicts))
    counts = {kind: sum(verdict == kind for verdict, _ in verdicts) for kind in {verdict for verdict, _ in verdicts}}
    print(json.dumps({"programs": len(verdicts), **counts}, sort_keys=True))
    sys.exit("expect" in options and not set(counts) <= set(options["expect"].split(",")))


if __name__ == "__main__":
    main()
