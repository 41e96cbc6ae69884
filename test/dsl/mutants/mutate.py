"""Makes mutants of programs that introduce a race and counts how many the race check rejects.
Usage: mutate.py FOLDER PROGRAMS… [--write=FOLDER [--sample=N]] [--update [--log=FILE]]
FOLDER has known.txt, the mutants that are accepted, each with how it ran under different schedules, and shown.txt, rejected ones
that were shown to race. Exit status 1 if an accepted mutant is not listed, or if too few are rejected for a race or shown to.
--write keeps the accepted mutants and every Nth (12th) of the rejected ones for schedules.py; --update lists the accepted ones
anew, with the verdicts of a log of schedules.py.
       mutate.py FOLDER PROGRAMS… --replay=FOLDER writes the mutants of shown.txt, and checks nothing.
       mutate.py FOLDER PROGRAMS… --known=FOLDER writes those of known.txt, and checks nothing.
       mutate.py FOLDER PROGRAMS… --explored=FILE enters into known.txt what gdsl-exhaust said of those that were not run."""
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

import operators

AT_LEAST, AT_LEAST_EACH = 400, 40
SAMPLE = 12
ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADING = """# Mutants that the race check accepts: name, how it ran under different schedules, what was done. Written by mutate.py --update;
# the ways of running are from schedules.py. `one result`: not run there, but the same under all schedules of all graphs of up to 3 nodes and 4
# edges (gdsl-exhaust); `exhausted`: the same as far as its steps sufficed. `not run`: accepted by the rules alone.
"""
EXPLORED = {"one": "one result", "exhausted": "exhausted", "open": "open"}


def race_kinds():
    """The kinds of diagnostics that the race check reports: those below its heading in the list."""
    text = (ROOT / "dsl/diagnostics.def").read_text()
    return set(re.findall(r"MAXWARP_DIAGNOSTIC\((\w+), Error", text[text.index("// Races, see"):].split("\n\n")[0]))


def kinds_of(texts):
    """The kinds of the errors of each text. One process checks them all."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.gdsl" for i in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text)
        done = subprocess.run(["gdsl-front", "--kinds", *paths], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 1) or done.stderr or len(lines) != len(texts):
        sys.exit(f"gdsl-front ended with {done.returncode}: {done.stderr}; the next mutant was\n{texts[min(len(lines), len(texts) - 1)]}")
    return [line.split() for line in lines]


def verdict(kinds, races):
    """`accepted`, `race`, or `other` where the mutant is not a program at all."""
    if not kinds:
        return "accepted"
    return "race" if set(kinds) <= races else "other"


def identity(program, operator, text):
    """Names a mutant by its text, so that a changed example or operator makes it a new one."""
    return f"{program}-{operator}-" + hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()[:8]


def read_list(path):
    """What stands behind each name."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")] if path.exists() else []
    return {name: rest.strip() for name, _, rest in (line.partition(" ") for line in lines)}


def write(folder, name, remark, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.gdsl").write_text(f"// {remark}\n{text}")


def replay(listed, paths, folder):
    """Writes the mutants of a list."""
    for path in paths:
        for operator, what, text in operators.mutants(path.read_text()):
            name = identity(path.stem, operator, text)
            if name in listed:
                write(folder, name, what, text)


def enter(lists, said):
    """Fills in what the exploration has found of those that were not run; `two` is left to be looked into."""
    known = read_list(lists / "known.txt")
    for name, verdict in re.findall(r"^(\S+)\.gdsl: (\w+) ", said, re.M):
        name = pathlib.Path(name).name
        if verdict == "two":
            sys.exit(f"{name} has two results")
        if known.get(name, "").startswith("not run: ") and verdict in EXPLORED:
            known[name] = EXPLORED[verdict] + known[name].removeprefix("not run")
    write_known(lists, known)


def write_known(lists, known):
    (lists / "known.txt").write_text(HEADING + "".join(f"{name} {rest}\n" for name, rest in sorted(known.items())))


class Count:
    """The mutants of all programs, and what became of them."""

    def __init__(self, lists, options):
        self.known, self.shown = read_list(lists / "known.txt"), read_list(lists / "shown.txt")
        self.ran = {line.split()[1]: line.split()[0] for line in pathlib.Path(options["log"]).read_text().splitlines()} if "log" in options else {}
        self.update = "update" in options
        self.folder = pathlib.Path(options["write"]) if "write" in options else None
        self.sample = int(options.get("sample", SAMPLE))
        self.races = race_kinds()
        self.accepted, self.rejected, self.failed = {}, [], False

    def program(self, path):
        made = list(operators.mutants(path.read_text()))
        found = kinds_of([text for _, _, text in made])
        verdicts = [verdict(kinds, self.races) for kinds in found]
        rejected = 0
        for (operator, what, text), result, kinds in zip(made, verdicts, found):
            name = identity(path.stem, operator, text)
            if result == "race":
                rejected += 1
                self.rejected.append(name)
            if result == "accepted":
                self.accept(name, what)
            if self.folder and (result == "accepted" or (result == "race" and rejected % self.sample == 0)):
                write(self.folder / result, name, f"{what} {' '.join(kinds)}", text)
        other = verdicts.count("other")
        print(f"{path.stem}: {len(made)} mutants, {rejected} rejected for a race, {len(made) - rejected - other} accepted, {other} no programs")
        self.failed = self.failed or rejected < AT_LEAST_EACH

    def accept(self, name, what):
        self.accepted[name] = f"{self.ran[name]}: {what}" if name in self.ran else self.known.get(name) or f"not run: {what}"
        if name not in self.known and not self.update:
            print(f"accepted but not listed: {name}: {what}")
            self.failed = True


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
    lists, paths = pathlib.Path(words[0]), sorted(map(pathlib.Path, words[1:]))
    if "replay" in options:
        return replay(read_list(lists / "shown.txt"), paths, pathlib.Path(options["replay"]))
    if "known" in options:
        return replay(read_list(lists / "known.txt"), paths, pathlib.Path(options["known"]))
    if "explored" in options:
        return enter(lists, pathlib.Path(options["explored"]).read_text())
    count = Count(lists, options)
    for path in paths:
        count.program(path)
    if count.update:
        write_known(lists, count.accepted)
    shown = len(count.shown.keys() & set(count.rejected))
    print(f"{len(count.rejected)} rejected for a race, {shown} of them shown to, {len(count.accepted)} accepted")
    return sys.exit(count.failed or min(len(count.rejected), shown) < AT_LEAST)


if __name__ == "__main__":
    main()
