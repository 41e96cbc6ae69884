# The differential test: random programs, random mappings, random graphs; OpenMP and SIMT against the interpreter.
# `differential.py --count=N --seed=S`: exit status 1 on a difference, a finding of the SIMT engine, a crash, a refusal of generated text.
import argparse
import collections
import os
import pathlib
import random
import shlex
import shutil
import sys
import tempfile

import cases
import executables
import mappings
from compare import difference
from coverage import Kinds
from generate import Generator
from shrink import Shrinker

INTERPRETER = ["gdsl-interpret", "--batch"]

Run = collections.namedtuple("Run", "program graph words expected")


class Failure:
    """A run whose result is not that of the interpreter."""

    def __init__(self, engine, case, mapping, order, what):
        self.engine, self.case, self.mapping, self.order, self.what = engine, case, mapping, order, what

    def __str__(self):
        graph = self.case.words[0].split("=", 1)[1]
        words = [*self.case.words, *([] if self.order is None else [f"--order={self.order}"])]
        text = " ".join(shlex.quote(word) for word in words)
        return (f"FAILED {self.engine} {self.case.program} --map={self.mapping or 'default'} {text}\n    {self.what}\n"
                f"--- {self.case.program}\n{pathlib.Path(self.case.program).read_text()}--- {graph}\n{pathlib.Path(graph).read_text()}")


class Batch:
    """Some programs with their graphs; built and run together."""

    def __init__(self, words, folder, first, count, generator):
        self.options, self.folder, self.generator = words, folder, generator
        self.programs = {}  # path -> program
        for i in range(first, first + count):
            program = generator.program(words.seed * 1_000_003 + i, f"p{i}")
            path = folder / f"p{i}.gdsl"
            path.write_text(program.text)
            self.programs[path] = program
        self.runs, self.ran = self.interpreted(), 0

    def interpreted(self):
        """The runs, with what the interpreter says; where it ends with an error, or another order gives another result, none."""
        planned = []
        for path, program in self.programs.items():
            seed = random.Random(f"{self.options.seed} {path.name}").randrange(1 << 30)
            for k in range(self.options.graphs):
                graph = f"{path}.{k}.mtx"
                size = cases.write_graph(program, seed + k, graph)
                planned.append((path, graph, [f"--graph={graph}", *cases.arguments(seed + k, *size, program.results)]))
        orders = ["forward", "reverse", "7"]
        said = {order: list(executables.run(INTERPRETER, [" ".join(["gdsl-interpret", str(path), f"--order={order}", *words])
                                                          for path, _, words in planned])) for order in orders}
        kept = []
        self.unfit, self.unstable = [], []
        for i, (path, graph, words) in enumerate(planned):
            status, expected = said["forward"][i]
            if status != 0:
                self.unfit.append((path, expected.strip()))
            elif any(said[order][i][0] != 0 or difference(said[order][i][1], expected) for order in orders):
                self.unstable.append((path, words))
            else:
                kept.append(Run(path, graph, words, expected))
        return kept

    def choose_mappings(self, pairs):
        for path in self.programs:
            for engine in self.options.engines:
                target = "openmp" if engine == "openmp" else "cuda"
                count = self.options.variants if engine != "openmp" else min(2, self.options.variants)
                found = mappings.some(str(path), target, count, pairs if engine != "openmp" else mappings.Pairs(), f"{self.options.seed} {path.name} {target}")
                yield engine, path, found

    def build(self, installation, engine, chosen):
        """The executable for the programs under their mappings; what went wrong, else nothing."""
        folder = self.folder / engine
        folder.mkdir(exist_ok=True)
        for path, found in chosen.items():
            if said := executables.generate(str(path), folder, engine, found):
                return said
        return executables.build(installation, folder, engine, [path.stem for path in chosen])

    def failures(self, engine, chosen, folder=None):
        """All runs of the executable in the folder, compared."""
        numbers = {path: i for i, path in enumerate(chosen)}
        draw = random.Random(self.options.seed)
        wanted = [(case, i, mapping, draw.randrange(1000) if engine == "simt" else None)
                  for case in self.runs if case.program in numbers for i, mapping in enumerate(chosen[case.program])]
        lines = [" ".join([str(numbers[case.program]), *case.words, f"--variant=m{i}", *([] if order is None else [f"--order={order}"])])
                 for case, i, _, order in wanted]
        said = executables.run([str((folder or self.folder) / engine / "batch")], lines)
        for (case, _, mapping, order), (status, text) in zip(wanted, said):
            self.ran += 1
            finding = executables.FINDING.search(text)
            what = f"status {status}: {text.strip()[:600]}" if status else finding[0] if finding else difference(text, case.expected)
            if what:
                yield Failure(engine, case, mapping, order, what)


