"""Makes mutants of programs that introduce a race and counts how many the race check rejects.
Usage: mutate.py KNOWN PROGRAMS… [--write=FOLDER] [--update]: KNOWN lists the mutants that are accepted, each with how it ran
under different schedules. Exit status 1 if an accepted mutant is not listed, or if too few are rejected for a race.
--write keeps the accepted mutants and a sample of the rejected ones for schedules.py; --update lists the accepted ones anew."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import operators

AT_LEAST, AT_LEAST_EACH = 400, 40
SAMPLE = 12  # every so manyth rejected mutant is written, too
ROOT = pathlib.Path(__file__).resolve().parents[3]


def race_kinds():
    """The kinds of diagnostics that the race check reports: those below its heading in the list."""
    text = (ROOT / "dsl/diagnostics.def").read_text()
    return set(re.findall(r"MAXWARP_DIAGNOSTIC\((\w+), Error", text[text.index("// Races, see"):].split("\n\n")[0]))


def verdict(text, races):
    """`accepted`, `race`, or `other` where the mutant is no program at all; with the kinds of its errors."""
    done = subprocess.run(["gdslc", "-", "--emit=checked", "--diagnostics=json"], input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"gdslc ended with {done.returncode} on:\n{text}")
    found = json.loads(done.stderr)["diagnostics"]
    kinds = [one["kind"] for one in found if one["severity"] == "error"]
    if not kinds:
        return "accepted", []
    return ("race" if set(kinds) <= races else "other"), kinds


def identity(program, operator, text):
    """Names a mutant by its text, so that a changed example or operator makes it a new one."""
    return f"{program}-{operator}-" + hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()[:8]


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
    known = pathlib.Path(words[0])
    listed = {}
    for line in known.read_text().splitlines() if known.exists() else []:
        if line and not line.startswith("#"):
            name, _, reason = line.partition(" ")
            listed[name] = reason.strip()
    races, failed, total, accepted = race_kinds(), False, 0, []
    folder = pathlib.Path(options["write"]) if "write" in options else None
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    for path in sorted(map(pathlib.Path, words[1:])):
        made = list(operators.mutants(path.read_text()))
        verdicts = list(pool.map(lambda one: verdict(one[2], races), made))
        rejected = 0
        for (operator, what, text), (result, kinds) in zip(made, verdicts):
            name = identity(path.stem, operator, text)
            rejected += result == "race"
            if result == "accepted":
                accepted.append(f"{name} {listed.get(name) or what}")
                if name not in listed and "update" not in options:
                    print(f"accepted but not listed: {name}: {what}")
                    failed = True
            keep = result == "accepted" or (result == "race" and rejected % SAMPLE == 0)
            if folder and keep:
                (folder / result).mkdir(parents=True, exist_ok=True)
                (folder / result / f"{name}.gdsl").write_text(f"// {what} {' '.join(kinds)}\n{text}")
        other = sum(result == "other" for result, _ in verdicts)
        print(f"{path.stem}: {len(made)} mutants, {rejected} rejected for a race, {len(made) - rejected - other} accepted, {other} no programs")
        failed = failed or rejected < AT_LEAST_EACH
        total += rejected
    if "update" in options:
        known.write_text("# Mutants that the race check accepts: name and what makes them harmless. Written by mutate.py --update.\n" +
                         "\n".join(sorted(accepted)) + "\n")
    print(f"{total} rejected for a race, {len(accepted)} accepted")
    sys.exit(failed or total < AT_LEAST)


if __name__ == "__main__":
    main()
