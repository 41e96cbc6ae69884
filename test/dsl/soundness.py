"""Holds dsl/soundness.md against the race check: each premise has an entry, its `right` program is accepted, its `wrong`
one refused, and accepted as soon as the premise is taken for granted.
Usage: soundness.py DOCUMENT FOLDER   (`gdsl-front` on the PATH; the programs are left in FOLDER for other tests)"""
import pathlib
import re
import subprocess
import sys

document, folder = map(pathlib.Path, sys.argv[1:3])
folder.mkdir(parents=True, exist_ok=True)
text = document.read_text()


def front(*words):
    return subprocess.run(["gdsl-front", *words], capture_output=True, text=True)


def entries():
    """The premises of the document with their two programs."""
    heads = list(re.finditer(r"^`([a-z-]+\.[a-z-]+)`: ", text, re.M))
    for head, following in zip(heads, [*heads[1:], None]):
        part = text[head.start():following.start() if following else None]
        block = re.search(r"```gdsl\n(algorithm right.*?)^(algorithm wrong.*?)```", part, re.S | re.M)
        yield head[1], block and block.groups()


failures = []
found = dict(entries())
premises = front("--premises").stdout.split()
failures += [f"{name} has no entry in {document}" for name in premises if name not in found]
failures += [f"{name} is no premise" for name in found if name not in premises]
rules = {name.split(".")[0] for name in premises}
for name, programs in found.items():
    if not programs:
        failures.append(f"{name} has no two programs")
        continue
    files = [folder / f"{name}.{kind}.gdsl" for kind in ("right", "wrong")]
    for file, program in zip(files, programs):
        file.write_text(program)
    right, wrong = (front("--check", file) for file in files)
    granted = front(f"--granted={name}", files[1])
    if right.returncode != 0:
        failures.append(f"{name}: `right` is refused\n{right.stderr}")
    if wrong.returncode == 0:
        failures.append(f"{name}: `wrong` is accepted")
    if granted.returncode != 0:
        failures.append(f"{name}: `wrong` is refused although the premise is granted\n{granted.stderr}")
print("\n".join(failures))
print(f"{len(found)} premises of {len(rules)} rules, {len(failures)} failures")
sys.exit(bool(failures) or not found)