class Test:
    """The whole test: batch after batch, with what they had in common counted."""

    def __init__(self, words):
        self.options = words
        self.installation = executables.Installation()
        self.generator, self.pairs, self.kinds = Generator(), mappings.Pairs(), Kinds()
        self.count = collections.Counter()

    def batch(self, first, count, folder):
        batch = Batch(self.options, folder, first, count, self.generator)
        self.count["programs"] += len(batch.programs)
        self.count["cases that the interpreter ends"] += len(batch.unfit)
        for path, words in batch.unstable:
            self.report(f"UNSTABLE {path} {' '.join(words)}: the interpreter finds another result in another order\n{path.read_text()}")
        chosen = collections.defaultdict(dict)
        for engine, path, found in batch.choose_mappings(self.pairs):
            chosen[engine][path] = found
            self.count["mappings"] += len(found)
            if self.options.coverage and engine != "openmp":
                self.kinds.note(str(path), found)
        for engine, programs in chosen.items():
            if said := batch.build(self.installation, engine, programs):
                self.report(f"NOT COMPILED ({engine}):\n{said[:4000]}")
                continue
            self.report_all(batch.failures(engine, programs))
        self.count["runs"] += batch.ran

    def report_all(self, failures):
        """Of each program the first failure whole; the others are counted."""
        shown = set()
        for failure in failures:
            if failure.case.program in shown:
                self.count["failures"] += 1
                continue
            shown.add(failure.case.program)
            self.report(str(failure))
            if self.options.keep:
                folder = pathlib.Path(self.options.keep) / f"{self.options.seed}-{failure.case.program.stem}-{failure.engine}"
                print(f"    made smaller in {folder}: {Shrinker(self.installation, failure).write(folder)}", flush=True)

    def report(self, text):
        self.count["failures"] += 1
        print(text, flush=True)

    def run(self):
        for first in range(0, self.options.count, self.options.together):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="differential"))
            try:
                self.batch(self.options.first + first, min(self.options.together, self.options.count - first), folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        return self.summary()

    def summary(self):
        drawn, refused = sum(self.generator.drawn.values()), sum(self.generator.refused.values())
        names = ["failures", "programs", "mappings", "runs", "cases that the interpreter ends"]
        print(", ".join(f"{self.count[name]} {name}" for name in names))
        print(f"{drawn} phases drawn, {100 * refused // max(1, drawn)} % refused by the checker")
        return self.count["failures"] == 0 and (not self.options.coverage or self.covered())

    def covered(self):
        missing, every = self.kinds.missing(), len(self.kinds.marks)
        print(f"{every - len(missing)} of {every} kinds of nodes; missing: {', '.join(missing) or 'none'}")
        legal = self.pairs.legal(sorted((executables.HERE.parents[1] / "examples").glob("*/*.gdsl")))
        ran = legal & self.pairs.run
        print(f"{len(ran)} of {len(legal)} legal pairs of values")
        return not missing and len(ran) >= 0.95 * len(legal)


def options():
    words = argparse.ArgumentParser(description="random programs under random mappings on random graphs, against an interpreter")
    words.add_argument("--count", type=int, default=100, help="programs")
    words.add_argument("--first", type=int, default=0, help="number of the first program: --first=17 --count=1 repeats one")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--engines", type=lambda text: text.split(","), default=["openmp", "simt"])
    words.add_argument("--variants", type=int, default=3, help="mappings of a program")
    words.add_argument("--graphs", type=int, default=3, help="graphs, with arguments, of a program")
    words.add_argument("--together", type=int, default=20, help="programs of one executable")
    words.add_argument("--coverage", action="store_true", help="print what is covered; status 1 where it is not enough")
    words.add_argument("--keep", help="folder into which failures are written, made smaller")
    return words


if __name__ == "__main__":
    os.environ.setdefault("NO_COLOR", "1")
    sys.exit(not Test(options().parse_args()).run())
